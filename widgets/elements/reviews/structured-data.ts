import { html, render } from 'lit/html.js'
import { read } from '../../api.ts'
import type { Source } from '../../config.ts'

/**
 * Adds the product's JSON-LD to the page's head, once per product, until `signal` aborts. Adds none while the product
 * has no reviews. Rejects if it cannot be read.
 */
export async function addStructuredData(source: Source, signal: AbortSignal): Promise<void> {
  const { api, storeId, product } = source
  const id = [api, storeId, product.name, product.value].join(' ')
  const data = await read<object>(source, 'structured-data', { [product.name]: product.value }, signal)
  const isThere = [...document.scripts].some(({ dataset }) => dataset.realword === id)
  if (signal.aborted || isThere || !('@type' in data)) return
  const script = toScript(data)
  script.dataset.realword = id
  document.head.append(script)
  signal.addEventListener('abort', () => script.remove())
}

// As a template of Lit, whose policy a page with Trusted Types allows: a script that is filled by a script would be
// reported. Without `<`, the JSON cannot end the element.
function toScript(data: object): HTMLScriptElement {
  const json = JSON.stringify(data).replaceAll('<', '\\u003c')
  const markup = [`<script type="application/ld+json">${json}</script>`]
  const box = document.createElement('div')
  render(html(Object.assign(markup, { raw: markup })), box)
  return box.querySelector('script') as HTMLScriptElement
}
