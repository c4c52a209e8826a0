import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { Review } from '../reviews/wire.ts'

/** The product of a review, in a list of several. */
export function productLink({ product }: Review): TemplateResult | typeof nothing {
  if (!product?.name) return nothing
  return html`<a part="product" class="link" href=${product.url ?? nothing} dir="auto">${product.name}</a>`
}
