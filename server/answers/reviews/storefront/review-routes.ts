import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
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
import { designOf, itemsPerPage, shownDesign } from '../../../tenants/stores/widget-design.ts'
import { showAnswers } from '../attributes/present.ts'
import { shownAnswer } from '../attributes/shown-schemas.ts'
import { summarizes } from '../machine/digests.ts'
import { machineMeta, shownDigest, shownMachine } from '../machine/machine-parts.ts'
import { languagesOf } from '../machine/review-languages.ts'
import { origins } from '../origin.ts'
import { videos } from '../shown-review.ts'
import { readPicturedPage } from './pictured-pages.ts'
import { linksOf } from './product-links.ts'
import { countStars, readStoreSummary, type Stars, totalOf } from './ratings.ts'
import { readReviewPage } from './review-pages.ts'
import {
  isPictured,
  ofStoreItself,
  readReviewQuery,
  readStoreReviewQuery,
  reviewQuery,
  storeReviewQuery,
} from './review-query.ts'
import { averageOf, lengthOfReview, showReview } from './shown.ts'

const review = z
  .object({
    id: z.uuid(),
    display_name: z.string(),
    rating: z.int().min(1).max(5),
    body: z.string(),
    title: z.string(),
    created_at: z.iso.datetime(),
    verified_purchase: z.boolean(),
    is_recommended: z.boolean().meta({ description: 'False too when the buyer did not say' }),
    pictures: z.array(z.url()),
    videos,
    reply: z
      .object({ body: z.string(), created_at: z.iso.datetime() })
      .nullable()
      .meta({ description: "The store's answer" }),
    votes: z.int().min(0).meta({ description: 'How many found it helpful' }),
    attributes: z.array(shownAnswer).optional(),
    language: z.string().optional().meta({ description: 'Its language, if the store translates reviews' }),
    product: z
      .object({
        product_id: z.string(),
        name: z.string(),
        url: z.url().optional().meta({ description: 'Its page in the shop, if it is known' }),
      })
      .optional()
      .meta({ description: 'With expand=product' }),
    origin: z.enum(origins).nullable().meta({
      description:
        'invitation: through a review request; page: on a page, by an author who confirmed the address; import: from another service; api: sent by a program of the store; null: from a release that did not keep it',
    }),
    origin_name: z.string().nullable().meta({ description: 'The service that it was imported from' }),
    incentivized: z
      .boolean()
      .meta({ description: 'Whether the author is known to have got something for it' }),
    purchased_on: z.iso.date().nullable().meta({ description: 'The day of the purchase, if it is known' }),
    pinned: z.boolean().meta({ description: 'Whether the store chose it to come first' }),
  })
  .meta({ title: 'Review' })

const count = z.int().min(0)

const totals = z.object({
  average: z.number().min(0).max(5),
  total: count,
  rate: z.object({ one: count, two: count, three: count, four: count, five: count }),
})

const reviews = z
  .object({
    result: z.array(review),
    count: z.number().int().meta({
      description:
        'Of all pages; of pictured reviews, and of a search in a whole store, at most 1000, or 10000 on pages beyond those',
    }),
    meta: z.object({
      limit: z.number().int(),
      offset: z.number().int(),
      query: z.record(z.string(), z.unknown()).meta({ description: 'The filters in use' }),
      store_name: z.string().meta({ description: 'Who replies' }),
      write_url: z.url().optional().meta({
        description:
          'Where a review of the one product asked for can be written, if the store takes any without an order',
      }),
      ratings: z.object({ products: totals, store: totals }).optional().meta({
        description: 'With expand=ratings: of all products together, and of the store itself',
      }),
      design: shownDesign.optional(),
      machine: shownMachine.optional(),
      summary: shownDigest
        .nullable()
        .optional()
        .meta({ description: 'With expand=summary; null: there is none yet' }),
    }),
  })
  .meta({
    description: 'One page of published reviews',
    examples: [
      {
        result: [
          {
            id: '01999c53-5a4f-7c7e-9d57-0e3a6d2f8b11',
            display_name: 'Ana M.',
            rating: 5,
            body: 'Heats fast and does not leak.',
            title: 'Coffee as it should be',
            created_at: '2026-03-10T12:00:00.000Z',
            verified_purchase: true,
            is_recommended: true,
            pictures: [],
            reply: null,
            votes: 3,
            origin: 'invitation',
            origin_name: null,
            incentivized: false,
            purchased_on: '2026-02-24',
            pinned: false,
          },
        ],
        count: 1,
        meta: { limit: 10, offset: 0, query: { product_sku: 'SKU-1' }, store_name: 'Casa da Serra' },
      },
    ],
  })

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

type JsonQuery = Pick<z.infer<typeof reviewQuery>, 'limit' | 'expand' | 'pictured' | 'locale'>

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
    ...(isPictured(request.query) && { isPictured: true }),
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
  isPictured?: boolean
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
    asked.isPictured
      ? readPicturedPage(database.pipeline, store_id, question)
      : readReviewPage(database, store, question),
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
      query: asked.isPictured ? { ...filters, pictured: true } : filters,
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
