import { z } from 'zod'
import type { Connection, Database } from '../../../foundation/database/connect.ts'
import { endpoint } from '../../../foundation/http/endpoint.ts'
import { languageTag, text } from '../../../foundation/http/input/fields.ts'
import { namesProductOnce, oneOf, type ProductFilter } from '../../../foundation/http/input/read-query.ts'
import { type Language, languageFor } from '../../../foundation/http/language.ts'
import { errorResponses } from '../../../foundation/http/reference/api-docs.ts'
import { inSlices } from '../../../foundation/lib/in-slices.ts'
import {
  answerRead,
  type Reading,
  readErrors,
  storeKeySecurity,
} from '../../../tenants/admission/cached-read.ts'
import { budgetOf } from '../../../tenants/admission/read-limits.ts'
import { addressOfProduct } from '../../../tenants/products/addresses.ts'
import { tagsOf } from '../../../tenants/products/invalidation.ts'
import { findListing, findProducts, productNames } from '../../../tenants/products/products.ts'
import type { KnownStore } from '../../../tenants/stores/stores.ts'
import { readDigest, summarizes } from '../machine/digests.ts'
import { linksOf } from './answer-reviews.ts'
import { readPicturedPage } from './pictured-pages.ts'
import { countStars, totalOf } from './ratings.ts'
import type { ShownReview } from './review-columns.ts'
import { renderReviewList, views } from './review-list.ts'
import { readReviewPage } from './review-pages.ts'
import {
  filtersOnce,
  isPictured,
  pictured,
  picturedAlone,
  readReviewQuery,
  reviewParameters,
} from './review-query.ts'
import { averageOf, lengthOfReview, showReview } from './shown.ts'

const query = z
  .object({
    ...reviewParameters,
    lang: languageTag
      .optional()
      .describe("A language tag: the nearest of our languages is used. The store's language unless named"),
    view: oneOf(views, 'list').describe(
      'gallery: the pictures of reviews alone; carousel: a row that scrolls',
    ),
    pictured,
    link: text(2048)
      .check(({ value, issues }) => {
        if (!/^(https?:\/\/|\/|\?)/i.test(value) || !value.includes('{offset}')) {
          issues.push({ code: 'custom', message: 'one_of', params: { values: [linkForms] }, input: value })
        }
      })
      .optional()
      .meta({ pattern: '^([hH][tT]{2}[pP][sS]?://|/|\\?)[\\s\\S]*\\{offset\\}' })
      .describe('Where links to other pages lead; {offset} stands for its first review. Else: this address'),
  })
  .check(namesProductOnce(), filtersOnce)
  .check(picturedAlone)

const linkForms = 'https://…{offset}, /…{offset}, ?…{offset}'

/** GET /api/v1/reviews.html */
export function renderReviews(reading: Reading) {
  return endpoint({
    schema: {
      operationId: 'renderReviews',
      summary: 'Read reviews as HTML',
      description:
        'The list of reviews.json as a piece of HTML without scripts, for shops that render on the server.',
      tags: ['Reads'],
      produces: ['text/html'],
      security: storeKeySecurity,
      querystring: query,
      response: {
        200: z.string().meta({ description: 'A section element, as text/html' }),
        ...errorResponses([...readErrors]),
      },
    },
    handler: async (request, reply) => {
      const sent = request.query
      const asked = {
        ...readReviewQuery(sent),
        link: sent.link,
        view: sent.view,
        isPictured: isPictured(sent),
      }
      const { store } = request
      const language = languageFor(store, sent.lang)
      const { products } = asked
      return await answerRead(reading, request, reply, {
        query: [asked, language],
        tags: tagsOf(store.store_id, products),
        budget: budgetOf(asked) === 'reads' ? 'lists' : budgetOf(asked),
        contentType: 'text/html; charset=utf-8',
        headers: {
          'content-language': language,
          'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; img-src http: https:",
          // The shop's page is the one to find. This address is a piece of it.
          'x-robots-tag': 'noindex',
        },
        moreHeaders: store => canonicalOf(reading, store, products),
        create: store => render(reading, store, asked, language),
      })
    },
  })
}

