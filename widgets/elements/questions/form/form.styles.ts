import { css } from '../../../css.ts'

export const styles = css`
  .frame {
    position: relative;
    margin-block-end: var(--_lg);
    border-radius: var(--_radius);
    overflow: hidden;
  }
  .shut {
    position: absolute;
    z-index: 1;
    inset-block-start: 0.75rem;
    inset-inline-end: 0.75rem;
    display: grid;
    place-items: center;
    width: 2.5rem;
    height: 2.5rem;
    border-radius: 50%;
    background: Canvas;
    color: CanvasText;
  }
  .light {
    color-scheme: light;
  }
  .dark {
    color-scheme: dark;
  }
  iframe {
    display: block;
    width: 100%;
    height: 28rem;
    border: 0;
    background: Canvas;
  }
`
