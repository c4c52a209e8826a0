import { css } from '../css.ts'

/** Styles that most elements share: stars, buttons, search field, notes, placeholders. */
export const controls = css`
  :host {
    container-type: inline-size;
    --_line: 1px solid var(--_border);
  }
  h2,
  h3,
  p,
  ul {
    margin: 0;
    padding: 0;
    list-style: none;
  }
  button {
    background: none;
    border: 0;
    padding: 0;
    cursor: pointer;
    text-align: inherit;
  }
  .unseen {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  .icon {
    flex: none;
    width: 1.15em;
    height: 1.15em;
    fill: none;
    stroke: currentColor;
    stroke-width: 1.75;
    stroke-linecap: round;
    stroke-linejoin: round;
  }
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
  .stars:dir(rtl) {
    scale: -1 1;
  }
  .pill,
  .solid {
    display: inline-flex;
    align-items: center;
    justify-content: center;
    gap: 0.45em;
    min-height: 2.5em;
    padding: 0 1.1em;
    border: var(--_line);
    border-radius: 99px;
    font-size: var(--_small);
    font-weight: 500;
    line-height: 1.2;
    text-decoration: none;
    white-space: nowrap;
    transition:
      background 0.15s,
      border-color 0.15s;
  }
  .pill:hover {
    border-color: currentColor;
  }
  .solid {
    border-color: var(--_primary);
    color: var(--_primary);
  }
  /* Black or white on the store's colour, whichever can be read. */
  @supports (color: oklch(from currentColor l c h)) {
    .solid {
      background: currentColor;
    }
    .solid > span {
      color: oklch(from currentColor clamp(0, (0.68 - l) * 999, 1) 0 0);
    }
  }
  .solid:hover {
    opacity: 0.88;
  }
  .link {
    color: inherit;
    font-size: var(--_small);
    text-decoration: underline;
    text-decoration-color: var(--_border);
    text-underline-offset: 0.25em;
    min-height: 1.75em;
  }
  .link:hover {
    text-decoration-color: currentColor;
  }
  .search {
    position: relative;
    flex: 1 1 14rem;
    max-width: 24rem;
  }
  .search .icon {
    position: absolute;
    inset-block: 0;
    inset-inline-start: 0.9em;
    margin-block: auto;
    color: var(--_secondary);
    pointer-events: none;
  }
  input[type='search'],
  select {
    width: 100%;
    min-height: 2.5rem;
    padding-inline: 2.6em 0.9em;
    border: var(--_line);
    border-radius: 99px;
    background: transparent;
    font-size: var(--_small);
  }
  ::placeholder {
    color: var(--_secondary);
    opacity: 1;
  }
  .list {
    transition: opacity 0.2s 0.15s;
  }
  .list[aria-busy='true'] {
    opacity: 0.5;
  }
  .body {
    white-space: pre-line;
  }
  .rest {
    display: none;
  }
  .reply {
    align-self: stretch;
    padding: 0.8rem 1rem;
    border-radius: calc(var(--_radius) * 0.75);
    background: var(--_bg2);
    font-size: var(--_small);
  }
  .reply .icon:dir(rtl) {
    scale: -1 1;
  }
  .from {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.4em;
    padding-block-end: 0.25em;
  }
  .from .date {
    margin-inline-start: auto;
  }
  .date {
    flex: none;
    font-size: var(--_small);
    color: var(--_secondary);
  }
  .more,
  .note {
    display: grid;
    justify-items: center;
    gap: var(--_md);
    padding-block: var(--_lg);
    text-align: center;
  }
  .more p,
  .note p {
    color: var(--_secondary);
  }
  .more .pill,
  .note .pill {
    min-height: 3em;
    padding-inline: 2em;
  }
  .blank i {
    display: block;
    width: 100%;
    height: 0.8rem;
    border-radius: 99px;
    background: var(--_bg2);
    animation: breathe 1.6s ease-in-out infinite alternate;
  }
  @container (max-width: 26rem) {
    .from .date {
      flex-basis: 100%;
      padding-inline-start: 1.55em;
    }
  }
  @keyframes breathe {
    to {
      opacity: 0.45;
    }
  }
  @media print {
    button,
    .solid,
    .search,
    .tools,
    .frame,
    .deeds,
    .more,
    .found,
    .cut {
      display: none !important;
    }
    .rest {
      display: inline;
    }
    .bars button,
    .pictures button {
      display: grid !important;
    }
    .bar {
      print-color-adjust: exact;
    }
    .card,
    .question {
      break-inside: avoid;
    }
  }
`
