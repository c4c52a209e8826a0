import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '../lib/time/clock.ts'
import { createTestDatabase, type TestDatabase } from '../test/database.ts'
import { rememberOfStores } from './remembered.ts'
import { createStore, findStoresByKeys, updateStore } from './stores.ts'

let opened: TestDatabase
beforeAll(async () => {
  opened = await createTestDatabase()
})
afterAll(() => opened.close())

test('a store that changes while it is read is given as it is now', async () => {
  const { database, session } = opened
  const store = await createStore(database, systemClock, { name: 'Shop' })
  let reads = 0
  const find = rememberOfStores(session, async key => {
    const [read] = await findStoresByKeys(database.pipeline, [key])
    if (++reads === 1) await closeAndHear(store.store_id)
    return read
  })
  expect(await find(store.store_key)).toMatchObject({ active: false })
  expect(await find(store.store_key)).toMatchObject({ active: false })
  expect(reads).toBe(2)
})

async function closeAndHear(storeId: string): Promise<void> {
  let isHeard = false
  // Notifications arrive in order, and those of the store's creation may still be on their way.
  const last = `all of ${storeId}`
  opened.session.onNotify(payload => {
    isHeard ||= payload === last
  })
  await updateStore(opened.database, storeId, { active: false })
  await opened.database.query(sql`select pg_notify('realword', ${last})`)
  await expect.poll(() => isHeard, { interval: 5 }).toBe(true)
}
