import { css } from './css.ts'

/**
 * The specification's variables with their defaults. They derive from the page's text colour and font, so that light
 * and dark pages fit. Inside, `--_name` is the resolved value, and `--_rw-name` that of the store's saved design
 * (design.ts).
 */
export const shared = css`
  :host {
    --_text: var(--rw-text-color, var(--_rw-text-color, inherit));
    --_secondary: var(--rw-text-secondary, var(--_rw-text-secondary, color-mix(in srgb, currentColor 68%, transparent)));
    --_border: var(--rw-border-color, var(--_rw-border-color, color-mix(in srgb, currentColor 16%, transparent)));
    --_bg2: var(--rw-bg-secondary, var(--_rw-bg-secondary, color-mix(in srgb, currentColor 4%, transparent)));
    --_primary: var(--rw-primary-color, var(--_rw-primary-color, currentColor));
    --_star: var(--rw-star-color, var(--_rw-star-color, #ffc107));
    --_star-empty: var(--rw-star-empty, var(--_rw-star-empty, color-mix(in srgb, currentColor 18%, transparent)));
    --_star-edge: color-mix(in srgb, var(--_star) 40%, currentColor);
    --_star-empty-edge: color-mix(in srgb, currentColor 65%, transparent);
    --_bar: var(--rw-progress-bar-color, var(--_rw-progress-bar-color, var(--_star)));
    --_sm: var(--rw-spacing-sm, var(--_rw-spacing-sm, 0.5rem));
    --_md: var(--rw-spacing-md, var(--_rw-spacing-md, 1rem));
    --_lg: var(--rw-spacing-lg, var(--_rw-spacing-lg, 1.5rem));
    --_xl: var(--rw-spacing-xl, var(--_rw-spacing-xl, 2.5rem));
    --_small: var(--rw-font-size-sm, var(--_rw-font-size-sm, 0.875rem));
    --_large: var(--rw-font-size-lg, var(--_rw-font-size-lg, 1.25rem));
    --_radius: var(--rw-border-radius, var(--_rw-border-radius, 0.75rem));
    --_shadow: var(--rw-shadow, var(--_rw-shadow, 0 1px 2px rgb(0 0 0 / 0.06)));
    display: block;
    box-sizing: border-box;
    color: var(--_text);
    background: var(--rw-bg-color, var(--_rw-bg-color, transparent));
    font-family: var(--rw-font-family, var(--_rw-font-family, inherit));
    font-size: var(--rw-font-size-base, var(--_rw-font-size-base, 1rem));
    line-height: 1.55;
    text-align: start;
    overflow-wrap: anywhere;
  }
  /* Stars have an outline with a contrast of 3:1 on any page that its text can be read on: 58 % of their colour with
     black, or with white if the text is light. */
  @supports (color: oklch(from currentColor l c h)) {
    :host {
      --_star-edge: color-mix(in srgb, var(--_star) 58%, oklch(from currentColor clamp(0, (l - 0.6) * 999, 1) 0 0));
    }
  }
  :host([hidden]),
  [hidden] {
    display: none !important;
  }
  /* Korean lines break between words */
  :lang(ko) {
    word-break: keep-all;
  }
  *,
  ::before,
  ::after {
    box-sizing: border-box;
  }
  button,
  input,
  select {
    font: inherit;
    color: inherit;
  }
  :focus-visible {
    outline: 2px solid var(--_primary);
    outline-offset: 2px;
  }
  @media (prefers-reduced-motion: reduce) {
    *,
    ::before,
    ::after {
      animation: none !important;
      transition: none !important;
    }
  }
`
