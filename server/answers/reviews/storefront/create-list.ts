import type { Connection, Database } from '../../../foundation/database/connect.ts'
import type { Language } from '../../../foundation/http/language.ts'
import { inSlices } from '../../../foundation/lib/in-slices.ts'
import type { Reading } from '../../../tenants/admission/cached-read.ts'
import { findProducts, productNames } from '../../../tenants/products/products.ts'
import { type Subject, subjects } from '../../../tenants/products/store-itself.ts'
import type { KnownStore } from '../../../tenants/stores/stores.ts'
import { showAnswers } from '../attributes/present.ts'
import { readDigest } from '../machine/digests.ts'
import { summarizedProduct } from '../machine/machine-parts.ts'
import { linksOf } from './product-links.ts'
import { countStars, readStoreSummary, totalOf } from './ratings.ts'
import type { ShownReview } from './review-columns.ts'
import { renderBadge, renderReviewList, type SubjectLink, type views } from './review-list.ts'
import { readReviewPage } from './review-pages.ts'
import type { readReviewQuery } from './review-query.ts'
import { averageOf, lengthOfReview, showReview } from './shown.ts'

/** What an address of `reviews.html` asks for. */
export type AskedList = ReturnType<typeof readReviewQuery> & {
  link: string | undefined
  view: (typeof views)[number] | undefined
  subject: Subject | undefined
}

/** The list as HTML. */
export async function createList(
  { database, publicUrl }: Reading,
  store: KnownStore,
  asked: AskedList,
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
  asked: AskedList,
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

type Listed = { asked: AskedList; productIds: string[] | undefined; language: Language; total: number }

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

function linkTo(store: KnownStore, asked: AskedList, language: string): LinkTo {
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
