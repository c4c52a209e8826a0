import { expect, test } from 'vitest'
import { startTestApp } from '../../test/app.ts'
import { openForTests } from '../../test/for-each-test/open-for-tests.ts'
import { hearAll } from '../../test/hearing.ts'
import { addProducts } from '../../test/reading.ts'
import { aStore } from '../../test/users.ts'
import { notifyProductsChanged } from './changes.ts'

const it = openForTests(startTestApp)

test('a change of more than a hundred products is one notification, of all of the store', async () => {
  const shop = await aStore(it.database)
  const ids = Array.from({ length: 101 }, (_, at) => `p-${at}`)
  await addProducts(it, shop, Object.fromEntries(ids.map(id => [id, id])))
  const heard: string[] = []
  it.session.onNotify(payload => {
    if (payload.startsWith(`product ${shop.storeId} `)) heard.push(payload)
  })
  const change = async (productIds: string[]) => {
    heard.splice(0)
    await it.database.transaction(tx => notifyProductsChanged(tx, shop.storeId, productIds))
    await hearAll(it)
    return heard.toSorted()
  }
  const hundred = ids.slice(0, 100)
  expect(await change(hundred)).toEqual(hundred.map(id => `product ${shop.storeId} ${id}`).sort())
  expect(await change(ids)).toEqual([`product ${shop.storeId} `])
})
