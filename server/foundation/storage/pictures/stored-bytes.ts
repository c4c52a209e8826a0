import sql from 'sql-template-tag'
import type { Connection } from '../../database/connect.ts'
import { ApiError } from '../../errors/errors.ts'

/**
 * Locks the store's file storage until `tx` ends: concurrent uploads must not both take the last bytes. It does not
 * lock the store's row, which would block orders.
 */
export async function lockFiles(tx: Connection, storeId: string): Promise<void> {
  await tx.query(sql`select pg_advisory_xact_lock(hashtextextended(${`files ${storeId}`}, 0))`)
}

/**
 * The bytes that are left of the store's limit `stored_bytes`; negative if it was lowered, infinite without a limit.
 * `except` names a picture, import or export that does not count.
 */
export async function remainingBytes(db: Connection, storeId: string, except?: string): Promise<number> {
  const limit = await readLimit(db, storeId)
  return limit === null ? Number.POSITIVE_INFINITY : limit - (await storedBytes(db, storeId, except))
}

/** Throws `storage_limit` unless `bytes` more fit into the limit `stored_bytes`. */
export async function requireStorage(tx: Connection, storeId: string, bytes: number): Promise<void> {
  const limit = await readLimit(tx, storeId)
  if (limit === null) return
  const left = limit - (await storedBytes(tx, storeId))
  if (left < bytes) throw new ApiError('storage_limit', { headers: headersOf(limit, left) })
}

// The fields of draft-ietf-httpapi-ratelimit-headers-11, whose quota unit for bytes is content-bytes.
function headersOf(limit: number, left: number): Record<string, string> {
  return {
    'ratelimit-policy': `"stored_bytes";q=${limit};qu="content-bytes"`,
    ratelimit: `"stored_bytes";r=${Math.max(0, left)}`,
  }
}

// Read for each file and not from the cached settings: a changed limit applies to the next file.
async function readLimit(db: Connection, storeId: string): Promise<number | null> {
  const [store] = await db.query<{ most: number | null }>(sql`
    select (limits ->> 'stored_bytes')::float8 as most
    from stores
    where store_id = ${storeId}`)
  return store?.most ?? null
}

/**
 * The bytes of the store's pictures, uploads and exports, including those reserved for files that are not written yet.
 * They are summed, not counted along: a sum is right after whatever deleted a row. 13 ms with 100,000 pictures. It reads
 * tables of other domains, because a statement for each would miss a file that changes its table in between.
 */
export async function storedBytes(db: Connection, storeId: string, except = ''): Promise<number> {
  const [stored] = await db.query<{ bytes: number }>(sql`
    select coalesce(sum(bytes), 0)::float8 as bytes
    from (
      select sum(bytes) as bytes
      from pictures
      where store_id = ${storeId} and name <> ${except}
      union all
      select sum(bytes) as bytes
      from waiting_pictures
      where store_id = ${storeId} and name <> ${except} and not exists (
        select from pictures
        where pictures.store_id = ${storeId} and pictures.name = waiting_pictures.name
      )
      union all
      select sum(size) as bytes
      from imports
      where store_id = ${storeId} and id::text <> ${except} and ${isKeptImport}
      union all
      select sum(size) as bytes
      from exports
      where store_id = ${storeId} and id::text <> ${except} and ${isKeptExport}
    ) as part`)
  return stored?.bytes ?? 0
}

/** SQL: an upload that counts. A file counts at its full size from the start of its upload. */
export const isKeptImport = sql`(parts > 0 or state in ('uploading', 'ready', 'trying', 'tried', 'running'))`

/** SQL: an export that counts: a finished one, or a running one with the bytes reserved for it. */
export const isKeptExport = sql`file_id is not null and state in ('running', 'done')`
