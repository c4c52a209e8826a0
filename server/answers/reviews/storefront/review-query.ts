import { z } from 'zod'
import { languageTag, text } from '../../../foundation/http/input/fields.ts'
import {
  distinct,
  namesProductOnce,
  oneOf,
  type ProductFilter,
  productParameters,
  readProductFilter,
  someOf,
  wholeNumber,
  wholeNumberOr,
  wholeNumbers,
} from '../../../foundation/http/input/read-query.ts'
import { storeItself } from '../../../tenants/products/store-itself.ts'
import { type ReviewOrder, reviewOrders } from './page-statement.ts'

// Of any list of reviews.
const listParameters = {
  rating: wholeNumbers(1, 5).describe('Only reviews with this many stars; may be repeated'),
  orderBy: oneOf(reviewOrders, 'most_recent').describe('Equal ones by newest, then by id'),
  terms: text(200).optional().describe('Words that title and body have, all of them'),
  locale: languageTag
    .optional()
    .describe('The language of the terms, and of a summary, if it may be another one than the store’s'),
  pinned: oneOf(['true']).describe(
    'true: only reviews that the store pinned, those pinned last first; not with terms',
  ),
  limit: wholeNumber(1, 100, 10),
  offset: wholeNumber(0, 10_000, 0),
}

/** The parameters of a list of reviews of products. */
export const reviewParameters = { ...productParameters(1), ...listParameters }

export const pictured = oneOf(['true']).describe(
  'Only reviews with pictures, newest first. Not together with rating, terms or another order',
)

const jsonParameters = {
  limit: wholeNumberOr('design', 1, 100, 10).describe(
    "design: as many as a page of the store's saved widget design has",
  ),
  expand: someOf(['reply', 'product', 'ratings', 'summary']).describe(
    'product: the name and address of the product of each review. ratings: in answers without a product, the ratings ' +
      'of all products together, and of the store itself. summary: a summary of the reviews of a product by a language model, ' +
      'in the language of `locale`. A review always carries its reply',
  ),
  pictured,
}

export const reviewQuery = z
  .object({ ...reviewParameters, ...jsonParameters })
  .check(namesProductOnce(), filtersOnce)
  .check(picturedAlone)

/** The query of reviews of the store itself: a product in it is an unknown parameter. */
export const storeReviewQuery = z
  .object({ ...listParameters, ...jsonParameters })
  .check(filtersOnce)
  .check(picturedAlone)

/** Those of the store itself, as a filter. */
export const ofStoreItself = { by: 'product_id', values: [storeItself] } satisfies ProductFilter

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

/** A check of the whole query: a search covers all reviews, whether pinned or not. */
export function filtersOnce({
  value,
  issues,
}: z.core.ParsePayload<{ terms?: string | undefined; pinned?: string | undefined }>): void {
  if (!value.pinned || !value.terms?.trim()) return
  const params = { values: ['pinned', 'terms'] }
  issues.push({ code: 'custom', message: 'not_both', params, path: ['pinned'], input: value })
}

/** Reads the parameters, with their defaults. `filters` are the filters in use, which `meta.query` echoes. */
export function readReviewQuery(query: Omit<z.infer<typeof reviewQuery>, 'expand' | 'pictured'>) {
  const products = readProductFilter(query)
  const { filters, ...read } = readListQuery(query)
  return {
    ...{ products, ...read },
    filters: { ...(products && { [products.by]: products.values[0] }), ...filters },
  }
}

/** Like `readReviewQuery`, for reviews of the store itself. */
export function readStoreReviewQuery(query: Omit<z.infer<typeof storeReviewQuery>, 'expand' | 'pictured'>) {
  return { products: ofStoreItself, ...readListQuery(query) }
}

function readListQuery(query: Omit<z.infer<typeof storeReviewQuery>, 'expand' | 'pictured'>) {
  const ratings = query.rating === undefined ? [1, 2, 3, 4, 5] : distinct(query.rating).map(Number)
  const terms = query.terms?.trim() ?? ''
  return {
    ratings: [...new Set(ratings)],
    terms,
    locale: terms === '' ? undefined : query.locale,
    order: query.orderBy ?? ('most_recent' satisfies ReviewOrder),
    limit: Number(query.limit ?? 10),
    offset: Number(query.offset ?? 0),
    isPinned: query.pinned === 'true',
    filters: {
      ...(query.rating !== undefined && { rating: [...new Set(ratings)] }),
      ...(terms !== '' && { terms }),
      ...(query.pinned === 'true' && { pinned: true }),
    },
  }
}
