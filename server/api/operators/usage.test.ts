import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { anOperatorKey } from '../../test/operators.ts'
import { aStore } from '../../test/users.ts'

let it: TestApp
beforeAll(async () => {
  it = await startTestApp()
})
afterAll(() => it.close())

test('the usage of the installation has its newest 24 months', async () => {
  const [{ storeId }, other] = [await aStore(it.database), await aStore(it.database)]
  await it.database.query(sql`
    insert into order_usage (store_id, month, orders)
    select store_id, month::date, 2
    from generate_series(date '2024-03-01', date '2026-03-01', interval '1 month') as month,
      unnest(${[storeId, other.storeId]}::uuid[]) as store_id`)
  const { body } = await (await anOperatorKey(it)).send('GET', '/usage')
  expect(body.months).toHaveLength(24)
  expect(body.months[0]).toEqual({ month: '2026-03', orders: 4, stores: 2 })
  expect(body.months[23]).toEqual({ month: '2024-04', orders: 4, stores: 2 })
})
