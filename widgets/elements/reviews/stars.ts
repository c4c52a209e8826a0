import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { Say } from '../say.ts'
import { frameOf, shapeOf, widthOf } from '../stars.ts'

const five = shapeOf(5)
const one = shapeOf(1)

/** A rating from 0 to 5 as stars, the last possibly partial. Screen readers read it as one sentence. */
export function stars(rating: number, say: Say): TemplateResult {
  return html`<svg
    part="stars"
    class="stars"
    viewBox=${frameOf(5)}
    role="img"
    aria-label=${say.texts.outOfFive(say.average(rating))}
  >
    <path class="empty" d=${five} />
    <svg width=${widthOf(rating)} height="24"><path d=${five} /></svg>
  </svg>`
}

/**
 * What a star filter says to screen readers, and its count. `count` is undefined during a search: the service counts the
 * reviews of a product by stars, and not those of a search.
 */
export function starCount(value: number, count: number | undefined, { texts, number, isOne }: Say) {
  if (count === undefined) return { label: texts.stars(value), shown: nothing }
  const total = number(count)
  return { label: `${texts.stars(value)}, ${texts.reviewCount(total, isOne(count))}`, shown: total }
}

/** A single star, for buttons. */
export function oneStar(): TemplateResult {
  return html`<svg class="star" viewBox=${frameOf(1)} aria-hidden="true"><path d=${one} /></svg>`
}
