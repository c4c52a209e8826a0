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

/** Reads how the product's reviews answer, with labels in this language. Throws on failure. */
export async function loadAnswers(source: Source, locale: string, root: ShadowRoot): Promise<Answers> {
  const { name, value } = source.product
  const { result } = await read<{ result: { attributes?: Question[] }[] }>(source, 'ratings', {
    ...{ [name]: value, expand: 'attributes', locale },
  })
  return {
    summary: view => {
      // With each rendering, because a new design replaces the sheets.
      dress(root, sheet)
      return summary(result, view)
    },
    ofReview: answersOf,
  }
}
