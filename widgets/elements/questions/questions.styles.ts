import { css } from '../../css.ts'

export const styles = css`
  /* What stands below waits out of sight, so it cannot be seen to move when the questions come. */
  .blanks {
    min-height: 100vh;
    overflow-anchor: none;
  }
  .head {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--_sm) var(--_md);
    padding-block-end: var(--_md);
  }
  h2 {
    font-size: var(--_large);
    font-weight: 650;
    line-height: 1.3;
    letter-spacing: -0.01em;
  }
  .count,
  .meta {
    color: var(--_secondary);
    font-size: var(--_small);
  }
  .head .search {
    order: 1;
    flex-basis: 100%;
    max-width: none;
  }
  .head .solid {
    margin-inline-start: auto;
  }
  .question {
    display: grid;
    gap: 0.5rem;
    justify-items: start;
    padding-block: var(--_lg);
    border-block-start: var(--_line);
  }
  .question:focus {
    outline: none;
  }
  .asked {
    font-size: 1.0625em;
    font-weight: 600;
    line-height: 1.45;
    max-width: 65ch;
  }
  .reply {
    justify-self: stretch;
    max-width: 48rem;
    margin-block-start: 0.4rem;
  }
  .meta span {
    color: var(--_text);
  }
  .note {
    align-content: center;
    min-block-size: 14rem;
    border-block-start: var(--_line);
  }
  .blank {
    min-height: 6.5rem;
    align-content: center;
  }
  .blank i:first-child {
    width: 55%;
  }
  .blank i:last-child {
    width: 30%;
  }
  .note > .icon {
    width: 2.5rem;
    height: 2.5rem;
    stroke-width: 1.25;
    opacity: 0.45;
  }
  @container (min-width: 46rem) {
    .head .search {
      order: 0;
      flex: 0 1 18rem;
      margin-inline-start: auto;
    }
    .search + .solid {
      margin-inline-start: 0;
    }
  }
  @container (max-width: 26rem) {
    .head .solid {
      flex-basis: 100%;
    }
  }
`
