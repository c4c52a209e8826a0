import sql, { raw } from 'sql-template-tag'
import { testOrders } from '../../asking/orders/test-orders.ts'
import type { Connection } from '../../foundation/database/connect.ts'
import { readCaptionsName } from '../../foundation/storage/videos/names.ts'
import { subjectOf } from '../../tenants/products/store-itself.ts'
import {
  type Content,
  type ContentKind,
  columnsOf,
  type LoggedAction,
  type Replied,
} from '../moderation/content/content-kind.ts'
import { readContent } from '../moderation/content/lookups.ts'
import { changeContent, insertContent } from '../moderation/content/writing.ts'
import { type Answers, sentAnswers, withTexts, wordsOf } from './attributes/answers.ts'
import { changeAnswerSums } from './attributes/sums.ts'
import { withInsiders } from './insiders/insiders.ts'
import { forgetMachineTexts } from './machine/forget-texts.ts'
import { type Origin, originOf } from './origin.ts'
import { countedFields } from './sums/review-days.ts'
import { changeSummaries } from './sums/summaries.ts'
import { forgetUnproven } from './unproven.ts'

/** A review as it is stored. Without a product, it is about the store itself: tenants/products/store-itself.ts. */
export type Review = Content &
  Replied & {
    title: string
    /** 1 to 5. */
    rating: number
    recommended: boolean | null
    verified_purchase: boolean
    /** Whether the author got something for it; null: unknown. */
    incentivized?: boolean | null
    /** Whether the author works for the store; null: not that it knows. */
    insider?: boolean | null
    /** How it came to the store that exported it as a CSV file; null: see `originOf`. */
    origin?: Origin | null
    /** The service that an imported review was written with; null: unknown, or written here. */
    origin_name?: string | null
    /** The id that the program which sent it uses for it; null unless a program sent it. */
    external_id?: string | null
    /** When the store pinned it; null unless it is pinned. */
    pinned_at?: Date | null
    pictures: string[]
    /** What it answers to the store's own questions; null: nothing. */
    attributes?: Answers | null
    votes: number
    order_id: string | null
    purchased_at: Date | null
  }

const columns = [
  'id',
  'product_id',
  'rating',
  'title',
  'body',
  'display_name',
  'email',
  'address',
  'recommended',
  'verified_purchase',
  'incentivized',
  'insider',
  'origin',
  'origin_name',
  'external_id',
  'pinned_at',
  'pictures',
  'attributes',
  'state',
  'moderation_reason',
  'votes',
  'language',
  'order_id',
  'purchased_at',
  'created_at',
  'published_at',
  'reply',
  'reply_created_at',
  'imported',
  'notify_author',
] as const satisfies (keyof Review)[]

export const reviewContent: ContentKind<Review> = {
  name: 'review',
  table: raw('reviews'),
  columns,
  texts: ['title', 'body'],
  textSql: raw("title || ' ' || body || ' ' || display_name"),
  countedFields,
  marks: { column: 'attributes', wordsOf: ({ attributes }) => wordsOf(attributes) },
  otherTexts: {
    sql: raw("coalesce(attributes::text, '')"),
    clean: ({ attributes }, clean) => ({ attributes: withTexts(attributes, clean) ?? null }),
  },
  // Pictures may show the author. Their files are swept when no other review uses them.
  erased: { pictures: [] },
  events: [
    'review.created',
    'review.updated',
    'review.published',
    'review.rejected',
    'review.removed',
    'review.replied',
  ],
  eventData: ({
    id: _id,
    email: _email,
    address: _address,
    votes: _votes,
    notify_author: _notified,
    external_id,
    pinned_at,
    pictures,
    ...data
  }) => ({
    subject: subjectOf(data),
    ...data,
    origin: originOf({ ...data, external_id: external_id ?? null }),
    origin_name: data.origin_name ?? null,
    incentivized: data.incentivized ?? null,
    insider: data.insider === true,
    attributes: sentAnswers(data.attributes),
    pinned: pinned_at != null,
    imported: data.imported === true,
    picture_count: pictures.filter(name => !readCaptionsName(name)).length,
  }),
  changeSums: async (tx, storeId, differences) => {
    await changeSummaries(tx, storeId, differences)
    await changeAnswerSums(tx, storeId, differences)
    await forgetMachineTexts(tx, storeId, differences)
  },
  forgetNotes: forgetUnproven,
}

