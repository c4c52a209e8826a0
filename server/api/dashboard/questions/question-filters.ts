import { z } from 'zod'
import { contentStates } from '../../../answers/moderation/states.ts'
import type { QuestionFilter } from '../../../answers/questions/list-questions.ts'
import type { Connection } from '../../../foundation/database/connect.ts'
import { text } from '../../../foundation/http/input/fields.ts'
import { readPage, truthy } from '../../../foundation/http/input/list-query.ts'
import { boundsOfDates, sharedFilters } from '../content-filters.ts'

/** The filters of questions, and of shoppers' answers to them. */
export const questionFilters = z.object({
  state: z.enum(contentStates).optional(),
  product_id: text(255).optional(),
  flagged: truthy,
  language: text(35).optional(),
  text: text(200).trim().optional(),
  ...sharedFilters,
})

export const questionQuery = z.object({ ...questionFilters.shape, ...readPage.shape })

/** The filters as the domain knows them. */
export async function filterOf(
  db: Connection,
  storeId: string,
  {
    state,
    product_id,
    flagged,
    reported,
    unanswered,
    language,
    text,
    from,
    to,
  }: z.infer<typeof questionFilters>,
): Promise<QuestionFilter> {
  return {
    ...(state && { state }),
    ...(product_id !== undefined && { productId: product_id }),
    ...(flagged && { flagged }),
    ...(reported && { reported }),
    ...(unanswered && { unanswered }),
    ...(language !== undefined && { language }),
    ...(text && { text }),
    ...(await boundsOfDates(db, storeId, { from, to })),
  }
}
