import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { anOrder } from '../../test/factories.ts'
import { anOperatorKey } from '../../test/operators.ts'
import { connected } from '../../test/shops/connected.ts'
import { delivery } from '../../test/shops/woocommerce.ts'
import { aStore } from '../../test/users.ts'

// The statements of figures read all stores, so all shards.

let it: TestApp
beforeAll(async () => {
  it = await startTestApp()
  it.setNow('2026-03-05T19:00:00Z')
  for (const name of ['One', 'Other']) {
    const { headers, storeId } = await aStore(it.database, { name })
    await addTransfers(storeId)
    const shop = await connected(it, storeId, { platform: 'woocommerce', secret: 'whs-secret' })
    await shop.deliver(delivery('order.updated', {}, 'whs-secret'))
    expect((await it.send('POST', '/orders', { headers, body: anOrder() })).status).toBe(201)
  }
})
afterAll(() => it.close())

async function addTransfers(storeId: string): Promise<void> {
  const at = new Date('2026-03-12T13:00:00Z')
  await it.database.query(sql`
    insert into imports (store_id, id, kind, state, file_name, size, file_until, created_by, created_at)
    values (${storeId}, ${crypto.randomUUID()}, 'review', 'done', 'a.csv', 1, ${at}, 'Ana', ${at})`)
  await it.database.query(sql`
    insert into exports (store_id, id, kind, state, created_by, created_at)
    values (${storeId}, ${crypto.randomUUID()}, 'archive', 'done', 'Ana', ${at})`)
}

test('every metric of the service can be read', async () => {
  it.setNow('2026-03-12T13:20:00Z') // 20 minutes after ten o'clock in São Paulo
  const { body } = await it.send('GET', '/metrics')
  expect(body).toContain('realword_requests_oldest_due_seconds 1200\n')
  expect(body).toContain('realword_mails_queued 0\n')
  expect(body).toContain('realword_exports{state="done"} 2\n')
  expect(body).toContain('realword_imports{state="done"} 2\n')
  expect(body).toContain('realword_connections{platform="woocommerce",state="active"} 2\n')
  expect(body).toContain('realword_connection_events{platform="woocommerce",state="failed"} 2\n')
  expect(body).toContain('realword_connection_last_event_timestamp_seconds{platform="woocommerce"} ')
  expect(body).toContain('realword_connection_events_oldest_due_seconds{platform="woocommerce"} 0\n')
  expect(body).toMatch(/^realword_jobs_waiting\{queue="tidy"\} \d+$/m)
})

test('operators read health and usage', async () => {
  const { send } = await anOperatorKey(it)
  const health = await send('GET', '/health')
  expect([health.status, health.body.imports]).toEqual([200, { done: 2 }])
  const usage = await send('GET', '/usage')
  expect([usage.status, usage.body.stores.active]).toEqual([200, 2])
  expect((await send('GET', '/stores?limit=10')).status).toBe(200)
})
