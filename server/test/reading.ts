import type { Question } from '../answers/questions/questions.ts'
import { insertQuestions } from '../answers/questions/questions.ts'
import { insertReviews, type Review } from '../answers/reviews/reviews.ts'
import { addSeenProducts } from '../tenants/products/products.ts'
import type { Answer, TestApp } from './app.ts'
import { hearAll } from './hearing.ts'
import type { Member } from './users.ts'

export const by = { at: new Date('2026-03-20T12:00:00Z'), actor: 'command', action: 'change' } as const

/** Adds products to the catalogue, with the SKUs by id, as an order does. */
export async function addProducts(
  instance: TestApp,
  { storeId }: Member,
  skus: Record<string, string>,
): Promise<void> {
  const products = Object.entries(skus).map(([product_id, sku]) => ({
    product_id,
    sku,
    name: 'Moka pot, 6 cups',
    url: 'https://shop.example/p/moka',
  }))
  await addSeenProducts(instance.database, storeId, products, by.at)
  await hearAll(instance)
}

export async function addReviews(
  instance: TestApp,
  { storeId }: Member,
  ...reviews: Review[]
): Promise<void> {
  await instance.database.transaction(async tx => {
    // A statement has 15 seconds, also on a busy machine.
    for (let first = 0; first < reviews.length; first += 1000)
      await insertReviews(tx, storeId, reviews.slice(first, first + 1000), by)
  })
  await hearAll(instance)
}

export async function addQuestions(
  instance: TestApp,
  { storeId }: Member,
  ...questions: Question[]
): Promise<void> {
  await instance.database.transaction(tx => insertQuestions(tx, storeId, questions, by))
  await hearAll(instance)
}

/** GET /api/v1/<what> with the store's public key in the address, as widgets send it. */
export function readAs(
  { send }: Pick<TestApp, 'send'>,
  { storeId, storeKey }: Member,
  what: string,
  parameters: Record<string, string | string[]> = {},
  headers: Record<string, string> = {},
): Promise<Answer> {
  const query = new URLSearchParams({ store_id: storeId, store_key: storeKey })
  for (const [name, values] of Object.entries(parameters)) {
    for (const value of [values].flat()) query.append(name, value)
  }
  return send('GET', `/api/v1/${what}?${query}`, { headers })
}
