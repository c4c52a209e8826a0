import { css } from '../../css.ts'

/** Quiet colours and wide spacing. Cards and tools use one column if the element is narrow. */
export const styles = css`
  .stars,
  .star {
    display: block;
    flex: none;
    height: 1.125em;
    fill: var(--_star);
    stroke: var(--_star-edge);
    stroke-width: 1.5;
  }
  .empty {
    fill: var(--_star-empty);
    stroke: var(--_star-empty-edge);
    stroke-width: 1.25;
  }
  :is(.stars, .back, .next):dir(rtl) {
    scale: -1 1;
  }

  .chip {
    padding: 0 0.8em;
  }
  .which {
    display: inline-flex;
    align-items: center;
    gap: 0.25em;
  }
  [aria-pressed='true'].pill {
    border-color: var(--_primary);
    background: color-mix(in srgb, var(--_primary) 12%, transparent);
    font-weight: 600;
  }
  [aria-pressed='true'] .icon {
    fill: color-mix(in srgb, currentColor 25%, transparent);
  }
  .solid > span {
    display: inline-flex;
    align-items: center;
    gap: 0.5em;
  }
  .quiet {
    min-height: 1.75em;
    font-size: var(--_small);
    color: var(--_secondary);
  }
  .quiet:hover {
    text-decoration: underline;
    text-underline-offset: 0.25em;
  }
  [aria-disabled='true'],
  :disabled {
    cursor: default;
    opacity: 0.5;
  }

  /* Header */
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

  /* Tools */
  .tools {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--_sm) var(--_md);
    padding-block: var(--_md);
    border-block-start: var(--_line);
  }
  .picker {
    position: relative;
    flex: 1;
  }
  .picker .icon {
    position: absolute;
    inset-block: 0;
    inset-inline-end: 0.8em;
    margin-block: auto;
    pointer-events: none;
  }
  select {
    appearance: none;
    padding-inline: 1em 2.4em;
    cursor: pointer;
  }
  option {
    background: Canvas;
    color: CanvasText;
  }
  .chips {
    display: flex;
    flex-wrap: wrap;
    gap: 0.375rem;
  }
  .sort {
    display: flex;
    align-items: center;
    gap: var(--_sm);
    margin-inline-start: auto;
    font-size: var(--_small);
  }
  .found {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    justify-content: space-between;
    gap: 0 var(--_md);
    min-height: 2.25rem;
    font-size: var(--_small);
  }
  .found > span,
  .sort > span:first-child {
    color: var(--_secondary);
  }
  .found:focus {
    outline: none;
  }

  /* Cards */
  .list {
    display: grid;
  }
  .card {
    display: flex;
    flex-direction: column;
    align-items: flex-start;
    gap: 0.6rem;
    height: 100%;
    padding: var(--_lg) 0;
    border-block-start: var(--_line);
  }
  .by {
    display: grid;
    grid-template-columns: auto 1fr;
    align-items: center;
    gap: 0.1rem 0.75rem;
    width: 100%;
    padding-block-end: 0.25rem;
  }
  .face {
    display: grid;
    place-items: center;
    grid-row: span 2;
    width: 2.75rem;
    height: 2.75rem;
    border-radius: 50%;
    background: color-mix(in srgb, var(--_primary) 9%, transparent);
    font-weight: 600;
  }
  .who,
  .when {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0 0.75em;
    line-height: 1.4;
  }
  .name {
    font-weight: 600;
  }
  .verified,
  .advice {
    display: flex;
    align-items: center;
    gap: 0.3em;
    font-size: var(--_small);
    color: var(--_secondary);
  }
  .verified .icon,
  .advice .icon {
    color: color-mix(in srgb, #1fa06b 80%, currentColor);
  }
  .title {
    font-size: 1.0625em;
    font-weight: 650;
    line-height: 1.35;
  }
  .title,
  .body {
    align-self: stretch;
    max-width: 75ch;
  }
  .pictures {
    display: flex;
    flex-wrap: wrap;
    gap: var(--_sm);
  }
  .pictures button {
    display: block;
    border-radius: 0.5rem;
    overflow: hidden;
    cursor: zoom-in;
  }
  .pictures img {
    display: block;
    width: 72px;
    height: 72px;
    object-fit: cover;
    background: var(--_bg2);
  }
  .reply {
    max-width: 46rem;
  }
  .deeds {
    display: flex;
    align-items: center;
    gap: var(--_md);
    margin-block-start: auto;
    padding-block-start: 0.25rem;
  }
  .deeds .pill {
    min-height: 2.25em;
    padding-inline: 0.9em;
  }

  .more {
    font-size: var(--_small);
  }
  .note {
    padding-block: var(--_xl);
  }
  .note b {
    font-size: var(--_large);
  }
  .none {
    gap: var(--_sm);
  }
  .none .star {
    height: 3rem;
    fill: var(--_star-empty);
    stroke: var(--_star-empty-edge);
    stroke-width: 0.75;
  }

  /* Reserved space */
  .blanks {
    min-height: 100vh;
    overflow-anchor: none;
  }
  .head.blank i {
    width: 9rem;
    height: 3.25rem;
  }
  .card.blank {
    min-height: 14rem;
  }
  .card.blank i:first-child {
    width: 45%;
    height: 2.5rem;
  }
  /* Wide: two cards in a row, each with a frame. */
  @container (min-width: 42rem) {
    .grid {
      grid-template-columns: 1fr 1fr;
      gap: var(--_md);
    }
    .grid > * {
      min-width: 0;
    }
    .grid > :only-child {
      grid-column: 1 / -1;
    }
    .grid .card {
      padding: var(--_lg);
      border: var(--_line);
      border-radius: var(--_radius);
      box-shadow: var(--_shadow);
    }
  }
  @container (max-width: 34rem) {
    .head > * {
      flex-basis: 100%;
    }
    .recommended {
      padding: 0;
      border: 0;
    }
    .head .solid {
      flex: 1;
    }
    .bars {
      max-width: none;
    }
    .search {
      flex-basis: 100%;
      max-width: none;
    }
    .chips,
    .sort {
      width: 100%;
    }
    .chip {
      flex: 1;
      flex-direction: column;
      gap: 0;
      min-height: 3.25em;
      padding: 0;
      border-radius: 0.9em;
    }
  }
`
