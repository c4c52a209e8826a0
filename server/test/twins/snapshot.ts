import { isUtf8 } from 'node:buffer'
import sql, { raw } from 'sql-template-tag'
import type { Connection } from '../../foundation/database/connect.ts'
import { tablesOfStores } from './tables.ts'

/** All rows of each store, sorted: `<table> <row>`. Includes jobs, whose data names the store. */
type Snapshot = Map<string, string[]>

/** Creates the function that `readSnapshot` calls: each session plans its long statement once. */
export async function installSnapshots(db: Connection): Promise<void> {
  const tables = await tablesOfStores(db)
  const parts = tables.map(
    ({ table }) =>
      `select store_id::text, '${table} ' || (to_jsonb(of_table) - 'store_id')::text from ${table} as of_table`,
  )
  const jobs = `select data ->> 'store_id', 'job ' || name || ' ' || coalesce(singleton_key, '') || ' ' || state
    from pgboss.job where data ->> 'store_id' is not null`
  await db.query(sql`
    create function rows_of_stores() returns table (store text, "row" text) language plpgsql as $$
    begin
      return query ${raw([...parts, jobs].join(' union all '))};
    end $$`)
}

export async function readSnapshot(db: Connection): Promise<Snapshot> {
  const rows = await db.query<{ store: string; row: string }>(sql`select store, "row" from rows_of_stores()`)
  const snapshot: Snapshot = new Map()
  for (const { store, row } of rows.sort((a, b) => (a.row < b.row ? -1 : 1))) {
    const own = snapshot.get(store)
    if (own) own.push(row)
    else snapshot.set(store, [row])
  }
  return snapshot
}

/** The rows of all other stores. */
export function othersOf(snapshot: Snapshot, storeId: string): [string, string[]][] {
  return [...snapshot].filter(([id]) => id !== storeId).sort(([one], [other]) => (one < other ? -1 : 1))
}

/** Every uuid of a text. */
export function uuidsOf(text: string): string[] {
  return text.match(uuids) ?? []
}

const uuids = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g

/** A result or a row, without values that differ each time: new ids, hashes and secrets. */
export function comparable(text: string, known: Set<string>): string {
  return (
    text
      // First: parts of it between slashes look like the others.
      .replace(/whsec_[\w+/=]+/g, '<secret>')
      .replace(uuids, found => (known.has(found) ? found : '<new id>'))
      .replace(/\\\\x[0-9a-f]{64,}/g, '<hash>')
      // A failed export keeps its last progress, which is written twice a second.
      .replace(/"done": \d+(?=.*"kind": "archive".*"state": "failed")/, '"done": <progress>')
      .replace(/"last_four": ?"[0-9A-Za-z]{4}"/g, '"last_four": "<end of a secret>"')
      .replace(/_NmP-[0-9a-f]+/g, '<boundary>')
      // An id of a connection: its store, then random.
      .replace(/(?<![\w-])([\w-]{22})[\w-]{16}(?![\w-])/g, '$1<random>')
      .replace(/(?<![\w-])[\w-]{43,}(?![\w-])/g, '<secret>')
  )
}

/** A result as text. Generators are read to their end. */
export async function collected(answer: unknown): Promise<string> {
  return JSON.stringify(await resolve(answer)) ?? ''
}

async function resolve(value: unknown): Promise<unknown> {
  if (Buffer.isBuffer(value)) return isUtf8(value) ? value.toString() : value.toString('hex')
  if (value === null || typeof value !== 'object' || value instanceof Date) return value
  if (Symbol.asyncIterator in value)
    return await resolve(await Array.fromAsync(value as AsyncIterable<unknown>))
  if (value instanceof Set || value instanceof Map) return await resolve([...value])
  if (Array.isArray(value)) return await Promise.all(value.map(resolve))
  const entries = Object.entries(value).map(async ([key, one]) => [key, await resolve(one)])
  return Object.fromEntries(await Promise.all(entries))
}
