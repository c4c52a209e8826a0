import { css } from '../../../css.ts'

/** Styles added to the element when its first dialog opens. */
export const styles = css`
  :host {
    --_xs: var(--rw-spacing-xs, var(--_rw-spacing-xs, 0.25rem));
    --_shadow-md: var(--rw-shadow-md, var(--_rw-shadow-md, 0 12px 32px rgb(0 0 0 / 0.18)));
  }
  dialog {
    max-width: none;
    max-height: none;
    padding: 0;
    border: 0;
    background: var(--rw-bg-color, var(--_rw-bg-color, Canvas));
    color: var(--rw-text-color, var(--_rw-text-color, CanvasText));
    overscroll-behavior: contain;
  }
  dialog::backdrop {
    background: rgb(10 10 12 / 0.6);
  }
  .report-dialog {
    width: min(30rem, calc(100vw - 2rem));
    border-radius: var(--_radius);
    box-shadow: var(--_shadow-md);
  }
  .report {
    display: grid;
    gap: var(--_md);
    padding: var(--_lg);
  }
  .report h2 {
    font-size: var(--_large);
    line-height: 1.3;
  }
  .report legend {
    padding: 0 0 var(--_xs);
    color: var(--_secondary);
    font-size: var(--_small);
  }
  fieldset {
    margin: 0;
    padding: 0;
    border: 0;
  }
  fieldset label {
    display: flex;
    align-items: center;
    gap: 0.7em;
    min-height: 2.25rem;
    cursor: pointer;
  }
  input[type='radio'] {
    flex: none;
    width: 1.15em;
    height: 1.15em;
    margin: 0;
    accent-color: var(--rw-primary-color, var(--_rw-primary-color, auto));
  }
  .words {
    display: grid;
    gap: var(--_xs);
    font-size: var(--_small);
    color: var(--_secondary);
  }
  textarea,
  .words input {
    width: 100%;
    border: var(--_line);
    background: transparent;
    font: inherit;
    padding: 0.6rem 0.8rem;
    border-radius: calc(var(--_radius) * 0.6);
    color: inherit;
    resize: vertical;
  }
  .wrong {
    font-size: var(--_small);
    color: #c0392b;
  }
  .wrong:empty {
    display: none;
  }
  .report .acts {
    display: flex;
    flex-wrap: wrap;
    gap: var(--_sm);
    justify-content: flex-end;
  }
  .pictures-dialog::backdrop {
    background: rgb(10 10 12 / 0.8);
  }
  .pictures-dialog {
    width: 100vw;
    height: 100dvh;
    overflow: hidden;
  }
  .viewer {
    position: relative;
    display: grid;
    grid-template-rows: minmax(0, 3fr) minmax(0, 2fr);
    height: 100%;
  }
  .viewer:focus {
    outline: none;
  }
  .stage {
    position: relative;
    overflow: hidden;
    background: #101113;
    touch-action: pan-y pinch-zoom;
    user-select: none;
  }
  .track {
    display: flex;
    height: 100%;
    translate: calc(var(--at) * -100% + var(--drag, 0px));
    transition: translate 0.28s cubic-bezier(0.2, 0.7, 0.2, 1);
  }
  .track:dir(rtl) {
    translate: calc(var(--at) * 100% + var(--drag, 0px));
  }
  .held {
    cursor: grabbing;
  }
  .held .track,
  .far {
    transition: none;
  }
  .track li {
    flex: 0 0 100%;
    height: 100%;
  }
  .track :is(img, video) {
    display: block;
    width: 100%;
    height: 100%;
    object-fit: contain;
  }
  .place {
    position: absolute;
    inset-block-end: var(--_md);
    inset-inline: 0;
    width: fit-content;
    margin-inline: auto;
    padding: 0.15em 0.9em;
    border-radius: 99px;
    background: rgb(10 10 12 / 0.72);
    color: #fff;
    font-size: var(--_small);
    font-variant-numeric: tabular-nums;
    pointer-events: none;
  }
  /* Its controls are below. */
  .stage:has(video) .place {
    inset-block: var(--_md) auto;
  }
  .told {
    display: flex;
    flex-direction: column;
    align-items: flex-start;
    gap: 0.6rem;
    padding: var(--_lg);
    overflow: auto;
    overscroll-behavior: contain;
  }
  .told:focus-visible {
    outline-offset: -3px;
  }
  .told .reply {
    margin-block-start: var(--_sm);
  }
  .round {
    position: absolute;
    display: grid;
    place-items: center;
    width: 2.75rem;
    height: 2.75rem;
    border-radius: 50%;
    background: rgb(10 10 12 / 0.72);
    color: #fff;
    font-size: 1.25rem;
  }
  .round:hover {
    background: #0a0a0c;
  }
  .round:focus-visible {
    outline: 2px solid #fff;
    outline-offset: -4px;
  }
  .shut {
    inset-block-start: var(--_md);
    inset-inline-end: var(--_md);
  }
  .back,
  .next {
    inset-block: 0;
    margin-block: auto;
  }
  .back {
    inset-inline-start: var(--_md);
  }
  .next {
    inset-inline-end: var(--_md);
  }
  .next .icon {
    scale: -1 1;
  }
  .strip {
    display: none;
  }
  /* Beside each other on a desk, and on a phone held sideways. */
  @media (min-width: 52rem), (orientation: landscape) and (min-width: 36rem) {
    .viewer {
      grid-template: 100% / minmax(0, 1fr) clamp(15rem, 34%, 24rem);
    }
    .told {
      padding-block-start: 4.5rem;
    }
    .shut {
      background: transparent;
      color: inherit;
    }
    .shut:hover {
      background: var(--_bg2);
    }
    .shut:focus-visible {
      outline-color: var(--_primary);
    }
  }
  @media (min-width: 52rem) and (min-height: 30rem) {
    .pictures-dialog {
      width: min(76rem, 100vw - 4rem);
      height: min(50rem, 100dvh - 4rem);
      border-radius: var(--_radius);
    }
    .stage {
      display: grid;
      grid-template-rows: minmax(0, 1fr) auto;
    }
    .strip {
      display: flex;
      gap: 0.5rem;
      padding: 0.75rem var(--_md);
      overflow-x: auto;
      scrollbar-width: thin;
      scrollbar-color: #5b5f66 transparent;
    }
    .strip button {
      flex: none;
      width: 3.5rem;
      height: 3.5rem;
      padding: 0;
      border-radius: 6px;
      overflow: hidden;
      opacity: 0.6;
    }
    .strip > :first-child {
      margin-inline-start: auto;
    }
    .strip > :last-child {
      margin-inline-end: auto;
    }
    .strip button:hover {
      opacity: 1;
    }
    .strip [aria-current='true'] {
      opacity: 1;
      box-shadow: 0 0 0 2px #fff;
    }
    .strip img {
      width: 100%;
      height: 100%;
      object-fit: cover;
    }
    .stage .place {
      inset-block: var(--_md) auto;
      inset-inline: var(--_md) auto;
    }
    .stage .round {
      inset-block: 0 5rem;
    }
  }
`
