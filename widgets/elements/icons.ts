import { html, type TemplateResult } from 'lit/html.js'
import type { Say } from './say.ts'
import { frameOf, shapeOf, widthOf } from './stars.ts'

/** A line drawing of a path. Icons are drawn because some devices have no emoji. */
export const icon = (path: string): TemplateResult =>
  html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d=${path} /></svg>`

export const searchIcon = icon('M10.5 3.5a7 7 0 1 0 0 14 7 7 0 0 0 0-14Zm5 12 5 5')
export const replyIcon = icon('M9.5 6.5 4 12l5.5 5.5M4 12h10a6 6 0 0 1 6 6.5')
export const closeIcon = icon('m6 6 12 12M18 6 6 18')
export const sealIcon = icon('M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Zm-4 9.3 3 3 5-5.6')
export const bubbleIcon = icon('M4 5.5h16v11h-9L6.5 20v-3.5H4Z')

const five = shapeOf(5)

/**
 * A rating from 0 to 5 as stars, the last possibly partial. Screen readers read it as one sentence. The inner drawing is
 * hidden from them: to Firefox it is a picture of its own, and Orca, which reads line by line, left out both.
 */
export function stars(rating: number, say: Say): TemplateResult {
  return html`<svg
    part="stars"
    class="stars"
    viewBox=${frameOf(5)}
    role="img"
    aria-label=${say.texts.outOfFive({ rating: say.average(rating) })}
  >
    <path class="empty" d=${five} />
    <svg width=${widthOf(rating)} height="24" aria-hidden="true"><path d=${five} /></svg>
  </svg>`
}

/** A smaller form of a picture: ours are stored in three sizes, named by their longest side in pixels. */
export function sizedOf(address: string, size: 640 | 160): string {
  return address.replace(/(\/pictures\/[0-9a-f]{40}-)1600(\.webp)$/, `$1${size}$2`)
}
