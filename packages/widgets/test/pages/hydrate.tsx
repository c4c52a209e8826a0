import { hydrateRoot } from 'react-dom/client'
import { Product } from './product.js'

// As on a slow device: the elements have loaded when React begins.
if (location.search.includes('late'))
  await new Promise(resolve => addEventListener('rw-load', resolve, { once: true }))

const props = JSON.parse(document.getElementById('props')?.textContent ?? '{}')
hydrateRoot(document.getElementById('root') as HTMLElement, <Product {...props} />, {
  onRecoverableError: error => console.error(error),
})
