import { css } from '../../../css.ts'

export const styles = css`
  .answers {
    font-size: var(--_small);
    display: grid;
    gap: var(--_md);
    justify-self: stretch;
    max-width: 48rem;
    margin-block: 0.4rem;
    padding-inline-start: 1rem;
    border-inline-start: 2px solid var(--_border);
    list-style: none;
  }
  .answer {
    display: grid;
    gap: 0.25rem;
    justify-items: start;
  }
  .meta .verified {
    color: inherit;
  }
  .verified .icon {
    margin-inline-end: 0.3em;
    vertical-align: -0.15em;
    color: color-mix(in srgb, #1fa06b 80%, currentColor);
  }
  .question > .frame {
    justify-self: stretch;
    max-width: 48rem;
    margin-block-end: 0;
  }
`
