import sql, { type Sql } from 'sql-template-tag'
import { countOldOrders, forgetOrders, hasOldOrders } from '../../asking/orders/former-orders.ts'
import type { Connection, Database } from '../../foundation/database/connect.ts'
import { countOldChanges, forgetChanges, hasOldChanges } from '../../foundation/events/audit/old-changes.ts'
import { countOldMails, forgetMails, hasOldMails } from '../../foundation/mailings/old-mails.ts'
import {
  cutoff,
  type Retention,
  retentionOf,
  retentionOfEach,
} from '../../foundation/personal-data/retention.ts'
import { readRetention } from '../../tenants/stores/retention.ts'
import type { OldData } from '../../tenants/stores/settings/settings-schemas.ts'
import type { Store } from '../../tenants/stores/stores.ts'

/** A condition for a statement about `stores`: `forgetOldData` may have something to delete. */
export function hasOldData(at: Date): Sql {
  return sql`(retention_months is not null and (
    ${hasOldOrders(at)} or ${hasOldMails(at)} or ${hasOldChanges(cutoff(retentionOfEach, at))}))`
}

const batchSize = 500

/**
 * Deletes what is older than the store keeps it: mailings, the log of changes, and orders with their requests. Each
 * batch is a transaction of its own and reads the period anew, so a change of it applies to the next batch. Yields
 * between batches.
 */
export async function* forgetOldData(db: Database, storeId: string, at: Date): AsyncGenerator<void> {
  yield* inBatches(db, storeId, (tx, retention) => forgetMails(tx, storeId, retention, at, batchSize))
  yield* inBatches(db, storeId, (tx, retention) =>
    forgetChanges(tx, storeId, cutoff(retention, at), batchSize),
  )
  const retention = await db.transaction(tx => readRetention(tx, storeId))
  if (retention) yield* forgetOrders(db, storeId, retention, at)
}

async function* inBatches(
  db: Database,
  storeId: string,
  forget: (tx: Connection, retention: Retention) => Promise<number>,
): AsyncGenerator<void> {
  for (;;) {
    const forgotten = await db.transaction(async tx => {
      const retention = await readRetention(tx, storeId)
      return retention ? await forget(tx, retention) : 0
    })
    if (forgotten < batchSize) return
    yield
  }
}

const most = 10_000 // of each kind: counting is a read that a member waits for

/** What the store would delete now if it kept data for so many months. */
export async function countOldData(
  db: Connection,
  { store_id, link_days }: Pick<Store, 'store_id' | 'link_days'>,
  months: number,
  at: Date,
): Promise<OldData> {
  const retention = retentionOf({ months, linkDays: link_days })
  const capped = (count: number) => ({ count: Math.min(count, most), more: count > most })
  return {
    orders: capped(await countOldOrders(db, store_id, retention, at, most + 1)),
    mailings: capped(await countOldMails(db, store_id, retention, at, most + 1)),
    changes: capped(await countOldChanges(db, store_id, cutoff(retention, at), most + 1)),
  }
}
