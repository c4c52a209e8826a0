import { init } from '@realword/widgets'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Product } from './product.js'

// The address of the page names the store: ?storeId=…&storeKey=…&apiUrl=…
const { productId = '', ...store } = Object.fromEntries(new URLSearchParams(location.search))
init(store)

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <Product
      rating={{ productId }}
      reviews={{ productId, headerType: 'histogram' }}
      questions={{ productId }}
    />
  </StrictMode>,
)
