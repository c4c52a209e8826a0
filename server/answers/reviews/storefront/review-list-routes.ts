import { z } from 'zod'
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
import { languageFor } from '../../../foundation/http/language.ts'
import { closedPolicy } from '../../../foundation/http/pages/page-headers.ts'
import { errorResponses } from '../../../foundation/http/reference/api-docs.ts'
import {
  answerRead,
  type Reading,
  readErrors,
  storeKeySecurity,
} from '../../../tenants/admission/cached-read.ts'
import { budgetOf } from '../../../tenants/admission/read-limits.ts'
import { addressOfProduct } from '../../../tenants/products/addresses.ts'
import { tagsOf } from '../../../tenants/products/invalidation.ts'
import { findListing, findProducts } from '../../../tenants/products/products.ts'
import { subjects } from '../../../tenants/products/store-itself.ts'
import type { KnownStore } from '../../../tenants/stores/stores.ts'
import { createList } from './create-list.ts'
import { views } from './review-list.ts'
import {
  filtersCombine,
  ofStoreItself,
  pictured,
  readReviewQuery,
  readStoreReviewQuery,
  reviewParameters,
} from './review-query.ts'

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
  .check(namesProductOnce, filtersCombine, isOfOneSubject)

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
          'content-security-policy': `${closedPolicy}; style-src 'unsafe-inline'; img-src http: https:`,
          // The shop's page is the one to find. This address is a piece of it.
          'x-robots-tag': 'noindex',
        },
        moreHeaders: store => canonicalOf(reading, store, products),
        create: store => createList(reading, store, asked, language),
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
