import type { TemplateResult } from 'lit/html.js'
import { read } from '../../../api.ts'
import type { Source } from '../../../config.ts'
import { dress } from '../../dress.ts'
import type { Say } from '../../say.ts'
import type { Review } from '../wire.ts'
import { styles } from './attributes.styles.ts'
import { answersOf, type Question, type SummaryView, summary } from './view.ts'

/** The answers to a store's own questions: of all reviews of the product, and of a single one. */
export type Answers = {
  summary: (view: SummaryView) => unknown
  ofReview: (review: Review, say: Say) => TemplateResult | undefined
}

const sheet = [styles]

/** What each review answers. */
export function answersIn(root: ShadowRoot): Answers['ofReview'] {
  return (review, say) => {
    // With each rendering, because a new design replaces the sheets.
    dress(root, sheet)
    return answersOf(review, say)
  }
}

/**
 * Reads how the product's reviews answer, with labels in this language. Those of the whole store have no summary. Throws
 * on failure.
 */
export async function loadAnswers(source: Source, locale: string, root: ShadowRoot): Promise<Answers> {
  const { name, value } = source.product
  const { result } = value
    ? await read<{ result: { attributes?: Question[] }[] }>(source, 'ratings', {
        ...{ [name]: value, expand: 'attributes', locale },
      })
    : { result: [] }
  return {
    summary: view => {
      dress(root, sheet)
      return summary(result, view)
    },
    ofReview: answersIn(root),
  }
}
