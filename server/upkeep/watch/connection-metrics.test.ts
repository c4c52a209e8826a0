import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pauseConnection } from '../../links/connections/connections.ts'
import { quote } from '../../links/connections/sentences.ts'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { connectShop, installShopPlatform } from '../../test/shops/shop-platform.ts'
import { aStore } from '../../test/users.ts'

const restore = installShopPlatform()
const start = Date.parse('2026-03-06T12:00:00Z')
let it: TestApp
beforeAll(async () => {
  it = await startTestApp()
})
afterAll(async () => {
  restore()
  await it.close()
})

// Sorted: a counter's series come in the order in which their first one was counted, and shops are read side by side.
async function series(name: string): Promise<string[]> {
  const { body } = await it.send('GET', '/metrics')
  return (body as string)
    .split('\n')
    .filter(line => line.startsWith(`${name}{`))
    .sort()
}

test('connections and their webhooks are counted by platform, of all stores', async () => {
  it.setNow(start)
  const stores = [await aStore(it.database), await aStore(it.database)]
  const shops = await Promise.all(stores.map(({ storeId }) => connectShop(it, storeId)))
  await connectShop(it, stores[0]?.storeId ?? '', { url: '' })
  expect(await series('realword_connections')).toEqual([
    'realword_connections{platform="medusa",state="active"} 2',
    'realword_connections{platform="medusa",state="incomplete"} 1',
  ])
  expect(await series('realword_connection_last_event_timestamp_seconds')).toEqual([])
  for (const shop of shops) {
    await shop.post({ changes: [] })
    await shop.post({ problem: { what: 'No.', isTemporary: false } })
  }
  await it.runDue()
  expect(await series('realword_connection_attempts_total')).toEqual([
    'realword_connection_attempts_total{platform="medusa",outcome="done"} 2',
    'realword_connection_attempts_total{platform="medusa",outcome="failed"} 2',
  ])
  it.setNow(start + 60_000)
  for (const shop of shops) await shop.post({ changes: [] })
  expect(await series('realword_connection_events')).toEqual([
    'realword_connection_events{platform="medusa",state="failed"} 2',
    'realword_connection_events{platform="medusa",state="waiting"} 2',
  ])
  expect(await series('realword_connection_last_event_timestamp_seconds')).toEqual([
    `realword_connection_last_event_timestamp_seconds{platform="medusa"} ${start / 1000 + 60}`,
  ])
})

test('only events that could be applied now are due', async () => {
  const oldest = async () =>
    (await series('realword_connection_events_oldest_due_seconds')).find(line => line.includes('medusa'))
  const due = (seconds: number) =>
    `realword_connection_events_oldest_due_seconds{platform="medusa"} ${seconds}`
  it.setNow(start + 360_000)
  expect(await oldest()).toBe(due(300))
  const later = new Date(start + 300_000)
  await it.database.query(sql`update connection_events set next_at = ${later} where state = 'waiting'`)
  expect(await oldest()).toBe(due(60))
  await it.database.query(sql`update connections set waits_until = ${new Date(start + 400_000)}`)
  expect(await oldest()).toBe(due(0))
  await it.database.query(sql`update connections set waits_until = null`)
  const connections = await it.database.query<{ store_id: string; connection_id: string }>(sql`
    select store_id, connection_id from connections`)
  const by = { at: new Date(), actor: 'command' } as const
  for (const one of connections)
    await pauseConnection(it.database, one.store_id, one.connection_id, quote('No.'), by)
  expect(await oldest()).toBe(due(0))
})
