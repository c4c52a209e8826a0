import { html, type TemplateResult } from 'lit/html.js'
import type { Say } from '../say.ts'
import { frameOf, shapeOf } from '../stars.ts'

const one = shapeOf(1)

/**
 * What a star filter says to screen readers, and its count. During a search the styles hide the counts, which keep their
 * places: they are those of the product's reviews, not of the search.
 */
export function starCount(value: number, count: number, { texts, number }: Say): TemplateResult[] {
  const said = html`<span class="count">, ${texts.reviewCount({ count })}</span>`
  return [
    html`<span class="unseen">${texts.stars({ count: value })}${said}</span>`,
    html`<span class="count" aria-hidden="true">${number(count)}</span>`,
  ]
}

/** A single star, for buttons. */
export function oneStar(): TemplateResult {
  return html`<svg class="star" viewBox=${frameOf(1)} aria-hidden="true"><path d=${one} /></svg>`
}
