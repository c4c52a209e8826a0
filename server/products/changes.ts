import sql from 'sql-template-tag'
import type { Connection } from '../database/connect.ts'
import { shareGroupLock, sharingRows } from './sharing.ts'

/** What `tellProductsChanged` tells; undefined when the payload is about something else. */
export function readProductChange(payload: string): { storeId: string; productId: string } | undefined {
  const [, storeId, productId] = /^product (\S+) (.*)$/s.exec(payload) ?? []
  return storeId && productId !== undefined ? { storeId, productId } : undefined
}

/**
 * Tells every instance, when the transaction commits, that what visitors see of the products, and of those they
 * share with, is no longer what it was. An empty product id stands for all products of the store: PostgreSQL
 * keeps what is told in one transaction in memory, and an import may touch a hundred thousand.
 */
export async function notifyProductsChanged(
  tx: Connection,
  storeId: string,
  productIds: string[],
): Promise<void> {
  const distinct = [...new Set(productIds)]
  if (distinct.length === 0) return
  // A product that came into a group unseen would not be told: its page would stay as it was.
  await shareGroupLock(tx, storeId)
  await tx.query(sql`
    with told as (${sharingRows(storeId, distinct)})
    select pg_notify('realword', 'product ' || ${storeId}::text || ' ' || product_id)
    from (
      select product_id
      from told
      where (select count(*) from told) <= ${mostTold}
      union all
      select ''
      where (select count(*) from told) > ${mostTold}
    ) as changed`)
}

const mostTold = 100
