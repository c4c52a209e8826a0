import { randomBytes } from 'node:crypto'
import sql, { empty } from 'sql-template-tag'
import type { Connection } from '../../foundation/database/connect.ts'
import { ApiError } from '../../foundation/errors/errors.ts'
import { type By, logChanges } from '../../foundation/events/audit/audit.ts'
import { readStoreToken, writeStoreToken } from '../../foundation/lib/ids/store-token.ts'
import { isUuid, uuid } from '../../foundation/lib/ids/uuid.ts'
import { fingerprint } from '../../foundation/lib/secret.ts'
import { mostFeeds } from './most-feeds.ts'

export const feedFormats = ['google', 'meta'] as const

export type FeedFormat = (typeof feedFormats)[number]

/** The last part of a feed's address. */
export const feedFiles = {
  google: 'google-product-reviews.xml',
  meta: 'meta-reviews.csv',
} satisfies Record<FeedFormat, string>

export type Feed = {
  feed_id: string
  format: FeedFormat
  /** The last review of each part but the newest. */
  breaks: string[]
  created_at: Date
  /** The actor. */
  created_by: string
  /** When it was last read, to the hour. */
  read_at: Date | null
}

/** Creates a feed. `token` is returned only here. Throws `settings_invalid` beyond 20 feeds. */
export async function createFeed(
  tx: Connection,
  storeId: string,
  format: FeedFormat,
  by: By,
): Promise<{ feed_id: string; token: string }> {
  const feedId = uuid()
  const token = writeStoreToken(storeId, randomBytes(32))
  // Locked first, so that two at once cannot exceed the limit.
  await tx.query(sql`select from stores where store_id = ${storeId} for no key update`)
  if ((await listFeeds(tx, storeId)).length >= mostFeeds) throw tooMany()
  await tx.query(sql`
    insert into feeds (store_id, feed_id, format, token_hash, created_at, created_by)
    values (${storeId}, ${feedId}, ${format}, ${fingerprint(token)}, ${by.at}, ${by.actor})`)
  await logChanges(tx, storeId, [
    { ...by, action: 'create feed', record: 'store', recordId: storeId, fields: [] },
  ])
  return { feed_id: feedId, token }
}

function tooMany(): ApiError {
  const values = [`more than ${mostFeeds}; delete one first`]
  return new ApiError('settings_invalid', { problems: [{ path: 'feeds', problem: 'refused', values }] })
}

/** The address of a new feed. */
export function feedUrl(publicUrl: string, format: FeedFormat, token: string): string {
  return `${publicUrl}/feeds/${token}/${feedFiles[format]}`
}

/** The store's feeds, oldest first. A feed is not changed once it is created, so `since` asks for those created since. */
export async function listFeeds(db: Connection, storeId: string, since?: Date): Promise<Feed[]> {
  return await db.query<Feed>(sql`
    select feed_id, format, breaks, created_at, created_by, read_at
    from feeds
    where store_id = ${storeId} ${since ? sql`and created_at >= ${since}` : empty}
    order by feed_id`)
}

/** Deletes a feed: its address answers 404 from now on. Throws `feed_unknown`. */
export async function deleteFeed(tx: Connection, storeId: string, feedId: string, by: By): Promise<void> {
  if (!isUuid(feedId)) throw new ApiError('feed_unknown')
  const deleted = await tx.query(sql`
    delete from feeds
    where store_id = ${storeId} and feed_id = ${feedId}
    returning feed_id`)
  if (deleted.length === 0) throw new ApiError('feed_unknown')
  await logChanges(tx, storeId, [
    { ...by, action: 'delete feed', record: 'store', recordId: storeId, fields: [] },
  ])
}

/** The feed of this address, and its store. Throws `feed_unknown`, also for a feed of another format. */
export async function findFeed(
  db: Connection,
  token: string,
  format: FeedFormat,
): Promise<{ storeId: string; feed: Feed }> {
  const storeId = readStoreToken(token)
  if (storeId === undefined) throw new ApiError('feed_unknown')
  const [feed] = await db.query<Feed>(sql`
    select feed_id, format, breaks, created_at, created_by, read_at
    from feeds
    where store_id = ${storeId} and token_hash = ${fingerprint(token)} and format = ${format}`)
  if (!feed) throw new ApiError('feed_unknown')
  return { storeId, feed }
}

/**
 * Ends a part after a review, so that the next part begins there. A later break stays. Nothing changes if another
 * reader has moved the end of this part meanwhile.
 */
export async function breakFeed(
  db: Connection,
  storeId: string,
  feedId: string,
  { part, until, last }: { part: number; until: string | null; last: string },
): Promise<void> {
  await db.query(sql`
    update feeds
    set breaks = breaks[1:${part - 1}::integer] || ${last}::uuid || breaks[${part + 1}::integer:]
    where store_id = ${storeId} and feed_id = ${feedId}
      and breaks[${part}::integer] is not distinct from ${until}::uuid`)
}

/** Records that a feed was read, at most once an hour. */
export async function noteFeedRead(db: Connection, storeId: string, feedId: string, at: Date): Promise<void> {
  await db.query(sql`
    update feeds
    set read_at = ${at}
    where store_id = ${storeId} and feed_id = ${feedId}
      and (read_at is null or read_at <= ${new Date(at.getTime() - hour)})`)
}

const hour = 60 * 60_000 // ms
