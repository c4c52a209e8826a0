import sql from 'sql-template-tag'
import { planCopies } from '../../answers/reviews/copies/copies.ts'
import type { Connection, Database } from '../../foundation/database/connect.ts'
import { isUuid, uuid } from '../../foundation/lib/ids/uuid.ts'
import type { Clock } from '../../foundation/lib/time/clock.ts'
import { nameProducts } from '../../tenants/products/products.ts'
import { type Erasures, readErased } from './erased.ts'
import { claimRows, knownRows } from './imported-rows.ts'
import { findOrAddProducts } from './products-of-rows.ts'
import type { Kind } from './reading/kind.ts'
import type { Draft } from './reading/read-rows.ts'
import type { RowKeys } from './reading/row-keys.ts'

/**
 * Stores a batch and resolves with the number of new rows. Calls `close` in its transaction. May be called again before
 * the last batch is stored; batches are closed and committed in the order of the calls, and none after one that failed.
 */
export type WriteBatch<Values> = (drafts: Draft<Values>[], close: Close) => Promise<number>

/** What `close` learns of its batch: the rows that it has written. A trial only counts them. */
export type WrittenRow = { keys: string[]; recordId: string }

type Close = (tx: Connection, imported: number, written: WrittenRow[]) => Promise<void>

/** What the batch behind it needs to know of one that is being written. */
type InFlight = {
  ids: Set<string>
  /** Resolves when its products are committed and its rows are claimed. */
  claimed: Promise<void>
  written: Promise<number>
}

/**
 * Writes the reviews or questions of a batch in one transaction, so that a row and its record of being imported are
 * stored together or not at all. Commits their products before: a transaction that inserted products and then locks
 * others, to mark them as rated, would deadlock with a `POST /products` of the same products, which locks them in one
 * order.
 *
 * The rows of two batches are inserted at the same time. The later one waits here, where PostgreSQL sees no deadlock, so
 * it must not hold a lock that the earlier one may need: it claims its rows when those of the earlier one are claimed, and
 * changes sums after that one's commit.
 */
export function createWriter<Values>(
  db: Database,
  storeId: string,
  kind: Kind<Values>,
  clock: Clock,
  {
    notifyAuthors,
    importId,
    ...erasures
  }: Erasures & { notifyAuthors: boolean; importId?: string | undefined },
): WriteBatch<Values> {
  const inCatalogue = new Set<string>()
  const named = new Set<string>()
  const analyzeGrown = createAnalyzer(db)
  let last: InFlight | undefined
  return (drafts, close) => {
    const earlier = last
    const claimed = Promise.withResolvers<void>()
    const ids = new Set(drafts.map(idOf).filter(id => id !== ''))
    const written = write(drafts, ids, earlier, claimed.resolve, close)
    written.catch(claimed.reject)
    claimed.promise.catch(() => {})
    last = { ids, claimed: claimed.promise, written }
    return written
  }

  async function write(
    drafts: Draft<Values>[],
    ids: Set<string>,
    earlier: InFlight | undefined,
    onClaimed: () => void,
    close: Close,
  ): Promise<number> {
    // Of two rows with one id, the second is skipped and adds no product.
    await (earlier?.ids.isDisjointFrom(ids) ? earlier.claimed : earlier?.written)
    // Of this batch, not of the import: programs that read what is new since then find its rows.
    const at = new Date(clock())
    const rows = await withProducts(db, storeId, kind, drafts, inCatalogue, at)
    await nameProducts(db, storeId, newNames(drafts, named))
    await analyzeGrown(inCatalogue.size)
    return await db.transaction(async tx => {
      const left = await withoutErased(tx, storeId, rows, erasures)
      const records = await claimRecords(tx, storeId, kind, left)
      const recordIds = new Set(records.map(({ id }) => id))
      const written = left.filter(({ recordId }) => recordIds.delete(recordId))
      const twins = written.flatMap(({ twin, recordId }) => (twin ? [{ key: twin.own, recordId }] : []))
      if (twins.length > 0) await claimRows(tx, storeId, kind.name, twins)
      onClaimed()
      const imported = records.map(one => ({ ...one, imported: true, notify_author: notifyAuthors }))
      await kind.insert(tx, storeId, imported, { at, actor: 'import', action: 'create' }, earlier?.written)
      await earlier?.written
      // After the sums: a worker that copies a picture locks its row and never a sum.
      const pictures = records.flatMap(one => kind.pictures?.(one) ?? [])
      await planCopies(tx, storeId, pictures, { at, importId })
      await close(tx, records.length, written.map(keysOfRow))
      return records.length
    })
  }
}

function idOf({ sourceId }: Draft<unknown>): string {
  return sourceId.toLowerCase()
}

/**
 * Analyzes `products` when the import names more of them than the planner knows of. Each review's foreign key is
 * checked with a plan that the connection keeps. Without statistics, that plan reads all products of the store: 230 of
 * the 490 µs of a row, on a new installation. On Citus, the nodes count rows by shard, and it would analyze all stores.
 */
