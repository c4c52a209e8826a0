import { css } from '../../../css.ts'

/** Styles added to the element when its first dialog opens. */
export const styles = css`
  dialog {
    max-width: none;
    max-height: none;
    padding: 0;
    border: 0;
    background: var(--rw-bg-color, Canvas);
    color: var(--rw-text-color, CanvasText);
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
    accent-color: var(--rw-primary-color, auto);
  }
  .words {
    display: grid;
    gap: var(--_xs);
    font-size: var(--_small);
    color: var(--_secondary);
  }
  textarea {
    width: 100%;
    border: var(--_line);
    background: transparent;
    font: inherit;
    padding: 0.6rem 0.8rem;
    border-radius: calc(var(--_radius) * 0.6);
    color: CanvasText;
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
    justify-content: flex-end;
  }
  .pictures-dialog::backdrop {
    background: rgb(10 10 12 / 0.92);
  }
  .pictures-dialog {
    width: 100vw;
    height: 100dvh;
    background: transparent;
    color: #fff;
  }
  .pages {
    position: relative;
    display: grid;
    grid-template-rows: minmax(0, 1fr) auto;
    height: 100%;
    gap: var(--_md);
    padding: clamp(1rem, 5vmin, 4rem);
  }
  .page {
    display: grid;
    place-items: center;
    min-height: 0;
    touch-action: pan-y pinch-zoom;
  }
  .page img {
    max-width: 100%;
    max-height: 100%;
    min-height: 0;
    object-fit: contain;
    border-radius: var(--_radius);
    user-select: none;
  }
  .caption {
    display: flex;
    flex-wrap: wrap;
    justify-content: center;
    align-items: center;
    gap: 0.25rem 0.75rem;
    font-size: var(--_small);
  }
  .round {
    position: absolute;
    display: grid;
    place-items: center;
    width: 2.75rem;
    height: 2.75rem;
    border-radius: 50%;
    background: rgb(10 10 12 / 0.6);
    color: #fff;
    font-size: 1.25rem;
  }
  .round:focus-visible {
    outline-color: #fff;
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
`
