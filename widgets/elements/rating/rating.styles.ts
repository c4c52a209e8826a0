/**
 * The stars and one line of text; nothing moves when the numbers come, because their space is kept from the
 * beginning. Colours come from the page's own text colour, so light and dark pages both fit.
 */
export const styles = `
:host {
  display: inline-block;
  vertical-align: middle;
  line-height: 1.5;
  min-block-size: 1.5em;
  white-space: nowrap;
  color: var(--rw-text-color, inherit);
  font-family: var(--rw-font-family, inherit);
  font-size: var(--rw-font-size-base, inherit);
  font-variant-numeric: tabular-nums;
}
:host([hidden]) { display: none; }
.base { display: inline-flex; align-items: center; gap: var(--rw-spacing-xs, .35em); opacity: 0; transition: opacity .2s; }
.known { opacity: 1; }
.stars { block-size: 1.1em; inline-size: auto; flex: none; }
:host(:dir(rtl)) .stars { transform: scaleX(-1); }
path { stroke-width: 1.6; stroke-linejoin: round; }
.full { fill: var(--_color, var(--rw-star-color, #ffc107)); stroke: var(--_color, var(--rw-star-color, #ffc107)); }
.empty { fill: var(--_empty); stroke: var(--_empty); --_empty: var(--rw-star-empty, color-mix(in srgb, currentColor 18%, transparent)); }
.average { min-inline-size: 3ch; font-weight: 600; }
.total { min-inline-size: 4.5ch; color: var(--rw-text-secondary, color-mix(in srgb, currentColor 68%, transparent)); font-size: var(--rw-font-size-sm, .875em); }
@media (prefers-reduced-motion: reduce) { .base { transition: none; } }
`
