import { css } from '../../css.ts'

/**
 * The stars and one line of text. Their space is reserved from the start, so that nothing moves when the numbers
 * arrive. Colours derive from the page's text colour, and fit light and dark pages. Of the store's saved design,
 * which arrives with the numbers, only colours apply: another font or size would move what is around the stars.
 */
export const styles = css`
:host {
  display: inline-block;
  line-height: 1.5;
  white-space: nowrap;
  color: var(--rw-text-color, var(--_rw-text-color, inherit));
  font-family: var(--rw-font-family, inherit);
  font-size: var(--rw-font-size-base, inherit);
  font-variant-numeric: tabular-nums;
}
:host([hidden]) { display: none; }
.base { --_star: var(--_color, var(--rw-star-color, var(--_rw-star-color, #ffc107))); display: inline-flex; align-items: center; gap: var(--rw-spacing-xs, .4em); opacity: 0; transition: opacity .2s; }
.known { opacity: 1; }
.stars { block-size: 1.25em; inline-size: auto; flex: none; stroke-width: 1.5; }
.stars:dir(rtl) { scale: -1 1; }
.full { fill: var(--_star); stroke: color-mix(in srgb, var(--_star) 40%, currentColor); }
@supports (color: oklch(from currentColor l c h)) {
  .full { stroke: color-mix(in srgb, var(--_star) 58%, oklch(from currentColor clamp(0, (l - .6) * 999, 1) 0 0)); }
}
.empty { fill: var(--rw-star-empty, var(--_rw-star-empty, color-mix(in srgb, currentColor 18%, transparent))); stroke: color-mix(in srgb, currentColor 65%, transparent); }
.text { align-self: baseline; min-inline-size: 8ch; }
.text::before { content: "\\200b"; }
[data-theme=compact] .text { min-inline-size: 3ch; }
.average { font-weight: 600; }
.total { color: var(--rw-text-secondary, var(--_rw-text-secondary, color-mix(in srgb, currentColor 68%, transparent))); font-size: var(--rw-font-size-sm, .875em); }
.average:not(:empty) + .total { margin-inline-start: .4em; }
@media (prefers-reduced-motion: reduce) { .base { transition: none; } }
`
