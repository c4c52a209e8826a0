import { createHash } from 'node:crypto'
import sql, { empty, join } from 'sql-template-tag'
import { ownStore } from '../../../foundation/database/citus/own-store.ts'
import type { Connection } from '../../../foundation/database/connect.ts'
import { enqueue } from '../../../foundation/jobs/jobs.ts'
import { isVideo } from '../../../foundation/storage/pictures/other-formats.ts'
import { contentStates, isHidden } from '../../moderation/states.ts'

export type CopyState = 'waiting' | 'copied' | 'failed' | 'foreign'

/** Why an attempt failed. */
export const copyProblems = [
  'gone', // 404 or 410
  'refused', // another status that will not change by itself
  'busy', // 429 or 5xx
  'slow',
  'unreachable',
  'not_public', // an address that the service does not fetch from
  'certificate',
  'redirects',
  'large',
  'type', // not JPEG, PNG or WebP
  'pixels',
  'broken',
  'storage', // the store's limit is reached
  'unavailable', // our picture store cannot serve
] as const
export type CopyProblem = (typeof copyProblems)[number]

/** SQL for a statement about `reviews`: those whose pictures are copied. The others are hidden, perhaps for good. */
export const isCopiedFor = sql`state in (${join(contentStates.filter(state => !isHidden(state)))})`

/**
 * Plans to copy those of the pictures that are addresses, in the transaction that stores their reviews. One that failed is
 * tried again, and one that waits keeps its time.
 */
export async function planCopies(
  tx: Connection,
  storeId: string,
  pictures: readonly string[],
  { at, importId }: { at: Date; importId?: string | undefined },
): Promise<void> {
  const rows = [...new Set(pictures)].filter(isAddress).map(address => ({
    hash: hashOf(address).toString('hex'),
    address,
    host: new URL(address).host,
    state: isVideo(address) ? 'foreign' : 'waiting',
  }))
  if (rows.length === 0) return
  // In key order, so that concurrent imports cannot deadlock.
  await tx.query(sql`
    insert into picture_copies (store_id, address_hash, address, host, import_id, state, due_at)
    select own.store_id, decode(hash, 'hex'), address, host, ${importId ?? null}::uuid, state, ${at}::timestamptz
    from ${ownStore(storeId)} as own,
      jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row(hash text, address text, host text, state text)
    order by hash
    on conflict (store_id, address_hash) do update
    set address = excluded.address, import_id = coalesce(excluded.import_id, picture_copies.import_id),
      state = case when picture_copies.state = 'foreign' then 'foreign' else 'waiting' end,
      attempts = case when picture_copies.state = 'waiting' then picture_copies.attempts else 0 end,
      due_at = case when picture_copies.state = 'waiting' then picture_copies.due_at else excluded.due_at end,
      problem = case when picture_copies.state = 'waiting' then picture_copies.problem end,
      status = case when picture_copies.state = 'waiting' then picture_copies.status end`)
  await enqueue(tx, 'copy-pictures', storeId, [storeId])
}

/** Imported pictures are addresses, ours are names. */
export function isAddress(picture: string): boolean {
  return /^https?:\/\//i.test(picture) && URL.canParse(picture)
}

export function hashOf(address: string): Buffer {
  return createHash('sha256').update(address).digest()
}

const pageSize = 100 // a review may have 50 addresses of 2,048 characters
const noId = '00000000-0000-0000-0000-000000000000'

const startedAnew = (at: Date) =>
  sql`state = 'waiting', attempts = 0, due_at = ${at}, problem = null, status = null`

/** Plans to copy all addresses that the store's reviews have as pictures, also those that failed. */
export async function planAllCopies(db: Connection, storeId: string, at: Date): Promise<void> {
  await db.query(sql`
    update picture_copies
    set ${startedAnew(at)}
    where store_id = ${storeId} and state in ('failed', 'waiting')`)
  for (let after = noId; ; ) {
    const page = await db.query<{ id: string; pictures: string[] }>(sql`
      select id, pictures
      from reviews
      where store_id = ${storeId} and id > ${after} and pictures <> '[]' and ${isCopiedFor}
      order by id
      limit ${pageSize}`)
    const last = page.at(-1)
    if (!last) return
    await planCopies(
      db,
      storeId,
      page.flatMap(({ pictures }) => pictures),
      { at },
    )
    after = last.id
  }
}

