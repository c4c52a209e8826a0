import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Pipeline } from '../../../foundation/database/pipeline.ts'
import { endpoint } from '../../../foundation/http/endpoint.ts'
import { listed, type ProductFilter } from '../../../foundation/http/input/read-query.ts'
import { type Language, languageFor } from '../../../foundation/http/language.ts'
import { jsonPage } from '../../../foundation/http/pages/json-page.ts'
import { errorResponses } from '../../../foundation/http/reference/api-docs.ts'
import { inSlices } from '../../../foundation/lib/in-slices.ts'
import {
  answerRead,
  type Reading,
  readErrors,
  storeKeySecurity,
} from '../../../tenants/admission/cached-read.ts'
import { budgetOf } from '../../../tenants/admission/read-limits.ts'
import { tagsOf } from '../../../tenants/products/invalidation.ts'
import { findProducts } from '../../../tenants/products/products.ts'
import { storeItself } from '../../../tenants/products/store-itself.ts'
import type { KnownStore } from '../../../tenants/stores/stores.ts'
import { designOf, itemsPerPage } from '../../../tenants/stores/widget-design.ts'
import { showAnswers } from '../attributes/present.ts'
import { summarizes } from '../machine/digests.ts'
import { machineMeta } from '../machine/machine-parts.ts'
import { languagesOf } from '../machine/review-languages.ts'
import { linksOf } from './product-links.ts'
import { countStars, readStoreSummary, type Stars, totalOf } from './ratings.ts'
import { readReviewPage } from './review-pages.ts'
import {
  ofStoreItself,
  readReviewQuery,
  readStoreReviewQuery,
  reviewQuery,
  storeReviewQuery,
} from './review-query.ts'
import { reviews } from './review-schemas.ts'
import { averageOf, lengthOfReview, showReview } from './shown.ts'

/** GET /api/v1/reviews.json. Source: sections 2.6 and 4.4 of the specification. */
export function listReviews(reading: Reading) {
  return endpoint({
    schema: {
      operationId: 'listReviews',
      summary: 'Read reviews',
      description:
        'A page of the published reviews of a product, or of all products of the store. `attribute.fit=3` asks for those with this answer; it may be repeated, five times at most.',
      tags: ['Reads'],
      security: storeKeySecurity,
      querystring: reviewQuery,
      response: { 200: reviews, ...errorResponses([...readErrors]) },
    },
    handler: (request, reply) => answerReviews(reading, request, reply, readReviewQuery(request.query)),
  })
}

type JsonQuery = Pick<z.infer<typeof reviewQuery>, 'limit' | 'expand' | 'locale'>

/** GET /api/v1/store-reviews.json */
export function listStoreReviews(reading: Reading) {
  return endpoint({
    schema: {
      operationId: 'listStoreReviews',
      summary: 'Read reviews of the store itself',
      description: 'A page of the published reviews of the store itself, without those of products.',
      tags: ['Reads'],
      security: storeKeySecurity,
      querystring: storeReviewQuery,
      response: { 200: reviews, ...errorResponses([...readErrors]) },
    },
    handler: (request, reply) => answerReviews(reading, request, reply, readStoreReviewQuery(request.query)),
  })
}

/** Answers with a page of reviews. */
async function answerReviews(
  reading: Reading,
  request: FastifyRequest<{ Querystring: JsonQuery }>,
  reply: FastifyReply,
  read: ReturnType<typeof readReviewQuery>,
): Promise<FastifyReply> {
  const { limit, expand, locale } = request.query
  const expanded = listed(expand)
  const { products } = read
  const isAsked = request.store.attributes.some(attribute => attribute.public)
  const asked = {
    ...read,
    ...(isAsked && expanded.includes('attributes') && { withAnswers: true, locale }),
    ...(limit === 'design' && { limit: 'design' as const }),
    ...(expanded.includes('product') && { withProduct: true }),
    ...(expanded.includes('summary') &&
      summarizes(request.store) && { summary: languageFor(request.store, locale) }),
    ...(expanded.includes('ratings') && isOfStore(products) && { withRatings: true }),
  }
  const { store_id } = request.store
  return await answerRead(reading, request, reply, {
    query: asked,
    tags: asked.withRatings
      ? [...tagsOf(store_id, undefined), ...tagsOf(store_id, ofStoreItself)]
      : tagsOf(store_id, products),
    budget: asked.withRatings && budgetOf(asked) === 'reads' ? 'lists' : budgetOf(asked),
    create: store => pageOf(reading, store, asked),
  })
}

type Asked = Omit<ReturnType<typeof readReviewQuery>, 'limit'> & {
  limit: number | 'design'
  withProduct?: boolean
  withRatings?: boolean
  summary?: Language
  withAnswers?: boolean
}

async function pageOf({ database, publicUrl }: Reading, store: KnownStore, asked: Asked) {
  const { store_id } = store
  const { pipeline } = database
  const { products, offset, filters } = asked
  const limit = asked.limit === 'design' ? itemsPerPage(store) : asked.limit
  const productIds = await findProducts(pipeline, store_id, products)
  const question = { ...asked, limit, productIds }
  const [page, ratings] = await Promise.all([
    readReviewPage(database, store, question),
    asked.withRatings && readAllRatings(pipeline, store_id),
  ])
  const base = publicUrl()
  const languageOf = await languagesOf(database, store, page.reviews)
  const productOf = asked.withProduct && (await linksOf(pipeline, store, page.reviews))
  const result = await inSlices(page.reviews, lengthOfReview, found =>
    JSON.stringify({
      ...showReview(found, store, base),
      ...(productOf && { product: productOf(found.product_id) }),
      ...languageOf(found.id),
      ...(asked.withAnswers && {
        attributes: showAnswers(store.attributes, found.attributes, store, asked.locale),
      }),
    }),
  )
  return jsonPage(result, {
    count: page.count,
    meta: {
      limit,
      offset,
      query: filters,
      store_name: store.name,
      ...(asked.withAnswers && { attributes: true as const }),
      ...(ratings && { ratings }),
      ...writingOf(store, productIds, base),
      ...designOf(store),
      ...(await machineMeta(database, store, { ...asked, productIds, count: page.count })),
    },
  })
}

const isOfStore = (products: ProductFilter): boolean => products === undefined || products === ofStoreItself

/** The ratings of all products together, and of the store itself. */
async function readAllRatings(pipeline: Pipeline, storeId: string) {
  const [products, itself] = await Promise.all([
    countStars(pipeline, storeId, undefined),
    readStoreSummary(pipeline, storeId),
  ])
  return { products: showTotal(products), store: showTotal(itself) }
}

function showTotal(stars: Stars) {
  const { one, two, three, four, five } = stars
  return { average: averageOf(stars), total: totalOf(stars), rate: { one, two, three, four, five } }
}

// Several products may have the same SKU. The form reviews the first of them.
function writingOf(store: KnownStore, productIds: string[] | undefined, publicUrl: string) {
  const [product_id] = productIds ?? []
  // The form of a visitor asks about products alone.
  if (!store.open_reviews || product_id === undefined || product_id === storeItself) return {}
  const query = new URLSearchParams({ store_id: store.store_id, store_key: store.store_key, product_id })
  return { write_url: `${publicUrl}/write?${query}` }
}
