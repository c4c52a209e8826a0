import { css } from '../../css.ts'

/** Cards of one height, in a row that scrolls; the browser's own scrolling is the swipe. */
export const styles = css`
  .row {
    display: flex;
    gap: var(--_md);
    height: var(--rw-row-height, 24rem);
    margin: 0;
    padding: 2px;
    overflow-x: auto;
    overscroll-behavior-x: contain;
    scroll-snap-type: x mandatory;
    scroll-padding-inline: 2px;
    scrollbar-width: none;
    list-style: none;
  }
  .row::-webkit-scrollbar {
    display: none;
  }
  .row > li {
    flex: 0 0 min(88%, 20rem);
    min-width: 0;
    scroll-snap-align: start;
  }
  .slide {
    display: flex;
    flex-direction: column;
    height: 100%;
    border: var(--_line);
    border-radius: var(--_radius);
    box-shadow: var(--_shadow);
    overflow: hidden;
  }
  .photo {
    flex: none;
    height: 34%;
    background: var(--_bg2);
    cursor: zoom-in;
  }
  .photo img {
    display: block;
    width: 100%;
    height: 100%;
    object-fit: cover;
  }
  .photo:focus-visible {
    outline-offset: -4px;
  }
  .inside {
    display: flex;
    flex: 1;
    flex-direction: column;
    align-items: flex-start;
    gap: 0.4rem;
    min-height: 0;
    padding: 1rem 1.25rem;
  }
  .top {
    display: flex;
    flex: none;
    align-items: center;
    justify-content: space-between;
    gap: var(--_sm);
    align-self: stretch;
  }
  .turns:dir(rtl) {
    scale: -1 1;
  }
  .headline {
    flex: none;
    font-size: 1.0625em;
    font-weight: 650;
    line-height: 1.35;
  }
  .headline,
  .author,
  .ware {
    max-width: 100%;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .text {
    flex: 0 1 auto;
    min-height: 0;
    overflow: hidden;
    white-space: pre-line;
  }
  .long .text {
    mask-image: linear-gradient(#000 calc(100% - 1.5em), transparent);
  }
  .slide .link {
    flex: none;
    visibility: hidden;
  }
  .long .link {
    visibility: visible;
  }
  .foot {
    flex: none;
    display: grid;
    align-self: stretch;
    margin-block-start: auto;
    font-size: var(--_small);
    line-height: 1.45;
  }
  .author {
    display: flex;
    align-items: center;
    gap: 0.35em;
    font-weight: 600;
  }
  .author span {
    overflow: hidden;
    text-overflow: ellipsis;
  }
  .proof {
    flex: none;
    display: inline-flex;
    color: color-mix(in srgb, #1fa06b 80%, currentColor);
  }
  .ware {
    justify-self: start;
    color: var(--_secondary);
  }
  .turns {
    display: flex;
    justify-content: center;
    gap: var(--_sm);
    height: 3.5rem;
    padding-block-start: 0.75rem;
  }
  .turns .pill {
    width: 2.75rem;
    height: 2.75rem;
    padding: 0;
    border-radius: 50%;
    font-size: 1.1rem;
  }
  .turns .pill[aria-disabled='true'] {
    opacity: 0.4;
    cursor: default;
  }
  .whole .turns {
    visibility: hidden;
  }
  .prior .icon {
    transform: scaleX(-1);
  }
  @media (prefers-reduced-motion: no-preference) {
    .row {
      scroll-behavior: smooth;
    }
  }
  @media print {
    .row {
      flex-wrap: wrap;
      height: auto;
    }
  }
`