/** Tries again the pictures of an import that failed, or for which there was no room. */
export async function retryCopies(
  tx: Connection,
  storeId: string,
  importId: string,
  at: Date,
): Promise<void> {
  await tx.query(sql`
    update picture_copies
    set ${startedAnew(at)}
    where store_id = ${storeId} and import_id = ${importId}
      and (state = 'failed' or (state = 'waiting' and problem = 'storage'))`)
  await enqueue(tx, 'copy-pictures', storeId, [storeId])
}

export type CopyCounts = Record<CopyState, number> & {
  /** The problems of failed and waiting pictures, most frequent first. `example` is an address. */
  problems: { problem: CopyProblem; status: number | null; count: number; example: string }[]
}

/** Counts the pictures to copy of a store, or of one of its imports. */
export async function countCopies(db: Connection, storeId: string, importId?: string): Promise<CopyCounts> {
  const rows = await db.query<{
    state: CopyState
    problem: CopyProblem | null
    status: number | null
    count: number
    example: string
  }>(sql`
    select state, problem, status, count(*)::integer as count, min(address) as example
    from picture_copies
    where store_id = ${storeId} ${importId === undefined ? empty : sql`and import_id = ${importId}`}
    group by state, problem, status
    order by count desc, state, problem, status`)
  const counts: CopyCounts = { waiting: 0, copied: 0, failed: 0, foreign: 0, problems: [] }
  for (const { state, problem, status, count, example } of rows) {
    counts[state] += count
    if (problem !== null && state !== 'copied') counts.problems.push({ problem, status, count, example })
  }
  return counts
}

/** The stores whose pictures failed, or wait because their storage is full. */
export async function countCopiesOfStores(
  db: Connection,
): Promise<{ store_id: string; failed: number; without_room: number }[]> {
  return await db.query(sql`
    select store_id, (count(*) filter (where state = 'failed'))::integer as failed,
      (count(*) filter (where state = 'waiting'))::integer as without_room
    from picture_copies
    where state = 'failed' or (state = 'waiting' and problem = 'storage')
    group by store_id
    order by store_id`)
}

/** Forgets those of the pictures that no review uses any more, except copied ones, whose address is not kept. */
export async function forgetCopies(tx: Connection, storeId: string, pictures: string[]): Promise<void> {
  const hashes = pictures.filter(isAddress).map(hashOf)
  if (hashes.length === 0) return
  await tx.query(sql`
    delete from picture_copies
    where store_id = ${storeId} and address_hash = any(${hashes}::bytea[]) and state <> 'copied' and not exists (
      select from reviews
      where reviews.store_id = ${storeId} and pictures <> '[]' and pictures ? picture_copies.address
    )`)
}

/**
 * Forgets the pictures that no review uses any more. The worker forgets waiting ones. Here they are forgotten only if
 * they have waited since `before`, in a store that is not active.
 */
export async function tidyCopies(db: Connection, storeId: string, before: Date): Promise<void> {
  // A row that an import plans again meanwhile is due now. Its review is not visible here, so it must not be deleted.
  // Reads the store's pictures once: an index scan for each of 30,000 failed ones took more than 15 s.
  await db.query(sql`
    delete from picture_copies
    where store_id = ${storeId}
      and (state in ('failed', 'foreign') or (state = 'waiting' and due_at < ${before}))
      and not exists (
        select from (
          select jsonb_array_elements_text(pictures) as address
          from reviews
          where store_id = ${storeId} and pictures <> '[]'
        ) as used
        where used.address = picture_copies.address
      )`)
  await db.query(sql`
    delete from picture_copies
    where store_id = ${storeId} and state = 'copied' and not exists (
      select from pictures
      where pictures.store_id = ${storeId} and pictures.name = picture_copies.name
    )`)
}

/** A condition for a statement about `stores`: `tidyCopies` may have something to do. */
export const hasCopies = sql`exists (
  select from picture_copies
  where picture_copies.store_id = stores.store_id)`
