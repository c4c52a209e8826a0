import { css } from '../../../css.ts'

/** The notes of a card, what its (i) says, and the topics above the list. */
export const styles = css`
  .mark {
    padding: 0 0.6em;
    border: var(--_line);
    border-radius: 1em;
    font-size: var(--_small);
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
  }
`
