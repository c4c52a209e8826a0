import { html, render } from 'lit/html.js'
import { read } from '../../api.ts'
import type { Source } from '../../config.ts'

// By product: several elements of a page may show it, and the last one takes the script along.
const added = new Map<string, { script: HTMLScriptElement; users: number }>()

/**
 * Adds the product's JSON-LD to the page's head, once per product, until `signal` aborts for all that added it. Adds none while the product
 * has no reviews. Rejects if it cannot be read.
 */
export async function addStructuredData(source: Source, signal: AbortSignal): Promise<void> {
  const { api, storeId, product } = source
  const id = [api, storeId, product.name, product.value].join(' ')
  const data = await read<object>(source, 'structured-data', { [product.name]: product.value }, signal)
  if (signal.aborted || !('@type' in data)) return
  const isFromServer = !added.has(id) && [...document.scripts].some(({ dataset }) => dataset.realword === id)
  if (isFromServer) return
  const one = added.get(id) ?? { script: toScript(data), users: 0 }
  added.set(id, one)
  if (one.users++ === 0) document.head.append(one.script)
  one.script.dataset.realword = id
  signal.addEventListener('abort', () => {
    if (--one.users > 0) return
    one.script.remove()
    added.delete(id)
  })
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
