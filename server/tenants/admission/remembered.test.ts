import { expect, test } from 'vitest'
import { systemClock } from '../../foundation/lib/time/clock.ts'
import { createTestDatabase } from '../../test/database/database.ts'
import { openForTests } from '../../test/for-each-test/open-for-tests.ts'
import { hearAll } from '../../test/hearing.ts'
import { createStore, findStoresByKeys, updateStore } from '../stores/stores.ts'
import { rememberOfStores } from './remembered.ts'

const opened = openForTests(createTestDatabase)

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
  await updateStore(opened.database, storeId, { active: false })
  await hearAll(opened)
}
