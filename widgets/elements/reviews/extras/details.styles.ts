import { css } from '../../../css.ts'

/** The notes of a card, its (i), and the topics above the list. */
export const styles = css`
  .mark {
    padding: 0 0.6em;
    border: var(--_line);
    border-radius: 1em;
    font-size: var(--_small);
  }
  /* In the row of the buttons, at its end. Open, the text comes below. */
  .deeds + .about {
    align-self: stretch;
    margin-block-start: calc(-2.25em - 0.6rem);
    pointer-events: none;
  }
  .about > * {
    width: fit-content;
    pointer-events: auto;
  }
  .about summary {
    display: grid;
    place-items: center;
    width: 2.25em;
    height: 2.25em;
    margin-inline-start: auto;
    list-style: none;
    cursor: pointer;
    color: var(--_secondary);
  }
  .about summary::-webkit-details-marker {
    display: none;
  }
  .about p {
    max-width: 75ch;
    padding-block-start: 0.6rem;
    font-size: var(--_small);
  }
  .about a {
    color: inherit;
  }
  .topics {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--_sm);
    margin-block-end: var(--_md);
    font-size: var(--_small);
    white-space: nowrap;
  }
`
