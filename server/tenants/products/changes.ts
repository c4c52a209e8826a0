import sql from 'sql-template-tag'
import type { Connection } from '../../foundation/database/connect.ts'
import { shareGroupLock, sharingRows } from './sharing.ts'

/** Reads a notification of `notifyProductsChanged`; undefined for other payloads. */
export function readProductChange(payload: string): { storeId: string; productId: string } | undefined {
  const [, storeId, productId] = /^product (\S+) (.*)$/s.exec(payload) ?? []
  return storeId && productId !== undefined ? { storeId, productId } : undefined
}

/**
 * Notifies every instance, when the transaction commits, that the products and those that share with them have
 * changed for visitors. An empty product id stands for all products of the store: PostgreSQL keeps the notifications
 * of a transaction in memory, and an import may change a hundred thousand products.
 */
export async function notifyProductsChanged(
  tx: Connection,
  storeId: string,
  productIds: string[],
): Promise<void> {
  const distinct = [...new Set(productIds)]
  if (distinct.length === 0) return
  // Without the lock, a product that joins a group meanwhile would not be notified, and its page would stay stale.
  await shareGroupLock(tx, storeId)
  // Two statements, because on Citus the first runs on the node of the store, and instances listen to the coordinator.
  const changed = await tx.query<{ product_id: string }>(sql`
    ${sharingRows(storeId, distinct)}
    limit ${mostNotified + 1}`)
  const named = changed.length > mostNotified ? [''] : changed.map(({ product_id }) => product_id)
  await tx.query(sql`
    select pg_notify('realword', 'product ' || ${storeId}::text || ' ' || product_id)
    from unnest(${named}::text[]) as product_id`)
}

const mostNotified = 100