const columnNames = columnsOf(reviewContent)

/** Like `insertContent`, for reviews. Those whose address is of the team are marked. */
export async function insertReviews(
  tx: Connection,
  storeId: string,
  reviews: Review[],
  by: LoggedAction,
  earlier?: Promise<unknown>,
): Promise<void> {
  const marked = await withInsiders(tx, storeId, reviews)
  await insertContent(tx, storeId, reviewContent, marked, by, earlier)
}

/** Like `changeContent`, for a review. Throws `review_unknown`. */
export async function changeReview(
  tx: Connection,
  storeId: string,
  reviewId: string,
  by: LoggedAction,
  change: (review: Review) => Partial<Omit<Review, 'id'>>,
): Promise<Review> {
  return await changeContent(tx, storeId, reviewContent, reviewId, by, change)
}

/** Throws `review_unknown` if the store has none with this id. */
export async function readReview(
  db: Connection,
  storeId: string,
  reviewId: string,
  lock = false,
): Promise<Review> {
  return await readContent(db, storeId, reviewContent, reviewId, lock)
}

/** The buyer's reviews of products in these orders. */
export async function reviewsOfOrders(
  db: Connection,
  storeId: string,
  orderIds: string[],
  address: string,
): Promise<Review[]> {
  return await db.query<Review>(sql`
    select ${columnNames}
    from reviews
    where store_id = ${storeId} and order_id = any(${orderIds}::text[]) and address = ${address}
    order by created_at, id`)
}

/** The newest review by the address of each product; none that was removed or is unconfirmed. */
export async function lastReviewsOf(
  db: Connection,
  storeId: string,
  address: string,
  productIds: string[],
): Promise<Review[]> {
  return await db.query<Review>(sql`
    select distinct on (product_id) ${columnNames}
    from reviews
    where store_id = ${storeId} and address = ${address} and product_id = any(${productIds}::text[])
      and state not in ('removed', 'unconfirmed') and (order_id is null or order_id not like ${testOrders})
    order by product_id, created_at desc, id desc`)
}

/** The reviews of products in the order, by all of its buyers, oldest first. */
export async function reviewsOfOrder(db: Connection, storeId: string, orderId: string): Promise<Review[]> {
  return await db.query<Review>(sql`
    select ${columnNames}
    from reviews
    where store_id = ${storeId} and order_id = ${orderId}
    order by created_at, id`)
}

/** The author's other reviews of the same product without an order, except removed and unconfirmed ones. Locks them. */
export async function reviewsWithoutOrder(
  db: Connection,
  storeId: string,
  { product_id, address, id }: Review,
): Promise<Review[]> {
  return await db.query<Review>(sql`
    select ${columnNames}
    from reviews
    where store_id = ${storeId} and address = ${address} and product_id = ${product_id} and order_id is null
      and id <> ${id} and state in ('pending', 'published', 'rejected')
    order by id
    for update`)
}

/** Returns those of the pictures that a review of the store uses, in any state. */
export async function picturesInUse(db: Connection, storeId: string, names: string[]): Promise<string[]> {
  if (names.length === 0) return []
  const used = await db.query<{ name: string }>(sql`
    select name
    from unnest(${names}::text[]) as name
    where exists (
      select
      from reviews
      where store_id = ${storeId} and pictures <> '[]' and pictures ? name
    )`)
  return used.map(({ name }) => name)
}

/** Whether the store has a review of something else than a test order, in any state. */
export async function hasBuyersReviews(db: Connection, storeId: string): Promise<boolean> {
  const found = await db.query(sql`
    select
    from reviews
    where store_id = ${storeId} and (order_id is null or order_id not like ${testOrders})
    limit 1`)
  return found.length > 0
}
