import type { Database } from '../../foundation/database/connect.ts'
import { countRewritten, rewriteBatch, storesToRewrite } from '../housekeeping/search-rewriting.ts'
import { type Finding, ok, warning } from './check.ts'
import { noProgress } from './stores-in-batches.ts'

/** Looks for stores whose words another PostgreSQL or release made. With `fix`, rewrites them. */
export async function checkSearch(db: Database, fix: boolean, progress = noProgress): Promise<Finding> {
  const stores = await storesToRewrite(db)
  if (stores.length === 0)
    return ok('the words of all reviews and questions are those of this PostgreSQL and release')
  const { all, rewritten } = await db.longTransaction(tx => countRewritten(tx, stores))
  if (fix) {
    for (const [index, storeId] of stores.entries()) {
      progress(index, stores.length)
      while (await rewriteBatch(db, storeId));
    }
    return ok(`rewrote the words of ${all - rewritten} reviews and questions in ${stores.length} stores`)
  }
  return warning(
    `another PostgreSQL or release made the words of ${all} reviews and questions in ${stores.length} stores; ${rewritten} are rewritten. Until all are, a search may miss some of them. A running service rewrites them by itself; to do it now, run: ./realword doctor --fix`,
  )
}
