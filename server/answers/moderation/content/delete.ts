import sql from 'sql-template-tag'
import type { Connection } from '../../../foundation/database/connect.ts'
import { type By, logChanges } from '../../../foundation/events/audit/audit.ts'
import { markDaysChanged } from '../../../foundation/events/changed-days.ts'
import { forgetConfirmations } from '../../../foundation/mailings/mailings.ts'
import { notifyProductsChanged } from '../../../tenants/products/changes.ts'
import { notifyContentChanged } from '../content-changes.ts'
import { forgetFlags } from '../flags.ts'
import { type Content, type ContentKind, columnsOf } from './content-kind.ts'

/**
 * Deletes those of the records that the store still has, in any state, with their notes. Updates their products' sums and
 * notifies every instance. The log says that an import was undone, unless `by` names another action. Returns their number.
 */
export async function deleteContent<Item extends Content>(
  tx: Connection,
  storeId: string,
  kind: ContentKind<Item>,
  ids: string[],
  by: By & { action?: string },
): Promise<number> {
  const deleted = await tx.query<Item>(sql`
    delete from ${kind.table}
    where store_id = ${storeId} and id = any(${ids}::uuid[])
    returning ${columnsOf(kind)}`)
  if (deleted.length === 0) return 0
  const deletedIds = deleted.map(({ id }) => id)
  await forgetFlags(tx, storeId, kind.name, deletedIds)
  await kind.forgetNotes?.(tx, storeId, deletedIds, by)
  await forgetConfirmations(tx, storeId, deletedIds)
  const change = { action: 'undo import', ...by, record: kind.name }
  await logChanges(
    tx,
    storeId,
    deletedIds.map(recordId => ({ ...change, recordId, fields: [] })),
  )
  await kind.changeSums(
    tx,
    storeId,
    deleted.map(before => ({ before, after: null })),
  )
  const published = deleted.filter(({ state }) => state === 'published')
  await notifyProductsChanged(
    tx,
    storeId,
    published.map(({ product_id }) => product_id),
  )
  await markDaysChanged(
    tx,
    storeId,
    deleted.map(({ created_at }) => created_at),
  )
  await notifyContentChanged(tx, storeId)
  return deleted.length
}
