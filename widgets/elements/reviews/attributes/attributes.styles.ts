import { css } from '../../../css.ts'

/** The answers to a store's own questions: above the list, and on cards. */
export const styles = css`
  .asked {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(100%, 15rem), 1fr));
    gap: var(--_lg) var(--_xl);
    padding-block: var(--_md);
    border-block-start: var(--_line);
    font-size: var(--_small);
  }
  .asked p {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: 0 var(--_sm);
    padding-block-end: var(--_sm);
  }
  .asked .ends {
    display: grid;
    grid-template-columns: repeat(3, 1fr);
    padding: 0;
    color: var(--_secondary);
  }
  .ends :nth-child(2) {
    text-align: center;
  }
  .ends :nth-child(3) {
    text-align: end;
  }
  .columns {
    display: grid;
    grid-template-columns: repeat(5, 1fr);
    gap: 2px;
  }
  .columns > * {
    display: grid;
    justify-items: center;
    padding-block: 0.25em;
    border-radius: 0.5em;
    font-variant-numeric: tabular-nums;
  }
  .columns button:not(:disabled):hover,
  .columns [aria-pressed='true'] {
    background: var(--_bg2);
  }
  .columns [aria-pressed='true'] {
    font-weight: 700;
    box-shadow: inset 0 0 0 1px var(--_primary);
  }
  .columns :disabled {
    opacity: 1;
    color: var(--_secondary);
  }
  .columns svg {
    width: 100%;
    height: 2.25rem;
    padding-inline: 0.25em;
    border-block-end: 2px solid var(--_star-empty);
    fill: var(--_bar);
  }
  .options {
    display: flex;
    flex-wrap: wrap;
    gap: 0.375rem;
  }
  .options .pill {
    min-height: 2.25em;
    padding-inline: 0.8em;
    white-space: normal;
  }
  .answers {
    display: flex;
    flex-wrap: wrap;
    gap: 0.25em var(--_lg);
    margin: 0;
    font-size: var(--_small);
  }
  .answers div {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0 0.5em;
    min-width: 0;
  }
  dt {
    color: var(--_secondary);
  }
  dd {
    margin: 0;
    font-weight: 600;
  }
  /* Not .unseen: Chromium's readers said a value out of the flow apart from its name. */
  dd > :first-child {
    font-size: 0;
  }
`
