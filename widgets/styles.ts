import { css } from './css.ts'

/**
 * The specification's variables with their defaults. They derive from the page's text colour and font, so that light
 * and dark pages fit. Inside, `--_name` is the resolved value.
 */
export const shared = css`
  :host {
    --_text: var(--rw-text-color, inherit);
    --_secondary: var(--rw-text-secondary, color-mix(in srgb, currentColor 68%, transparent));
    --_border: var(--rw-border-color, color-mix(in srgb, currentColor 16%, transparent));
    --_bg: var(--rw-bg-color, transparent);
    --_bg2: var(--rw-bg-secondary, color-mix(in srgb, currentColor 4%, transparent));
    --_primary: var(--rw-primary-color, currentColor);
    --_star: var(--rw-star-color, #ffc107);
    --_star-empty: var(--rw-star-empty, color-mix(in srgb, currentColor 18%, transparent));
    --_bar: var(--rw-progress-bar-color, var(--_star));
    --_xs: var(--rw-spacing-xs, 0.25rem);
    --_sm: var(--rw-spacing-sm, 0.5rem);
    --_md: var(--rw-spacing-md, 1rem);
    --_lg: var(--rw-spacing-lg, 1.5rem);
    --_xl: var(--rw-spacing-xl, 2.5rem);
    --_base: var(--rw-font-size-base, 1rem);
    --_small: var(--rw-font-size-sm, 0.875rem);
    --_large: var(--rw-font-size-lg, 1.25rem);
    --_radius: var(--rw-border-radius, 0.75rem);
    --_shadow: var(--rw-shadow, 0 1px 2px rgb(0 0 0 / 0.06));
    --_shadow-md: var(--rw-shadow-md, 0 12px 32px rgb(0 0 0 / 0.18));
    display: block;
    box-sizing: border-box;
    color: var(--_text);
    background: var(--_bg);
    font-family: var(--rw-font-family, inherit);
    font-size: var(--_base);
    line-height: 1.55;
    text-align: start;
    overflow-wrap: anywhere;
  }
  :host([hidden]),
  [hidden] {
    display: none !important;
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
