import sql, { join, raw } from 'sql-template-tag'
import { type Actor, logChanges } from '../audit/audit.ts'
import type { Connection } from '../database/connect.ts'
import { markDaysChanged } from '../days/changed-days.ts'
import { ApiError } from '../errors/errors.ts'
import { maskContacts } from '../lib/text/mask-contacts.ts'
import { type SearchLanguage, searchWords } from '../lib/text/search-words.ts'
import { isUuid } from '../lib/uuid.ts'
import { flagsOf } from '../moderation/flags.ts'
import { bytea, textFingerprint } from '../moderation/same-text.ts'
import type { ContentState } from '../moderation/states.ts'
import { notifyProductsChanged } from '../products/changes.ts'
import { searchLanguageOf, stems } from '../stores/searching.ts'
import { countedFields } from './review-days.ts'
import { changeSummaries } from './summaries.ts'

/** A review as it is stored. Texts are as they were written: what visitors see is masked when it is read. */
export type Review = {
  id: string
  product_id: string
  /** 1 to 5. */
  rating: number
  title: string
  body: string
  display_name: string
  /** Who wrote it, as given and as compared; null when unknown or erased. */
  email: string | null
  address: string | null
  recommended: boolean | null
  verified_purchase: boolean
  pictures: string[]
  state: ContentState
  moderation_reason: string | null
  votes: number
  /** A language tag. */
  language: string
  order_id: string | null
  purchased_at: Date | null
  created_at: Date
  published_at: Date | null
  reply: string | null
  reply_created_at: Date | null
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
  'pictures',
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
] as const satisfies (keyof Review)[]

export const columnNames = raw(columns.join(', '))

/** Who changes it and why, for the audit log. */
export type By = { at: Date; actor: Actor; action: string }

/**
 * Writes new reviews with their products' summaries, and tells every instance of those that are shown. The
 * products must be there.
 * The caller makes the ids, and sees to it that none is written twice.
 */
export async function insertReviews(
  tx: Connection,
  storeId: string,
  reviews: Review[],
  by: By,
): Promise<void> {
  if (reviews.length === 0) return
  const language = await searchLanguageOf(tx, storeId)
  const rows = reviews.map(review => ({
    ...review,
    text_hash: bytea(textFingerprint(review.body)),
    words: wordsOf(review, language),
  }))
  await tx.query(sql`
    insert into reviews (store_id, ${columnNames}, text_hash, state_at, search, flagged)
    select ${storeId}::uuid, ${columnNames}, text_hash, ${by.at}::timestamptz,
      ${stems(language, sql`item ->> 'words'`)}, ${flagsOf(storeId, 'review', raw('id'))} is not null
    from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) as item,
      jsonb_populate_record(null::reviews, item)`)
  await changeSummaries(
    tx,
    storeId,
    reviews.map(after => ({ before: null, after })),
  )
  await logChanges(
    tx,
    storeId,
    reviews.map(({ id }) => ({ ...by, record: 'review', recordId: id, fields: [] })),
  )
  await notifyProductsChanged(
    tx,
    storeId,
    reviews.filter(({ state }) => state === 'published').map(({ product_id }) => product_id),
  )
  await markDaysChanged(
    tx,
    storeId,
    reviews.map(({ created_at }) => created_at),
  )
}

/**
 * Changes one review with its product's summary, and tells every instance. The row stays locked until the
 * transaction ends, so `change` decides on what is there. It gives the fields to set; none: nothing happens.
 * Throws `review_unknown`.
 */
export async function changeReview(
  tx: Connection,
  storeId: string,
  reviewId: string,
  change: (review: Review) => Partial<Omit<Review, 'id'>>,
  by: By,
): Promise<Review> {
  const before = await readReview(tx, storeId, reviewId, true)
  const set = change(before)
  const fields = columns.filter(
    name => name in set && JSON.stringify(set[name as 'title']) !== JSON.stringify(before[name]),
  )
  if (fields.length === 0) return before
  const after = { ...before, ...set }
  const values = fields.map(name => {
    const value = name === 'pictures' ? JSON.stringify(after[name]) : after[name]
    return sql`${raw(name)} = ${value}`
  })
  if (after.body !== before.body) values.push(sql`text_hash = ${textFingerprint(after.body)}`)
  if (after.state !== before.state) values.push(sql`state_at = ${by.at}`)
  if (fields.includes('title') || fields.includes('body')) {
    const language = await searchLanguageOf(tx, storeId)
    values.push(sql`search = ${stems(language, sql`${wordsOf(after, language)}::text`)}`)
  }
  await tx.query(sql`
    update reviews
    set ${join(values)}
    where store_id = ${storeId} and id = ${reviewId}`)
  await changeSummaries(tx, storeId, [{ before, after }])
  await logChanges(tx, storeId, [{ ...by, record: 'review', recordId: reviewId, fields }])
  const isSeen = before.state === 'published' || after.state === 'published'
  if (isSeen) await notifyProductsChanged(tx, storeId, [before.product_id, after.product_id])
  const isCounted = fields.some(name => countedFields.includes(name))
  if (isCounted) await markDaysChanged(tx, storeId, [before.created_at, after.created_at])
  return after
}

/** Throws `review_unknown` when the store has none with this id. */
export async function readReview(
  db: Connection,
  storeId: string,
  reviewId: string,
  lock = false,
): Promise<Review> {
  const [review] = isUuid(reviewId)
    ? await db.query<Review>(sql`
        select ${columnNames}
        from reviews
        where store_id = ${storeId} and id = ${reviewId}
        ${raw(lock ? 'for update' : '')}`)
    : []
  if (!review) throw new ApiError('review_unknown')
  return review
}

/** What the buyer wrote about products of the orders. */
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

/** What was written about products of the order, by whomever of its buyers; the oldest first. */
export async function reviewsOfOrder(db: Connection, storeId: string, orderId: string): Promise<Review[]> {
  return await db.query<Review>(sql`
    select ${columnNames}
    from reviews
    where store_id = ${storeId} and order_id = ${orderId}
    order by created_at, id`)
}

/** What the author of a review wrote about its product without an order, and that is not taken back. */
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

/** How many reviews of the address wait for its confirmation since then. */
export async function countUnconfirmedReviews(
  db: Connection,
  storeId: string,
  address: string,
  since: Date,
): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`
    select count(*)::integer as count
    from reviews
    where store_id = ${storeId} and address = ${address} and state = 'unconfirmed' and created_at > ${since}`)
  return row?.count ?? 0
}

/** Those of the pictures that a review of the store uses, whatever its state. */
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

/** Whether the store has a review, whatever its state. */
export async function hasReviews(db: Connection, storeId: string): Promise<boolean> {
  const found = await db.query(sql`
    select
    from reviews
    where store_id = ${storeId}
    limit 1`)
  return found.length > 0
}

/** Which of these ids are reviews of the store. */
export async function existingReviews(db: Connection, storeId: string, ids: string[]): Promise<Set<string>> {
  const rows = await db.query<{ id: string }>(sql`
    select id
    from reviews
    where store_id = ${storeId} and id = any (${ids}::uuid[])`)
  return new Set(rows.map(({ id }) => id))
}

// As visitors see it: a search must not tell which phone number is under the dots.
function wordsOf({ title, body }: Pick<Review, 'title' | 'body'>, language: SearchLanguage): string {
  return searchWords(`${maskContacts(title)} ${maskContacts(body)}`, language)
}
