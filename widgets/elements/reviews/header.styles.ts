import { css } from '../../css.ts'

/** The summary above the list, in each of its forms. */
export const header = css`
  .head {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--_md) var(--_xl);
    padding-block: var(--_sm) var(--_lg);
  }
  .head > .acts {
    margin-inline-start: auto;
  }
  .acts {
    display: flex;
    flex-wrap: wrap;
    gap: var(--_sm);
  }
  .score {
    display: flex;
    align-items: center;
    gap: var(--_md);
  }
  .average {
    font-size: 3.25rem;
    font-weight: 650;
    line-height: 1;
    letter-spacing: -0.03em;
    font-variant-numeric: tabular-nums;
  }
  .beside {
    display: grid;
    justify-items: start;
    gap: 0.2em;
  }
  .beside .stars {
    height: 1.35em;
  }
  .total,
  .recommended span,
  .more p {
    color: var(--_secondary);
    font-size: var(--_small);
  }
  .recommended {
    display: grid;
    padding-inline-start: var(--_xl);
    border-inline-start: var(--_line);
  }
  .recommended b {
    font-size: var(--_large);
    line-height: 1.25;
  }
  .histogram .score {
    flex-direction: column;
    align-items: flex-start;
    gap: var(--_sm);
  }
  .bars {
    flex: 1 1 16rem;
    max-width: 26rem;
    display: grid;
  }
  .bars > * {
    display: grid;
    grid-template-columns: 1ch 1em 1fr minmax(3ch, max-content);
    align-items: center;
    gap: 0.6em;
    min-height: 1.75rem;
    padding-inline: 0.5em;
    border-radius: 0.5em;
    font-size: var(--_small);
    font-variant-numeric: tabular-nums;
  }
  .bars .star {
    height: 1em;
  }
  .bars button:not(:disabled):hover,
  .bars [aria-pressed='true'] {
    background: var(--_bg2);
  }
  .bars [aria-pressed='true'] {
    font-weight: 700;
    box-shadow: inset 0 0 0 1px var(--_primary);
  }
  .bars:has([aria-pressed='true']) [aria-pressed='false'] .bar {
    opacity: 0.45;
  }
  .bars :disabled {
    opacity: 1;
    color: var(--_secondary);
  }
  .bar {
    height: 0.5em;
    border-radius: 99px;
    background: var(--_star-empty);
    overflow: hidden;
  }
  .bar span {
    display: block;
    height: 100%;
    border-radius: inherit;
    background: var(--_bar);
    box-shadow: inset 0 0 0 1px color-mix(in srgb, var(--_bar) 70%, currentColor);
  }
  .count {
    text-align: end;
    color: var(--_secondary);
  }
  .root:has([type='search']:not(:placeholder-shown)) .count {
    visibility: hidden;
  }
  .centered {
    flex-direction: column;
    text-align: center;
    padding-block: var(--_lg);
  }
  .centered .score {
    flex-direction: column;
    gap: var(--_sm);
  }
  .centered .beside {
    justify-items: center;
  }
  .centered .average {
    font-size: 4rem;
  }
  .centered .beside .stars {
    height: 1.6em;
  }
  .centered .acts {
    margin-inline: auto;
  }
  .centered .recommended {
    display: block;
    padding: 0;
    border: 0;
  }
  .centered .recommended b {
    font-size: inherit;
  }
  .centered + .tools {
    justify-content: center;
  }
  .small {
    padding-block: 0 var(--_md);
  }
  .small .average {
    font-size: var(--_large);
  }
  .small :is(.score, .beside) {
    display: flex;
    align-items: center;
    gap: var(--_sm);
  }
  .compact .star {
    height: 1.5em;
  }
`