function createAnalyzer(db: Database): (named: number) => Promise<void> {
  let known = 0
  return async named => {
    if (named <= known) return
    const [table] = await db.query<{ rows: number | null }>(sql`
      select case when to_regclass('pg_dist_partition') is null then reltuples end as rows
      from pg_class
      where oid = 'products'::regclass`)
    known = table?.rows ?? Number.POSITIVE_INFINITY
    if (named <= known) return
    await db.query(sql`analyze (skip_locked) products`)
    known = 2 * named
  }
}

/** Drops rows of people who were erased after the file arrived, so that they do not return. */
async function withoutErased<Values>(
  tx: Connection,
  storeId: string,
  rows: Row<Values>[],
  erasures: Erasures,
): Promise<Row<Values>[]> {
  const isErased = await readErased(tx, storeId, erasures)
  return rows.filter(({ values }) => !isErased((values as { address?: string | null }).address))
}

type Row<Values> = RowKeys & { recordId: string; productId: string; values: Values }

function keysOfRow({ key, twin, recordId }: Row<unknown>): WrittenRow {
  return { keys: twin ? [key, twin.own] : [key], recordId }
}

/** The rows that seem new, after their products were added and committed. */
async function withProducts<Values>(
  db: Database,
  storeId: string,
  kind: Kind<Values>,
  drafts: Draft<Values>[],
  inCatalogue: Set<string>,
  at: Date,
): Promise<Row<Values>[]> {
  const unknown = await withoutKnownRecords(db, storeId, kind, drafts)
  const known = await knownRows(db, storeId, kind.name, unknown.flatMap(keysOf))
  const fresh = unknown.filter(draft => !keysOf(draft).some(key => known.has(key)))
  await completeTwins(db, storeId, kind, unknown, known, at)
  if (fresh.length === 0) return []
  const products = fresh.map(({ product }) => product)
  const productIds = await findOrAddProducts(db, storeId, products, inCatalogue, at)
  return fresh.map(({ key, others, twin, ownId, values }, index) => {
    return { key, others, twin, recordId: ownId ?? uuid(), productId: productIds[index] as string, values }
  })
}

/** All keys by which the row may be known. */
function keysOf({ key, others, twin }: RowKeys): string[] {
  return [key, ...others, ...(twin ? [twin.other] : [])]
}

/** Adds what the store's records lack, of rows that it has from the system's other export. */
async function completeTwins<Values>(
  db: Database,
  storeId: string,
  kind: Kind<Values>,
  drafts: Draft<Values>[],
  known: Map<string, string>,
  at: Date,
): Promise<void> {
  for (const { twin, values } of drafts) {
    const recordId = twin && known.get(twin.other)
    if (recordId) await kind.complete?.(db, storeId, recordId, values, at)
  }
}

/** The products that rows name for the first time in this import. The first name counts. */
function newNames(drafts: Draft<unknown>[], named: Set<string>): { product_id: string; name: string }[] {
  return drafts.flatMap(({ product: { productId, sku, name, isStore } }) => {
    const product_id = productId || sku
    if (isStore || name === '' || named.has(product_id)) return []
    named.add(product_id)
    return [{ product_id, name }]
  })
}

async function claimRecords<Values>(
  tx: Connection,
  storeId: string,
  kind: Kind<Values>,
  rows: Row<Values>[],
): Promise<(Values & { id: string; product_id: string })[]> {
  if (rows.length === 0) return []
  const claimed = await claimRows(tx, storeId, kind.name, rows)
  return (
    rows
      // Once each: two rows of a file may have the same id.
      .filter(({ recordId }) => claimed.delete(recordId))
      .map(({ recordId, productId, values }) => ({ ...values, id: recordId, product_id: productId }))
  )
}

/** Counts the rows that a writer would store, passes each to `onNew`, and writes nothing. */
export function createDryRun<Values>(
  db: Database,
  storeId: string,
  kind: Kind<Values>,
  onNew: (draft: Draft<Values>) => void,
): WriteBatch<Values> {
  // Only rows with their own id can repeat within one file. The keys of others include their number.
  const seen = new Set<string>()
  let last: Promise<unknown> = Promise.resolve()
  return (drafts, close) => {
    const counted = last.then(async () => {
      const fresh = await findNew(drafts)
      for (const draft of fresh) onNew(draft)
      await close(db, fresh.length, [])
      return fresh.length
    })
    last = counted
    return counted
  }

  async function findNew(drafts: Draft<Values>[]): Promise<Draft<Values>[]> {
    const unknown = await withoutKnownRecords(db, storeId, kind, drafts)
    const known = await knownRows(db, storeId, kind.name, unknown.flatMap(keysOf))
    return unknown.filter(draft => {
      const { key, sourceId } = draft
      if (keysOf(draft).some(one => known.has(one)) || seen.has(key)) return false
      if (sourceId !== '') seen.add(key)
      return true
    })
  }
}

/** Drops rows that name an existing record of this store by its own id, as Realword's exports do. */
async function withoutKnownRecords<Values>(
  db: Connection,
  storeId: string,
  kind: Kind<Values>,
  drafts: Draft<Values>[],
): Promise<Draft<Values>[]> {
  const ids = drafts.map(idOf).filter(isUuid)
  if (ids.length === 0) return drafts
  const known = await kind.known(db, storeId, ids)
  return drafts.filter(draft => !known.has(idOf(draft)))
}
