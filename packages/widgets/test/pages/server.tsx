import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { renderCarousel, renderGallery, renderRating, renderReviews } from '@realword/widgets/server'
import { renderToString } from 'react-dom/server'
import { Product } from './product.js'

// A shop's server: /plain and /react are pages of the product that the address names, /strips has those of the whole
// store, /elements has elements without content, and loads the package as it is; the rest are built files.
const [apiUrl = '', storeId = '', storeKey = ''] = process.argv.slice(2)
const store = { apiUrl, storeId, storeKey }
const nonce = 'bm9uY2U'
const policy = [
  "default-src 'none'; script-src 'self'",
  `style-src 'nonce-${nonce}'`,
  `connect-src ${apiUrl}; frame-src ${apiUrl}; img-src *`,
].join('; ')
const trusted = "require-trusted-types-for 'script'; trusted-types lit-html"

const server = createServer(async (request, response) => {
  const url = new URL(request.url ?? '/', 'http://shop')
  const write = {
    '/plain': writePlain,
    '/react': writeReact,
    '/elements': writeElements,
    '/strips': writeStrips,
  }[url.pathname]
  if (!write) {
    const type = url.pathname.endsWith('.js') ? 'text/javascript' : 'text/html'
    response.setHeader('content-type', type)
    response.end(readFileSync(join('client', url.pathname)))
    return
  }
  response.setHeader('content-type', 'text/html; charset=utf-8')
  // React compares HTML by assigning it, which Trusted Types forbid.
  if (!url.searchParams.has('free'))
    response.setHeader(
      'content-security-policy',
      write === writePlain || write === writeStrips ? `${policy}; ${trusted}` : policy,
    )
  response.end(await write(url.searchParams))
})

function page(body: string, script: string): string {
  return `<!doctype html><html lang="en"><head><title>A shop</title>
    <script type="module" src="/${script}.js"></script></head><body>${body}</body></html>`
}

// Another store shows its saved design.
function render(query: URLSearchParams) {
  const { productId = '', items = 10, storeId: other, storeKey: key } = Object.fromEntries(query)
  const options = {
    ...store,
    ...(other && key && { storeId: other, storeKey: key }),
    productId,
    lang: 'en',
    nonce,
  }
  const look = other ? {} : { itemsPerPage: Number(items), headerType: 'histogram' as const }
  return Promise.all([renderRating(options), renderReviews({ ...options, ...look, structuredData: true })])
}

async function writePlain(query: URLSearchParams): Promise<string> {
  const far = query.has('far') ? '<br>'.repeat(200) : ''
  const [rating, reviews] = await render(query)
  return page(
    `<p>Moka pot ${rating.html}</p><p>Below the rating</p>${far}${reviews.html}<footer>Below all</footer>`,
    'plain',
  )
}

async function writeElements(query: URLSearchParams): Promise<string> {
  const attributes = `data-api-url="${apiUrl}" data-store-id="${storeId}" data-store-key="${storeKey}" data-product-id="moka"`
  return page(
    query
      .getAll('element')
      .map(name => `<${name} ${attributes}></${name}>`)
      .join(''),
    'dist/index',
  )
}

async function writeStrips(): Promise<string> {
  const options = { ...store, lang: 'en', nonce }
  const all = [renderGallery({ ...options, rows: 1 }), renderCarousel({ ...options, source: 'pictured' })]
  const [gallery, carousel] = await Promise.all(all)
  return page(`${gallery?.html}<p>Between</p>${carousel?.html}<footer>Below all</footer>`, 'plain')
}

async function writeReact(query: URLSearchParams): Promise<string> {
  const [rating, reviews] = await render(query)
  const questions = { ...store, productId: query.get('productId') ?? '' }
  const props = { rating: rating.props, reviews: reviews.props, questions }
  const html = renderToString(<Product {...props} />)
  // The browser has the templates already.
  const known = JSON.stringify(props, (name, value) => (name === 'template' ? undefined : value))
  return page(
    `<div id="root">${html}</div>
    <script type="application/json" id="props">${known.replaceAll('<', '\\u003c')}</script>`,
    'hydrate',
  )
}

server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
