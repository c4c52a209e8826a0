import { z } from 'zod'
import { languageTag, text } from '../../../foundation/http/input/fields.ts'
import {
  distinct,
  namesProductOnce,
  oneOf,
  type ProductFilter,
  productParameters,
  readProductFilter,
  refuseBoth,
  someOf,
  type WholeQuery,
  wholeNumber,
  wholeNumberOr,
  wholeNumbers,
} from '../../../foundation/http/input/read-query.ts'
import { storeItself } from '../../../tenants/products/store-itself.ts'
import { readAnswerFilters } from '../attributes/filter.ts'
import { type ReviewOrder, reviewOrders } from './page-statement.ts'

// Of any list of reviews.
const listParameters = {
  rating: wholeNumbers(1, 5).describe('Only reviews with this many stars; may be repeated'),
  orderBy: oneOf(reviewOrders, 'most_recent').describe('Equal ones by newest, then by id'),
  terms: text(200).optional().describe('Words that title and body have, all of them'),
  locale: languageTag
    .optional()
    .describe(
      'The language of the terms, of a summary and of labels of answers, if it is another one than the store’s',
    ),
  pinned: oneOf(['true']).describe(
    'true: only reviews that the store pinned, those pinned last first; not with terms',
  ),
  limit: wholeNumber(1, 100, 10),
  offset: wholeNumber(0, 10_000, 0),
}

/** The parameters of a list of reviews of products. */
export const reviewParameters = { ...productParameters(1), ...listParameters }

export const pictured = oneOf(['true']).describe(
  'Only reviews with pictures, newest first. Not together with another filter or order',
)

const jsonParameters = {
  limit: wholeNumberOr('design', 1, 100, 10).describe(
    "design: as many as a page of the store's saved widget design has",
  ),
  expand: someOf(['reply', 'product', 'ratings', 'summary', 'attributes']).describe(
    'product: the name and address of the product of each review. ratings: in answers without a product, the ratings ' +
      'of all products together, and of the store itself. summary: a summary of the reviews of a product by a language model, ' +
      'in the language of `locale`. attributes: what reviews answer to questions of the store. A review always carries its reply',
  ),
  pictured,
}

export const reviewQuery = z
  .object({ ...reviewParameters, ...jsonParameters })
  .catchall(z.unknown())
  .check(namesProductOnce, filtersCombine)

/** The query of reviews of the store itself: a product in it is an unknown parameter. */
export const storeReviewQuery = z.object({ ...listParameters, ...jsonParameters }).check(filtersCombine)

/** Those of the store itself, as a filter. */
export const ofStoreItself = { by: 'product_id', values: [storeItself] } satisfies ProductFilter

/** A check of the whole query: its filters can be combined. */
export function filtersCombine(query: WholeQuery): void {
  const { orderBy = 'most_recent', ...value } = query.value
  // A search covers all reviews, whether pinned or not.
  if (value.pinned && String(value.terms ?? '').trim()) refuseBoth(query, ['pinned', 'terms'])
  const by = ['pictured', 'view'].find(name => asksForPictures({ [name]: value[name] }))
  if (!by) return
  const answers = Object.keys(value).filter(name => name.startsWith('attribute.'))
  // The reviews with pictures have an index by date alone.
  for (const name of [...answers, 'rating', 'terms', 'pinned'])
    if (value[name] !== undefined) refuseBoth(query, [by, name])
  if (orderBy !== 'most_recent') refuseBoth(query, [by, 'orderBy'])
}

/** Whether only reviews with pictures are asked for. */
function asksForPictures({ pictured, view }: { pictured?: unknown; view?: unknown }): boolean {
  return pictured !== undefined || view === 'gallery'
}

/** Reads the parameters, with their defaults. `filters` are the filters in use, which `meta.query` echoes. */
export function readReviewQuery(query: ListQuery & z.infer<z.ZodObject<typeof reviewParameters>>) {
  const products = readProductFilter(query)
  const { filters, ...read } = readListQuery(query)
  return {
    ...{ products, ...read },
    filters: { ...(products && { [products.by]: products.values[0] }), ...filters },
  }
}

/** Like `readReviewQuery`, for reviews of the store itself. */
export function readStoreReviewQuery(query: ListQuery) {
  return { products: ofStoreItself, ...readListQuery(query) }
}

type ListQuery = z.infer<z.ZodObject<typeof listParameters>> & { pictured?: unknown; view?: unknown }

function readListQuery(query: ListQuery) {
  // `05` is 5, too.
  const rating = query.rating !== undefined && [...new Set(distinct(query.rating).map(Number))]
  const terms = query.terms?.trim() ?? ''
  const answers = readAnswerFilters(query)
  const isPictured = asksForPictures(query)
  return {
    ratings: rating || [1, 2, 3, 4, 5],
    terms,
    answers,
    locale: terms === '' ? undefined : query.locale,
    order: query.orderBy ?? ('most_recent' satisfies ReviewOrder),
    limit: Number(query.limit ?? 10),
    offset: Number(query.offset ?? 0),
    isPinned: query.pinned === 'true',
    isPictured,
    filters: {
      ...(rating && { rating }),
      ...(terms !== '' && { terms }),
      ...Object.fromEntries(
        [...Map.groupBy(answers, ({ id }) => `attribute.${id}`)].map(([name, some]) => [
          name,
          some.map(({ value }) => value),
        ]),
      ),
      ...(query.pinned === 'true' && { pinned: true }),
      ...(isPictured && { pictured: true }),
    },
  }
}
