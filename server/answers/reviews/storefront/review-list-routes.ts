import { z } from 'zod'
import type { Connection, Database } from '../../../foundation/database/connect.ts'
import { endpoint } from '../../../foundation/http/endpoint.ts'
import { languageTag, text } from '../../../foundation/http/input/fields.ts'
import {
  namesProductOnce,
  oneOf,
  type ProductFilter,
  productsIn,
  refuseBoth,
  type WholeQuery,
} from '../../../foundation/http/input/read-query.ts'
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
import { type Subject, subjects } from '../../../tenants/products/store-itself.ts'
import type { KnownStore } from '../../../tenants/stores/stores.ts'
import { showAnswers } from '../attributes/present.ts'
import { readDigest } from '../machine/digests.ts'
import { summarizedProduct } from '../machine/machine-parts.ts'
import { linksOf } from './product-links.ts'
import { countStars, readStoreSummary, totalOf } from './ratings.ts'
import type { ShownReview } from './review-columns.ts'
import { renderBadge, renderReviewList, type SubjectLink, views } from './review-list.ts'
import { readReviewPage } from './review-pages.ts'
import {
  filtersCombine,
  ofStoreItself,
  pictured,
  readReviewQuery,
  readStoreReviewQuery,
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
      'gallery: the pictures of reviews alone; carousel: a row that scrolls; store: with links between the reviews of all products and those of the store itself; badge: the rating of the store itself alone',
    ),
    subject: oneOf(subjects, 'product').describe('store: the reviews of the store itself'),
    pictured,
    link: text(2048)
      .check(({ value, issues }) => {
        if (!/^(https?:\/\/|\/|\?)/i.test(value) || !value.includes('{offset}')) {
          issues.push({ code: 'custom', message: 'one_of', params: { values: [linkForms] }, input: value })
        }
      })
      .optional()
      .meta({ pattern: '^([hH][tT]{2}[pP][sS]?://|/|\\?)[\\s\\S]*\\{offset\\}' })
      .describe(
        'Where links to other pages lead; {offset} stands for its first review, {subject} for product or store. Else: this address',
      ),
  })
  .catchall(z.unknown())
  .check(namesProductOnce(), filtersCombine, isOfOneSubject)

// The views of the store, and its own reviews, are of no product.
function isOfOneSubject(query: WholeQuery): void {
  const { view, subject } = query.value
  const given = view === 'store' || view === 'badge' ? `view=${view}` : subject === 'store' && 'subject=store'
  const [product] = productsIn(query.value)
  if (given && product) refuseBoth(query, [given, product], product)
}

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
      const isOfStore = sent.subject === 'store' || sent.view === 'badge'
      const asked = {
        ...(isOfStore ? readStoreReviewQuery(sent) : readReviewQuery(sent)),
        link: sent.link,
        view: sent.view,
        subject: sent.subject,
      }
      const { store } = request
      const language = languageFor(store, sent.lang)
      const { products } = asked
      return await answerRead(reading, request, reply, {
        query: [asked, language],
        // Its links have the number of both.
        tags: [
          ...tagsOf(store.store_id, products),
          ...(sent.view === 'store'
            ? [undefined, ofStoreItself].flatMap(of => tagsOf(store.store_id, of))
            : []),
        ],
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
  subject: Subject | undefined
}

async function render(
  { database, publicUrl }: Reading,
  store: KnownStore,
  asked: Asked,
  language: Language,
): Promise<string> {
  const { products, limit, offset } = asked
  const link = linkTo(store, asked, language)
  if (asked.view === 'badge') return await badge(database, store, link, language)
  const productIds = await findProducts(database.pipeline, store.store_id, products)
  const [page, stars] = await Promise.all([
    readReviewPage(database, store, { ...asked, productIds }),
    countStars(database.pipeline, store.store_id, productIds),
  ])
  const namesProducts = (asked.view === 'carousel' || asked.view === 'store') && !productIds
  const productOf = namesProducts ? await linksOf(database.pipeline, store, page.reviews) : undefined
  const variants = await namesOfVariants(database, store.store_id, productIds, page.reviews)
  const total = totalOf(stars)
  const digest = await digestOf(database, store, { asked, productIds, language, total })
  const base = publicUrl()
  const isLast = offset + limit >= page.count || offset + limit > 10_000
  return await renderReviewList({
    language,
    store: { ...store, about: `${base}/transparency/${store.store_id}` },
    view: asked.view,
    reviews: await inSlices(page.reviews, lengthOfReview, review => ({
      ...showReview(review, store, base),
      answers: showAnswers(store.attributes, review.attributes, store, language),
      variant: variants.get(review.product_id),
      product: productOf?.(review.product_id),
    })),
    rating: total > 0 ? { average: averageOf(stars), total } : null,
    previous: offset > 0 ? link(Math.max(0, offset - limit)) : null,
    next: isLast ? null : link(offset + limit),
    digest,
    subjects: asked.view === 'store' ? await subjectLinks(database, store, asked, language) : undefined,
  })
}

type LinkTo = (offset: number, of?: { view?: string; subject?: Subject }) => string

async function badge(
  { pipeline }: Database,
  store: KnownStore,
  link: LinkTo,
  language: Language,
): Promise<string> {
  const stars = await readStoreSummary(pipeline, store.store_id)
  const total = totalOf(stars)
  const rating = total > 0 ? { average: averageOf(stars), total } : null
  return renderBadge({ language, rating, url: link(0, { view: 'store', subject: 'store' }) })
}

async function subjectLinks(
  { pipeline }: Database,
  store: KnownStore,
  asked: Asked,
  language: Language,
): Promise<SubjectLink[] | undefined> {
  // A page of the shop that has one list.
  if (asked.link && !asked.link.includes('{subject}')) return undefined
  const totals = {
    product: totalOf(await countStars(pipeline, store.store_id, undefined)),
    store: totalOf(await readStoreSummary(pipeline, store.store_id)),
  }
  const { subject: chosen = 'product' } = asked
  // The other list has filters and pages of its own.
  const link = linkTo(store, { ...asked, filters: {} }, language)
  return subjects.map(subject => ({
    subject,
    total: totals[subject],
    url: subject === chosen ? null : link(0, { subject }),
  }))
}

type Listed = { asked: Asked; productIds: string[] | undefined; language: Language; total: number }

async function digestOf(
  database: Database,
  store: KnownStore,
  { asked, productIds, language, total: count }: Listed,
) {
  const { offset, view = 'list' } = asked
  const productId = summarizedProduct(store, { ...asked, productIds })
  if (productId === undefined || offset > 0 || view !== 'list') return undefined
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

function linkTo(store: KnownStore, asked: Asked, language: string): LinkTo {
  const { link, filters, order, limit } = asked
  if (link)
    return (offset, { subject = asked.subject ?? 'product' } = {}) =>
      link.replaceAll('{offset}', String(offset)).replaceAll('{subject}', subject)
  const parameters = new URLSearchParams({ store_id: store.store_id, store_key: store.store_key })
  for (const [name, value] of Object.entries(filters)) {
    for (const item of [value].flat()) parameters.append(name, String(item))
  }
  parameters.append('orderBy', order)
  parameters.append('limit', String(limit))
  parameters.append('lang', language)
  return (offset, { view = asked.view, subject = asked.subject } = {}) => {
    const of = new URLSearchParams({ ...(view && { view }), ...(subject && { subject }) })
    return `?${[parameters, ...(of.size > 0 ? [of] : [])].join('&')}&offset=${offset}`
  }
}
