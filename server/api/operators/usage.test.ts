import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { aMailing } from '../../test/mail/mailings.ts'
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

test('each store is counted once, as active, suspended or deleted', async () => {
  const client = await anOperatorKey(it)
  const counts = async () => (await client.send('GET', '/usage')).body.stores
  const before = await counts()
  const [, suspended, deleted] = [
    await aStore(it.database),
    await aStore(it.database),
    await aStore(it.database),
  ]
  await it.database.query(sql`update stores set active = false where store_id = ${suspended.storeId}`)
  await it.database.query(sql`
    update stores set active = false, deleted_at = now() where store_id = ${deleted.storeId}`)
  expect(before.deleted).toBe(0)
  expect(await counts()).toEqual({ active: before.active + 1, suspended: before.suspended + 1, deleted: 1 })
})

test('the health counts all queued mails, and those of the last day by state', async () => {
  const now = Date.parse('2026-03-20T12:00:00Z')
  it.setNow(now)
  const { storeId } = await aStore(it.database)
  const add = (state: 'queued' | 'sent' | 'failed', hours: number, number: number) =>
    aMailing(it.database, storeId, {
      state,
      email: `ana.${number}@example.com`,
      at: new Date(now - hours * 3_600_000),
    })
  for (const [number, hours] of [1, 30].entries()) {
    await add('queued', hours, number)
    await add('sent', hours, number)
  }
  await add('failed', 23, 2)
  const { body } = await (await anOperatorKey(it)).send('GET', '/health')
  expect(body.mails).toMatchObject({ waiting: 2, states: { queued: 1, sent: 1, failed: 1 } })
})
