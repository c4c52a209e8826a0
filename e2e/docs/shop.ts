import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { insertQuestions } from '../../server/answers/questions/questions.ts'
import { insertReviews } from '../../server/answers/reviews/reviews.ts'
import type { Database } from '../../server/foundation/database/connect.ts'
import { systemClock } from '../../server/foundation/lib/time/clock.ts'
import { createKey } from '../../server/tenants/stores/keys.ts'
import { createStore, type NewStore } from '../../server/tenants/stores/stores.ts'
import { aCustomer, anOrder, anOrderProduct, aQuestion, aReview } from '../../server/test/factories.ts'
import { checkout, temporaryFolder } from '../service.ts'

/** What the reader of a page has: a folder with files, two stores, and values for placeholders. */
export type Shop = { folder: string; store: NewStore; fill: (code: string) => Promise<string> }

const productId = 'P-1'

/** Prepares a folder and two stores for one page. The second store is empty. */
export async function openShop(database: Database, url: string): Promise<Shop> {
  const folder = temporaryFolder()
  symlinkSync(join(checkout, 'realword'), join(folder, 'realword'))
  cpSync(join(checkout, 'e2e/docs/files'), folder, { recursive: true })
  mkdirSync(join(folder, 'home'))
  // Makes curl fail for an error status, and print no progress.
  writeFileSync(join(folder, 'home/.curlrc'), 'fail-with-body\nsilent\nshow-error\n')
  const store = await createStore(database, systemClock, { name: 'Coffee shop', open_reviews: true })
  const other = await createStore(database, systemClock, { name: 'Second shop' })
  const orderId = await sendOrder(url, store)
  await sendOrder(url, store, 'lia@example.com') // a person whom pages export and erase
  const values: Record<string, () => string | Promise<string>> = {
    STORE_ID: () => store.store_id,
    STORE_KEY: () => store.store_key,
    API_KEY: () => store.api_key,
    OTHER_STORE_ID: () => other.store_id,
    PRODUCT_ID: () => productId,
    ORDER_ID: () => orderId,
    KEY_ID: async () =>
      (await database.transaction(tx => createKey(tx, systemClock, store.store_id, { type: 'orders' })))
        .key_id,
    REVIEW_ID: () => pendingReview(database, store.store_id),
    QUESTION_ID: () => pendingQuestion(database, store.store_id),
  }
  async function fill(code: string): Promise<string> {
    let filled = code.replaceAll('http://127.0.0.1:8080', url)
    for (const [name, read] of Object.entries(values)) {
      const placeholder = new RegExp(`(?<![$\\w])${name}\\b`, 'g')
      if (placeholder.test(filled)) filled = filled.replace(placeholder, await read())
    }
    return filled
  }
  return { folder, store, fill }
}

async function sendOrder(url: string, { store_id, api_key }: NewStore, email?: string): Promise<string> {
  const order = anOrder({
    products: [anOrderProduct({ product_id: productId })],
    customers: [aCustomer(email ? { email } : {})],
  })
  const now = new Date(systemClock()).toISOString()
  const answer = await fetch(`${url}/orders`, {
    method: 'POST',
    headers: { 'x-api-key': api_key, 'x-store-id': store_id, 'content-type': 'application/json' },
    body: JSON.stringify({ ...order, order_date: now, delivery_date: now }),
  })
  if (answer.status !== 201) throw new Error(`the order got ${answer.status}: ${await answer.text()}`)
  return order.order_id
}

const by = () => ({ at: new Date(systemClock()), actor: 'command', action: 'create' }) as const
const pending = { product_id: productId, state: 'pending', published_at: null, reply: null } as const

async function pendingReview(database: Database, storeId: string): Promise<string> {
  const review = aReview(pending)
  await database.transaction(tx => insertReviews(tx, storeId, [review], by()))
  return review.id
}

async function pendingQuestion(database: Database, storeId: string): Promise<string> {
  const question = aQuestion({ ...pending, reply_created_at: null })
  await database.transaction(tx => insertQuestions(tx, storeId, [question], by()))
  return question.id
}
