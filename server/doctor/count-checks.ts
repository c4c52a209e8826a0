import type { Connection, Database } from '../database/connect.ts'
import { hasProducts } from '../products/products.ts'
import { findWrongCounts, rebuildCounts } from '../questions/recount.ts'
import { findWrongSummaries, rebuildSummaries } from '../reviews/recount.ts'
import { countStores, storesWith } from '../stores/stores.ts'
import { error, type Finding, ok } from './check.ts'

type Recount = {
  find: (db: Connection, storeId: string) => Promise<string[]>
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
  what: 'the count of each product and its published questions',
}

/** Recounts the reviews of every store. With `fix`, rebuilds summaries that differ. */
export const checkRatings = (db: Database, fix: boolean) => recount(db, fix, ratings)

/** Recounts the questions of every store. With `fix`, rebuilds counts that differ. */
export const checkQuestions = (db: Database, fix: boolean) => recount(db, fix, questions)

async function recount(db: Database, fix: boolean, { find, rebuild, what }: Recount): Promise<Finding> {
  const all = await countStores(db)
  // Reviews and questions have a product.
  const stores = await storesWith(db, hasProducts)
  // Without timeouts: a store may have millions of rows.
  const wrong = await db.longTransaction(async tx => {
    const found: { storeId: string; productIds: string[] }[] = []
    for (const storeId of stores) {
      const productIds = await find(tx, storeId)
      if (productIds.length > 0) found.push({ storeId, productIds })
    }
    return found
  })
  if (wrong.length === 0) return ok(`${what} agree in all stores (${all})`)
  const where = wrong
    .map(({ storeId, productIds }) => `store ${storeId}: ${enumerate(productIds)}`)
    .join('; ')
  if (!fix) return error(`${what} differ in ${where}. Run: ./realword doctor --fix`)
  for (const { storeId, productIds } of wrong) {
    for (let from = 0; from < productIds.length; from += batch) {
      const some = productIds.slice(from, from + batch)
      await db.longTransaction(tx => rebuild(tx, storeId, some))
    }
  }
  return ok(`rebuilt: ${where}`)
}

// Writers of these products wait while a batch is counted.
const batch = 100

function enumerate(productIds: string[]): string {
  const more = productIds.length - 10
  const shown = productIds.slice(0, 10).map(id => `product ${id}`)
  return shown.join(', ') + (more > 0 ? ` and ${more} more` : '')
}
