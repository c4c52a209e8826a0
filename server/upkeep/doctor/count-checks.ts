import sql from 'sql-template-tag'
import { findWrongCounts, rebuildCounts } from '../../answers/questions/recount.ts'
import { findWrongSummaries, rebuildSummaries } from '../../answers/reviews/sums/recount.ts'
import type { Connection, Database } from '../../foundation/database/connect.ts'
import { chunksOf } from '../../foundation/lib/chunks-of.ts'
import { hasProducts } from '../../tenants/products/products.ts'
import { storeItself } from '../../tenants/products/store-itself.ts'
import { countStores, storesWith } from '../../tenants/stores/all-stores.ts'
import { error, type Finding, ok } from './check.ts'
import { describeStores, findInStores, noProgress, type Progress } from './stores-in-batches.ts'

// Reviews and questions have a product, or are about the store itself.
const hasContent = sql`(${hasProducts} or exists (
  select from rating_summaries
  where rating_summaries.store_id = stores.store_id))`

type Recount = {
  find: (db: Connection, storeIds: string[]) => Promise<{ store_id: string; product_id: string }[]>
  rebuild: (tx: Connection, storeId: string, productIds: string[]) => Promise<void>
  /** The compared values, in words for the operator. */
  what: string
}

const ratings: Recount = {
  find: findWrongSummaries,
  rebuild: rebuildSummaries,
  what: 'the summary of each product and its published reviews',
}

const questions: Recount = {
  find: findWrongCounts,
  rebuild: rebuildCounts,
  what: 'the counts of each product and its published questions and answers',
}

/** Recounts the reviews of every store. With `fix`, rebuilds summaries that differ. */
export const checkRatings = (db: Database, fix: boolean, progress = noProgress) =>
  recount(db, fix, ratings, progress)

/** Recounts the questions of every store. With `fix`, rebuilds counts that differ. */
export const checkQuestions = (db: Database, fix: boolean, progress = noProgress) =>
  recount(db, fix, questions, progress)

async function recount(
  db: Database,
  fix: boolean,
  { find, rebuild, what }: Recount,
  progress: Progress,
): Promise<Finding> {
  const all = await countStores(db)
  const stores = await storesWith(db, hasContent)
  // Without timeouts: a store may have millions of rows.
  const found = await db.longTransaction(tx => findInStores(stores, progress, some => find(tx, some)))
  if (found.size === 0) return ok(`${what} agree in all stores (${all})`)
  const where = describeStores(found, enumerate)
  if (!fix) return error(`${what} differ in ${where}. Run: ./realword doctor --fix`)
  for (const [storeId, products] of found) {
    const productIds = products.map(({ product_id }) => product_id)
    for (const some of chunksOf(productIds, batch)) await db.longTransaction(tx => rebuild(tx, storeId, some))
  }
  return ok(`rebuilt: ${where}`)
}

// Writers of these products wait while a batch is counted.
const batch = 100

function enumerate(products: { product_id: string }[]): string {
  const more = products.length - 10
  const shown = products
    .slice(0, 10)
    .map(({ product_id }) => (product_id === storeItself ? 'the store itself' : `product ${product_id}`))
  return shown.join(', ') + (more > 0 ? ` and ${more} more` : '')
}
