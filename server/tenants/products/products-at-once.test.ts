import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../test/database/database.ts'
import { untilOneWaits } from '../../test/database/locks.ts'
import { openForTests } from '../../test/for-each-test/open-for-tests.ts'
import { by } from '../../test/reading.ts'
import { aStore } from '../../test/users.ts'
import { addSeenProducts } from './products.ts'
import { markRated } from './sharing.ts'

const home = openForTests(createTestDatabase)

test('products are locked in the order of their ids, whatever the order in which they are changed', async () => {
  const { database } = home
  const { storeId } = await aStore(database)
  for (const product_id of ['B', 'A'])
    await addSeenProducts(database, storeId, [{ product_id, sku: product_id, name: 'Pot', url: '' }], by.at)
  const lock = (id: string) => sql`
    select product_id
    from products
    where store_id = ${storeId} and product_id = ${id}
    for no key update skip locked`
  const changed = ['B', 'A'].map(product_id => ({ product_id, rated: true }))
  let marking: Promise<void> | undefined
  await database.transaction(async tx => {
    await tx.query(lock('A'))
    marking = database.transaction(other => markRated(other, storeId, changed))
    await untilOneWaits(database, () => false)
    // It would be a deadlock if that had locked the other product already.
    expect(await tx.query(lock('B'))).toHaveLength(1)
  })
  await marking
})
