import { css } from '../../../css.ts'

/** Reviews. A wide element has two cards in a row. */
export const cards = css`
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
  .film button {
    position: relative;
  }
  .film button::after {
    content: '';
    position: absolute;
    inset: 0;
    width: 0;
    height: 0;
    margin: auto;
    border: solid transparent;
    border-width: 0.6rem 0 0.6rem 1rem;
    border-left-color: #fff;
    filter: drop-shadow(0 0 3px #000);
  }
  .reply {
    max-width: 46rem;
  }
  .deeds {
    position: relative;
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
  /* In the row of the buttons, which are above it, at its end. Open, the text comes below. */
  .deeds + .about {
    align-self: stretch;
    margin-block-start: calc(-2.25em - 0.6rem);
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
`
