import type { Connection, Database } from '../database/connect.ts'
import { isUuid, uuid } from '../lib/uuid.ts'
import { claimRows, knownRows } from './imported-rows.ts'
import type { Kind } from './kind.ts'
import { findOrAddProducts } from './products-of-rows.ts'
import type { Draft } from './read-rows.ts'

/** Stores a batch; resolves with how many of its rows were new. `close` is called in its transaction. */
export type WriteBatch<Values> = (
  drafts: Draft<Values>[],
  close: (tx: Connection, imported: number) => Promise<void>,
) => Promise<number>

/** Each batch is one transaction: whatever is killed, a row is there with its mark, or neither is. */
export function createWriter<Values>(
  db: Database,
  storeId: string,
  kind: Kind<Values>,
  at: Date,
): WriteBatch<Values> {
  return (drafts, close) =>
    db.transaction(async tx => {
      const imported = await writeDrafts(tx, storeId, kind, drafts, at)
      await close(tx, imported)
      return imported
    })
}

async function writeDrafts<Values>(
  tx: Connection,
  storeId: string,
  kind: Kind<Values>,
  drafts: Draft<Values>[],
  at: Date,
): Promise<number> {
  const unknown = await withoutKnownRecords(tx, storeId, kind, drafts)
  const rows = unknown.map(draft => ({ ...draft, recordId: draft.ownId ?? uuid() }))
  const claimed = await claimRows(tx, storeId, kind.name, rows)
  // Each once: two rows of a file may have one id.
  const fresh = rows.filter(({ recordId }) => claimed.delete(recordId))
  if (fresh.length === 0) return 0
  const productIds = await findOrAddProducts(
    tx,
    storeId,
    fresh.map(({ product }) => product),
    at,
  )
  const records = fresh.map(({ recordId, values }, index) => ({
    ...values,
    id: recordId,
    product_id: productIds[index] as string,
  }))
  await kind.insert(tx, storeId, records, { at, actor: 'import', action: 'create' })
  return fresh.length
}

/** Counts what a writer would have written, and writes nothing. */
export function createDryRun<Values>(db: Database, storeId: string, kind: Kind<Values>): WriteBatch<Values> {
  // Only a row with an id of its own can come twice in one file: the keys of others hold their turn.
  const seen = new Set<string>()
  return async (drafts, close) => {
    const imported = await countNew(drafts)
    await close(db, imported)
    return imported
  }

  async function countNew(drafts: Draft<Values>[]): Promise<number> {
    const unknown = await withoutKnownRecords(db, storeId, kind, drafts)
    const known = await knownRows(
      db,
      storeId,
      kind.name,
      unknown.map(({ key }) => key),
    )
    return unknown.filter(({ key, sourceId }) => {
      if (known.has(key) || seen.has(key)) return false
      if (sourceId !== '') seen.add(key)
      return true
    }).length
  }
}

/** Without rows that name a record of this store by its own id, as our own export does. */
async function withoutKnownRecords<Values>(
  db: Connection,
  storeId: string,
  kind: Kind<Values>,
  drafts: Draft<Values>[],
): Promise<Draft<Values>[]> {
  const ids = drafts.map(({ sourceId }) => sourceId.toLowerCase()).filter(isUuid)
  if (ids.length === 0) return drafts
  const known = await kind.known(db, storeId, ids)
  return drafts.filter(({ sourceId }) => !known.has(sourceId.toLowerCase()))
}
