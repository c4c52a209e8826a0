import { css } from '../../css.ts'
import { styles as reviews } from '../reviews/reviews.styles.ts'

const own = css`
  .tabs {
    padding-block-end: var(--_md);
  }
`

export const styles: readonly string[] = [...reviews, own]
