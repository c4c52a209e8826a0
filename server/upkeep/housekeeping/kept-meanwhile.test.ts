import { expect, test } from 'vitest'
import { updateStore } from '../../tenants/stores/stores.ts'
import { besideChange } from '../../test/database/locks.ts'
import { keepOrdersInEachTest } from '../../test/for-each-test/old-orders.ts'
import { by } from '../../test/reading.ts'
import { forgetOldData } from './old-data.ts'

const it = keepOrdersInEachTest()

test('nothing is deleted any more once a store has chosen to keep everything', async () => {
  const store = await it.aShop()
  await it.send(store, 'A')
  const { database } = it.service
  const before = await it.left(store)
  const forget = () => Array.fromAsync(forgetOldData(database, store.storeId, new Date('2028-01-01')))
  await besideChange(
    database,
    tx =>
      updateStore(
        { ...database, ...tx, transaction: act => act(tx) },
        store.storeId,
        { retention_months: null },
        by,
      ),
    forget,
  )
  expect(await it.left(store)).toEqual(before)
  await updateStore(database, store.storeId, { retention_months: 12 }, by)
  await forget()
  expect(await it.left(store)).toMatchObject({ orders: null, mailings: 0 })
})
