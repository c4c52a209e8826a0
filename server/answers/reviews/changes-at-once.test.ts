import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Mailing } from '../../asking/mail/opened-links.ts'
import type { Connection, Database } from '../../foundation/database/connect.ts'
import { addSeenProducts } from '../../tenants/products/products.ts'
import { readStore, type Store } from '../../tenants/stores/stores.ts'
import { createTestDatabase, type TestDatabase } from '../../test/database/database.ts'
import { besideChange, besideLock } from '../../test/database/locks.ts'
import { aReview } from '../../test/factories.ts'
import { by } from '../../test/reading.ts'
import { aStore } from '../../test/users.ts'
import { purgeContent } from '../moderation/content/purge.ts'
import { completeReview } from './complete.ts'
import { addExternalReview } from './external-reviews.ts'
import { markInsider, unmarkInsider } from './insiders/insider-mark.ts'
import { rejectReview, removeReview } from './moderate.ts'
import { confirmReview } from './open-reviews.ts'
import { pinReview } from './pins.ts'
import { insertReviews, type Review, readReview, reviewContent } from './reviews.ts'

let home: TestDatabase
let database: Database
let store: Store
let storeId: string
beforeAll(async () => {
  home = await createTestDatabase()
  database = home.database
})
beforeEach(async () => {
  ;({ storeId } = await aStore(database, { moderation: 'publish' }))
  store = await readStore(database, storeId)
  const product = { product_id: 'product-1', sku: 'S', name: 'Moka pot', url: '' }
  await addSeenProducts(database, storeId, [product], by.at)
})
afterAll(() => home.close())

const read = (id: string) => readReview(database, storeId, id)

async function write(change: Partial<Review>): Promise<Review> {
  const review = aReview(change)
  await database.transaction(tx => insertReviews(tx, storeId, [review], { ...by, action: 'create' }))
  return review
}

/** Like the database, in the transaction of the caller. */
const within = (tx: Connection): Database => ({ ...database, ...tx, transaction: act => act(tx) })

const byAna = { email: 'ana@example.com', address: 'ana@example.com', order_id: null }

const confirm = (id: string, db = database) => confirmReview(db, store, { recordId: id } as Mailing, by.at)

test('a review that the store removes while its author confirms another is not withdrawn instead', async () => {
  const earlier = await write(byAna)
  const other = await write({ ...byAna, state: 'unconfirmed', published_at: null })
  await besideChange(
    database,
    tx => removeReview(tx, storeId, earlier.id, 'spam', by),
    () => confirm(other.id),
  )
  expect(await read(earlier.id)).toMatchObject({ state: 'removed', moderation_reason: 'spam' })
  expect(await read(other.id)).toMatchObject({ state: 'published' })
})

test('of two reviews of a product that their author confirms at once, one stays', async () => {
  const one = await write({ ...byAna, state: 'unconfirmed', published_at: null })
  const two = await write({ ...byAna, state: 'unconfirmed', published_at: null })
  await besideChange(
    database,
    tx => confirm(one.id, within(tx)),
    () => confirm(two.id),
  )
  expect([(await read(one.id)).state, (await read(two.id)).state]).toEqual(['removed', 'published'])
})

test('of two requests at once with the id of one review, the second is a duplicate', async () => {
  const { title, body, language, created_at } = aReview()
  const given = {
    ...{ external_id: 'R-1', product_id: 'product-1', product_name: 'Moka pot', product_sku: 'S', rating: 5 },
    ...{
      title,
      body,
      display_name: 'Ana',
      email: null,
      recommended: null,
      language,
      created_at,
      order_id: null,
    },
    ...{ attributes: {}, incentivized: null, insider: false, notify_author: false },
  }
  const add = (tx: Connection) => addExternalReview(tx, store, given, by)
  const second = besideChange(database, add, () => database.transaction(add))
  await expect(second).rejects.toMatchObject({ errorName: 'review_duplicate' })
})

test('an import does not mark an author again whose mark is taken away meanwhile', async () => {
  const review = await write({})
  await database.transaction(tx => markInsider(tx, storeId, review.id, by))
  const exported = { ...review, verified_purchase: false, attributes: null, insider: true }
  await besideChange(
    database,
    tx => unmarkInsider(tx, storeId, review.id, by),
    () => completeReview(database, storeId, review.id, exported, by.at),
  )
  expect((await read(review.id)).insider).toBeFalsy()
})

test('an expired review that somebody is changing is not deleted, and not waited for', async () => {
  const { id } = await write({ state: 'rejected', published_at: null })
  const later = new Date('2090-01-01')
  const purge = () =>
    purgeContent(database, storeId, reviewContent, { takenDown: later, unconfirmed: later }, later)
  const lock = sql`select from reviews where store_id = ${storeId} and id = ${id} for no key update`
  await besideLock(database, lock, purge)
  expect(await read(id)).toMatchObject({ id })
  await purge()
  await expect(read(id)).rejects.toMatchObject({ errorName: 'review_unknown' })
})

test('a review is pinned without waiting for a hidden one whose pin would go', async () => {
  const six = await Promise.all(Array.from({ length: 6 }, () => write({})))
  const on = (at: number, act: typeof pinReview) =>
    database.transaction(tx => act(tx, storeId, six[at]?.id ?? '', by))
  for (const at of [0, 1, 2, 3, 4]) await on(at, pinReview)
  await on(0, (tx, store_id, id) => rejectReview(tx, store_id, id, 'spam', by))
  const lock = sql`select from reviews where store_id = ${storeId} and id = ${six[0]?.id} for no key update`
  const pinned = await besideLock(database, lock, () => on(5, pinReview))
  expect(pinned.pinned_at).toEqual(by.at)
})
