import { css } from '../../../css.ts'

export const styles = css`
  .machine {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0 0.75em;
    font-size: var(--_small);
    color: var(--_secondary);
  }
  .machine .link {
    min-height: 1.75em;
  }
  .digest {
    display: grid;
    gap: 0.5rem;
    margin-block-end: var(--_md);
    padding: var(--_md);
    border-radius: var(--_radius);
    background: var(--_bg2);
  }
  .digest h3 {
    font-size: 1em;
    font-weight: 650;
  }
  .digest ul {
    display: grid;
    gap: 0.25rem;
    padding-inline-start: 1.2em;
    list-style: disc;
  }
  .digest p {
    font-size: var(--_small);
    color: var(--_secondary);
  }
`
