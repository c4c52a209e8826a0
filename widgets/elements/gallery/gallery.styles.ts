import { css } from '../../css.ts'
import { columns } from './tiles.ts'

const own = css`
  .tiles {
    display: grid;
    grid-auto-rows: var(--rw-row-height, 9rem);
    grid-auto-flow: dense;
    gap: 0.5rem;
    overflow-anchor: none;
  }
  .blank .tiles {
    height: calc(var(--_rows) * (var(--rw-row-height, 9rem) + 0.5rem) - 0.5rem);
  }
  .tile {
    position: relative;
    border-radius: calc(var(--_radius) * 0.75);
    overflow: hidden;
    background: var(--_bg2);
    cursor: zoom-in;
  }
  .tile:focus-visible {
    outline-offset: -4px;
    box-shadow: inset 0 0 0 6px Canvas;
  }
  .tile img {
    display: block;
    width: 100%;
    height: 100%;
    object-fit: cover;
    transition: scale 0.3s;
  }
  .tile:hover img {
    scale: 1.04;
  }
  .rest {
    position: absolute;
    inset: 0;
    display: none;
    place-items: center;
    background: rgb(10 10 12 / 0.58);
    color: #fff;
    font-size: var(--_large);
    font-weight: 600;
  }
  .rest::after {
    content: attr(data-count);
  }
`

const widths = ['(width < 30rem)', '(30rem <= width < 46rem)', '(46rem <= width < 64rem)', '(width >= 64rem)']

const byWidth = widths.map(
  (width, which) =>
    `@container ${width}{.tiles{grid-template-columns:repeat(${columns[which]},minmax(0,1fr))}.b${which}{grid-area:span 2/span 2}.h${which}{display:none}.l${which} .rest{display:grid}}`,
)

export const styles: string = own + byWidth.join('')
