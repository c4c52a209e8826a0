import sql from 'sql-template-tag'
import type { Connection } from '../database/connect.ts'

/** What `tellProductsChanged` tells; undefined when the payload is about something else. */
export function readProductChange(payload: string): { storeId: string; productId: string } | undefined {
  const [, storeId, productId] = /^product (\S+) (.*)$/s.exec(payload) ?? []
  return storeId && productId !== undefined ? { storeId, productId } : undefined
}

/**
 * Tells every instance, when the transaction commits, that what visitors see of the products is no longer
 * what it was. An empty product id stands for all products of the store: PostgreSQL keeps what is told in
 * one transaction in memory, and an import may touch a hundred thousand.
 */
export async function tellProductsChanged(
  tx: Connection,
  storeId: string,
  productIds: string[],
): Promise<void> {
  const distinct = [...new Set(productIds)]
  const told = distinct.length > mostTold ? [''] : distinct
  if (told.length === 0) return
  await tx.query(sql`
    select pg_notify('realword', 'product ' || ${storeId}::text || ' ' || product_id)
    from unnest(${told}::text[]) as product_id`)
}

const mostTold = 100
