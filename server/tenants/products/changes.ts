import sql from 'sql-template-tag'
import type { Connection } from '../../foundation/database/connect.ts'
import { shareGroupLock, sharingRows } from './sharing.ts'
import { storeItself } from './store-itself.ts'

type ProductChange = {
  storeId: string
  /** Undefined: all products of the store, and the store itself. */
  productId: string | undefined
}

/** Reads a notification of `notifyProductsChanged`; undefined for other payloads. */
export function readProductChange(payload: string): ProductChange | undefined {
  const [, ofItself] = /^reviews of store (\S+)$/.exec(payload) ?? []
  if (ofItself) return { storeId: ofItself, productId: storeItself }
  const [, storeId, productId] = /^product (\S+) (.*)$/s.exec(payload) ?? []
  return storeId ? { storeId, productId: productId || undefined } : undefined
}

/**
 * Notifies every instance, when the transaction commits, that the products and those that share with them have
 * changed for visitors. A payload without a product stands for all products of the store: PostgreSQL keeps the
 * notifications of a transaction in memory, and an import may change a hundred thousand products.
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
  const named =
    changed.length > mostNotified
      ? [`product ${storeId} `]
      : changed.map(({ product_id: id }) =>
          id === storeItself ? `reviews of store ${storeId}` : `product ${storeId} ${id}`,
        )
  await tx.query(sql`
    select pg_notify('realword', payload)
    from unnest(${named}::text[]) as payload`)
}

const mostNotified = 100
