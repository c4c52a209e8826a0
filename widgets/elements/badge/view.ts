import { html, svg, type TemplateResult } from 'lit/html.js'
import { stars } from '../icons.ts'
import type { Say } from '../say.ts'
import { frameOf, shapeOf } from '../stars.ts'

/** The answer of `store-rating.json`. */
export type StoreRating = { average: number; total: number }

export type BadgeView = {
  say: Say
  theme: string | null | undefined
  /** The page of all reviews. */
  url: string | undefined
}

/** The rating of the store in one line, as a link where it has an address. */
export function badge({ average, total }: StoreRating, { say, theme, url }: BadgeView): TemplateResult {
  const isCompact = theme === 'compact'
  const style = isCompact ? 'badge compact' : 'badge'
  const inside = total === 0 ? html`<span class="total">${say.texts.noReviews}</span>` : rated()
  return isWebAddress(url)
    ? html`<a part="base" class=${style} href=${url}>${inside}</a>`
    : html`<span part="base" class=${style}>${inside}</span>`

  function rated(): TemplateResult {
    return html`${isCompact ? oneStar(say.texts.outOfFive({ rating: say.average(average) })) : stars(average, say)}
      <b part="average" class="average" aria-hidden="true">${say.average(average)}</b>
      <span part="total" class="total">${say.texts.reviewCount({ count: total })}</span>`
  }
}

function oneStar(label: string): TemplateResult {
  return html`<svg part="stars" class="stars" viewBox=${frameOf(1)} role="img" aria-label=${label}>${svg`<path d=${shapeOf(1)} />`}</svg>`
}

// Also one within the shop, such as /reviews; never a script.
function isWebAddress(url = ''): boolean {
  try {
    return url !== '' && /^https?:$/.test(new URL(url, 'https://shop').protocol)
  } catch {
    return false
  }
}
