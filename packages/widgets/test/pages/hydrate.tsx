import { hydrateRoot } from 'react-dom/client'
import { Product } from './product.js'

const props = JSON.parse(document.getElementById('props')?.textContent ?? '{}')
hydrateRoot(document.getElementById('root') as HTMLElement, <Product {...props} />, {
  onRecoverableError: error => console.error(error),
})
