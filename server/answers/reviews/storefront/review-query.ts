import { z } from 'zod'
import { languageTag, text } from '../../../foundation/http/input/fields.ts'
import {
  distinct,
  namesProductOnce,
  oneOf,
  productParameters,
  readProductFilter,
  someOf,
  wholeNumber,
  wholeNumberOr,
  wholeNumbers,
} from '../../../foundation/http/input/read-query.ts'
import { readAnswerFilters } from '../attributes/filter.ts'
import { type ReviewOrder, reviewOrders } from './page-statement.ts'

/** The parameters of a list of reviews. */
export const reviewParameters = {
  ...productParameters(1),
  rating: wholeNumbers(1, 5).describe('Only reviews with this many stars; may be repeated'),
  orderBy: oneOf(reviewOrders, 'most_recent').describe('Equal ones by newest, then by id'),
  terms: text(200).optional().describe('Words that title and body have, all of them'),
  locale: languageTag
    .optional()
    .describe(
      'The language of the terms, and of the labels of answers, if it is another one than the store’s',
    ),
  limit: wholeNumber(1, 100, 10),
  offset: wholeNumber(0, 10_000, 0),
}

export const reviewQuery = z
  .object({
    ...reviewParameters,
    limit: wholeNumberOr('design', 1, 100, 10).describe(
      "design: as many as a page of the store's saved widget design has",
    ),
    expand: someOf(['reply', 'attributes']).describe(
      "attributes: what a review answers to the store's own questions. It always carries its reply",
    ),
  })
  .catchall(z.unknown())
  .check(namesProductOnce())

/** Reads the parameters, with their defaults. `filters` are the filters in use, which `meta.query` echoes. */
export function readReviewQuery(
  query: z.infer<z.ZodObject<typeof reviewParameters>> & Record<string, unknown>,
) {
  const products = readProductFilter(query)
  const ratings = query.rating === undefined ? [1, 2, 3, 4, 5] : distinct(query.rating).map(Number)
  const terms = query.terms?.trim() ?? ''
  const answers = readAnswerFilters(query)
  return {
    products,
    ratings: [...new Set(ratings)],
    terms,
    answers,
    locale: terms === '' ? undefined : query.locale,
    order: query.orderBy ?? ('most_recent' satisfies ReviewOrder),
    limit: Number(query.limit ?? 10),
    offset: Number(query.offset ?? 0),
    filters: {
      ...(products && { [products.by]: products.values[0] }),
      ...(query.rating !== undefined && { rating: [...new Set(ratings)] }),
      ...(terms !== '' && { terms }),
      ...Object.fromEntries(
        [...Map.groupBy(answers, ({ id }) => `attribute.${id}`)].map(([name, some]) => [
          name,
          some.map(({ value }) => value),
        ]),
      ),
    },
  }
}
