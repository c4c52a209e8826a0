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
import { type ReviewOrder, reviewOrders } from './page-statement.ts'

/** The parameters of a list of reviews. */
export const reviewParameters = {
  ...productParameters(1),
  rating: wholeNumbers(1, 5).describe('Only reviews with this many stars; may be repeated'),
  orderBy: oneOf(reviewOrders, 'most_recent').describe('Equal ones by newest, then by id'),
  terms: text(200).optional().describe('Words that title and body have, all of them'),
  locale: languageTag
    .optional()
    .describe('The language of the terms, if it may be another one than the store’s'),
  limit: wholeNumber(1, 100, 10),
  offset: wholeNumber(0, 10_000, 0),
}

export const pictured = oneOf(['true']).describe(
  'Only reviews with pictures, newest first. Not together with rating, terms or another order',
)

export const reviewQuery = z
  .object({
    ...reviewParameters,
    limit: wholeNumberOr('design', 1, 100, 10).describe(
      "design: as many as a page of the store's saved widget design has",
    ),
    expand: someOf(['reply', 'product']).describe(
      'product: the name and address of the product of each review. A review always carries its reply',
    ),
    pictured,
  })
  .check(namesProductOnce())
  .check(picturedAlone)

// A check of the whole query. The reviews with pictures have an index by date alone.
export function picturedAlone({
  value,
  issues,
}: {
  value: Record<string, unknown>
  issues: z.core.$ZodRawIssue[]
}) {
  const by = ['pictured', 'view'].find(name => isPictured({ [name]: value[name] }))
  if (!by) return
  const { orderBy = 'most_recent' } = value
  for (const name of ['rating', 'terms', ...(orderBy === 'most_recent' ? [] : ['orderBy'])]) {
    if (value[name] === undefined) continue
    issues.push({
      code: 'custom',
      message: 'not_both',
      params: { values: [by, name] },
      path: [by],
      input: value,
    })
  }
}

/** Whether only reviews with pictures are asked for. */
export function isPictured({ pictured, view }: { pictured?: unknown; view?: unknown }): boolean {
  return pictured !== undefined || view === 'gallery'
}

/** Reads the parameters, with their defaults. `filters` are the filters in use, which `meta.query` echoes. */
export function readReviewQuery(query: Omit<z.infer<typeof reviewQuery>, 'expand' | 'pictured'>) {
  const products = readProductFilter(query)
  const ratings = query.rating === undefined ? [1, 2, 3, 4, 5] : distinct(query.rating).map(Number)
  const terms = query.terms?.trim() ?? ''
  return {
    products,
    ratings: [...new Set(ratings)],
    terms,
    locale: terms === '' ? undefined : query.locale,
    order: query.orderBy ?? ('most_recent' satisfies ReviewOrder),
    limit: Number(query.limit ?? 10),
    offset: Number(query.offset ?? 0),
    filters: {
      ...(products && { [products.by]: products.values[0] }),
      ...(query.rating !== undefined && { rating: [...new Set(ratings)] }),
      ...(terms !== '' && { terms }),
    },
  }
}
