import sql from 'sql-template-tag'
import type { Database } from '../database/connect.ts'
import { markAllDaysChanged } from '../days/changed-days.ts'
import { findWrongDays, hasKeptDays } from '../insights/wrong-days.ts'
import { countStores, storesWith } from '../stores/stores.ts'
import { error, type Finding, ok } from './check.ts'

/** Recounts the stored daily figures of every store. With `fix`, replaces those that differ. */
export async function checkDays(db: Database, fix: boolean): Promise<Finding> {
  const all = await countStores(db)
  const stores = await storesWith(db, hasKeptDays)
  const wrong = await db.longTransaction(async tx => {
    await tx.query(sql`set transaction isolation level repeatable read`)
    const found: { storeId: string; days: string[] }[] = []
    for (const storeId of stores) {
      const days = await findWrongDays(tx, storeId)
      if (days.length > 0) found.push({ storeId, days })
    }
    return found
  })
  const what = "the days of each store's home and their orders, reviews and questions"
  if (wrong.length === 0) return ok(`${what} agree in all stores (${all})`)
  const where = wrong.map(({ storeId, days }) => `store ${storeId}: ${enumerate(days)}`).join('; ')
  if (!fix) return error(`${what} differ in ${where}. Run: ./realword doctor --fix`)
  for (const { storeId } of wrong) await markAllDaysChanged(db, storeId)
  return ok(`marked for recount: ${where}`)
}

function enumerate(days: string[]): string {
  const more = days.length - 10
  return days.slice(0, 10).join(', ') + (more > 0 ? ` and ${more} more` : '')
}