/** The product's page, for programs that meet the list at its own address. */
async function canonicalOf(
  { database }: Reading,
  store: KnownStore,
  products: ProductFilter,
): Promise<Record<string, string>> {
  const [product_id] = (await findProducts(database.pipeline, store.store_id, products)) ?? []
  const listing = product_id && (await findListing(database.pipeline, store.store_id, product_id))
  const url = listing && addressOfProduct(store, { ...listing, product_id })
  return url ? { link: `<${url}>; rel="canonical"` } : {}
}

type Asked = ReturnType<typeof readReviewQuery> & {
  link: string | undefined
  view: (typeof views)[number] | undefined
  isPictured: boolean
}

async function render(
  { database, publicUrl }: Reading,
  store: KnownStore,
  asked: Asked,
  language: Language,
): Promise<string> {
  const { products, limit, offset } = asked
  const productIds = await findProducts(database.pipeline, store.store_id, products)
  const [page, stars] = await Promise.all([
    asked.isPictured
      ? readPicturedPage(database, store.store_id, { ...asked, productIds })
      : readReviewPage(database, store, { ...asked, productIds }),
    countStars(database.pipeline, store.store_id, productIds),
  ])
  const isRow = asked.view === 'carousel' && !productIds
  const productOf = isRow ? await linksOf(database.pipeline, store, page.reviews) : undefined
  const variants = await namesOfVariants(database, store.store_id, productIds, page.reviews)
  const total = totalOf(stars)
  const digest = await digestOf(database, store, { asked, productIds, language, total })
  const link = linkTo(store, asked, language)
  const base = publicUrl()
  const isLast = offset + limit >= page.count || offset + limit > 10_000
  return await renderReviewList({
    language,
    store: { ...store, about: `${base}/transparency/${store.store_id}` },
    view: asked.view,
    reviews: await inSlices(page.reviews, lengthOfReview, review => ({
      ...showReview(review, store, base),
      variant: variants.get(review.product_id),
      product: productOf?.(review.product_id),
    })),
    rating: total > 0 ? { average: averageOf(stars), total } : null,
    previous: offset > 0 ? link(Math.max(0, offset - limit)) : null,
    next: isLast ? null : link(offset + limit),
    digest,
  })
}

type Listed = { asked: Asked; productIds: string[] | undefined; language: Language; total: number }

// Only a store that has summaries reads one.
async function digestOf(
  database: Database,
  store: KnownStore,
  { asked, productIds, language, total: count }: Listed,
) {
  const [productId, ...others] = productIds ?? []
  const { terms, ratings, offset, view } = asked
  const isWhole =
    terms === '' && ratings.length === 5 && offset === 0 && view === undefined && !asked.isPictured
  if (!summarizes(store) || !isWhole || productId === undefined || others.length > 0) return undefined
  return await readDigest(database, store.store_id, { productId, language, count })
}

// On the page of a red shirt, a review of the blue one names its variant.
async function namesOfVariants(
  db: Connection,
  storeId: string,
  productIds: string[] | undefined,
  reviews: ShownReview[],
): Promise<Map<string, string>> {
  const others = reviews.map(({ product_id }) => product_id).filter(id => !productIds?.includes(id))
  return productIds && others.length > 0 ? await productNames(db, storeId, others) : new Map()
}

function linkTo(store: KnownStore, asked: Asked, language: string): (offset: number) => string {
  const { link, filters, order, limit, view } = asked
  if (link) return offset => link.replaceAll('{offset}', String(offset))
  const parameters = new URLSearchParams({ store_id: store.store_id, store_key: store.store_key })
  for (const [name, value] of Object.entries(filters)) {
    for (const item of [value].flat()) parameters.append(name, String(item))
  }
  parameters.append('orderBy', order)
  if (view) parameters.append('view', view)
  if (asked.isPictured) parameters.append('pictured', 'true')
  parameters.append('limit', String(limit))
  parameters.append('lang', language)
  return offset => `?${parameters}&offset=${offset}`
}
