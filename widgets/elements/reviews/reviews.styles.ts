import { css } from '../../css.ts'
import { shared } from '../../styles.ts'
import { controls } from '../controls.styles.ts'
import { cards } from './cards/cards.styles.ts'
import { header } from './header.styles.ts'

const own = css`
  :is(.back, .next):dir(rtl) {
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
    .chips .chip {
      flex: 1;
      flex-direction: column;
      gap: 0;
      min-height: 3.25em;
      padding: 0;
      border-radius: 0.9em;
    }
  }
`

/**
 * All styles of the element, also for pages without scripts: quiet colours, wide spacing, and one column if it is
 * narrow.
 */
export const styles = [shared, controls, header, cards, own]
