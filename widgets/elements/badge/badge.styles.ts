import { css } from '../../css.ts'

/** One line of a known height, whatever a response brings. */
export const styles = css`
  /* As wide as its content in a row of a header or footer: contained, it would have no width there. */
  :host {
    container-type: normal;
  }
  .root {
    display: flex;
    height: 3.25rem;
  }
  .badge {
    display: flex;
    align-items: center;
    gap: 0.6rem;
    max-width: 100%;
    padding-inline: 1.1rem;
    border: var(--_line);
    border-radius: 99px;
    box-shadow: var(--_shadow);
    color: inherit;
    font-size: 1rem;
    text-decoration: none;
    white-space: nowrap;
    font-variant-numeric: tabular-nums;
  }
  .compact {
    padding: 0;
    border: 0;
    box-shadow: none;
  }
  a.badge:hover .total {
    text-decoration: underline;
    text-underline-offset: 0.25em;
  }
  .stars {
    height: 1.25em;
  }
  .average {
    font-weight: 650;
  }
  .total {
    overflow: hidden;
    color: var(--_secondary);
    font-size: var(--_small);
    text-overflow: ellipsis;
  }
`
