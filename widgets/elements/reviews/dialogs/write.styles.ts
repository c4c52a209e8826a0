import { css } from '../../../css.ts'

/** Added to the element with its first form. */
export const styles = css`
  .write-dialog {
    width: min(38rem, calc(100vw - 2rem));
    max-height: calc(100dvh - 3rem);
    border-radius: var(--_radius);
    box-shadow: var(--_shadow-md);
    overflow: auto;
  }
  .light {
    color-scheme: light;
  }
  .dark {
    color-scheme: dark;
  }
  .write-dialog iframe {
    display: block;
    width: 100%;
    height: 22rem;
    border: 0;
    background: transparent;
    visibility: hidden;
  }
  .ready iframe {
    visibility: visible;
  }
  .waiting {
    position: absolute;
    inset: 1.5rem 4rem auto 1.5rem;
    border: 0;
    background: none;
  }
  .ready .waiting {
    display: none;
  }
  .write-dialog .shut {
    position: absolute;
    inset-block-start: 0.75rem;
    inset-inline-end: 0.75rem;
    background: transparent;
    color: inherit;
  }
  .write-dialog .shut:hover {
    background: var(--_bg2);
  }
  .write-dialog .shut:focus-visible {
    outline-color: currentColor;
  }
  @media (max-width: 36rem) {
    .write-dialog {
      width: 100vw;
      min-height: min(19rem, 70dvh);
      max-height: calc(100dvh - 1.5rem);
      margin-block-end: 0;
      border-end-start-radius: 0;
      border-end-end-radius: 0;
    }
  }
  @media (prefers-reduced-motion: no-preference) {
    .write-dialog[open] {
      animation: rise 0.2s cubic-bezier(0.2, 0.7, 0.2, 1);
    }
    @keyframes rise {
      from {
        opacity: 0;
        translate: 0 1rem;
      }
    }
  }
`
