import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import type { Database } from '../../foundation/database/connect.ts'
import { readSecrets } from '../../foundation/lib/secret.ts'
import { readStore } from '../../tenants/stores/stores.ts'
import { testSecret } from '../../test/app.ts'
import { createTestDatabase } from '../../test/database/database.ts'
import { untilOneWaits } from '../../test/database/locks.ts'
import { openForTests } from '../../test/for-each-test/open-for-tests.ts'
import { aStore } from '../../test/users.ts'
import { createOrders } from '../orders/orders.ts'
import { orderAsTest } from './test-order.ts'

const home = openForTests(createTestDatabase)

test('a second click waits until the mail of the first is queued, and writes no order', async () => {
  const { database } = home
  const { storeId } = await aStore(database)
  const store = await readStore(database, storeId)
  const at = new Date('2026-03-03T12:00:00.000Z')
  const orders = createOrders(database, () => at.getTime())
  const click = (db: Database) =>
    orderAsTest(
      {
        database: db,
        orders,
        secrets: readSecrets({ SECRET: testSecret, DATA_DIR: '' }),
        store,
        by: { at, actor: 'command' },
      },
      { name: 'Ana', email: 'ana@example.com' },
    )
  let transactions = 0
  let second: Promise<PromiseSettledResult<string>> | undefined
  const pausing: Database = {
    ...database,
    transaction: async act => {
      // The first takes the lock. The second queues the mail of the order, which is committed.
      if (++transactions === 2) {
        let isOver = false
        second = Promise.allSettled([click(database)]).then(([result]) => {
          isOver = true
          return result
        })
        await untilOneWaits(database, () => isOver)
      }
      return await database.transaction(act)
    },
  }
  const first = await click(pausing)
  expect(await second).toMatchObject({ status: 'rejected', reason: { errorName: 'buyer_mailed' } })
  const written = await database.query(sql`select order_id from orders where store_id = ${storeId}`)
  expect(written).toEqual([{ order_id: first }])
})
