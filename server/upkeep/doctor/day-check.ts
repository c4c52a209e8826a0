import sql from 'sql-template-tag'
import { findWrongDays, hasKeptDays } from '../../answers/insights/wrong-days.ts'
import type { Database } from '../../foundation/database/connect.ts'
import { markAllDaysChanged } from '../../foundation/events/changed-days.ts'
import { countStores, storesWith } from '../../tenants/stores/all-stores.ts'
import { error, type Finding, ok } from './check.ts'
import { describeStores, findInStores, noProgress } from './stores-in-batches.ts'

/** Recounts the stored daily figures of every store. With `fix`, replaces those that differ. */
export async function checkDays(db: Database, fix: boolean, progress = noProgress): Promise<Finding> {
  const all = await countStores(db)
  const stores = await storesWith(db, hasKeptDays)
  const wrong = await db.longTransaction(async tx => {
    await tx.query(sql`set transaction isolation level repeatable read`)
    return await findInStores(stores, progress, some => findWrongDays(tx, some))
  })
  const what = "the days of each store's home and their orders, reviews and questions"
  if (wrong.size === 0) return ok(`${what} agree in all stores (${all})`)
  const where = describeStores(wrong, enumerate)
  if (!fix) return error(`${what} differ in ${where}. Run: ./realword doctor --fix`)
  for (const storeId of wrong.keys()) await markAllDaysChanged(db, storeId)
  return ok(`marked for recount: ${where}`)
}

function enumerate(days: { day: string }[]): string {
  const more = days.length - 10
  const shown = days.slice(0, 10).map(({ day }) => day)
  return shown.join(', ') + (more > 0 ? ` and ${more} more` : '')
}
