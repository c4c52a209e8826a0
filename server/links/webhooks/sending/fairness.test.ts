import { createServer, type Socket } from 'node:net'
import sql from 'sql-template-tag'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { recordEvents } from '../../../foundation/events/record.ts'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { times } from '../../../test/factories.ts'
import { listen } from '../../../test/network/listen.ts'
import { aStore } from '../../../test/users.ts'
import { type Receiver, startReceiver, status } from '../../../test/webhooks/receiver.ts'
import { subscribe, webhookContext } from '../../../test/webhooks/subscribe.ts'
import { changeWebhook, listWebhooks, type WebhookChange } from '../webhooks.ts'

// Hanging requests hang until their receiver is closed, at the end of each test: slots that they have are never free.

const start = Date.parse('2026-03-09T12:00:00Z')
const perStore = 20 // endpoints
let service: TestApp
let receiver: Receiver
const running: Promise<void>[] = []
let hanging: { url: string; open: () => number; close: () => void }
beforeAll(async () => {
  service = await startTestApp({}, undefined, { webhookTimeout: 20 * 60_000 })
})
afterAll(() => service.close())
beforeEach(async () => {
  service.setNow(start)
  receiver = await startReceiver()
  hanging = await startHanging()
})
afterEach(async () => {
  hanging.close()
  await receiver.close()
  await Promise.all(running.splice(0))
  // So that nothing of it is due in the next test.
  await service.database.query(sql`delete from webhook_deliveries`)
})

/** A server that reads requests and answers none. `open`: the requests that it got. */
async function startHanging() {
  const sockets = new Set<Socket>()
  const server = createServer(socket => {
    socket.on('error', () => {})
    socket.once('data', () => sockets.add(socket))
  })
  const { url, close } = await listen(server)
  return { url: `${url}/`, open: () => sockets.size, close }
}

/** Stores with as many hanging endpoints as a store may have. `responsive`: they answered in time until now. */
async function storesThatHang(count: number, responsive: boolean): Promise<string[]> {
  const stores: string[] = []
  for (let number = 0; number < count; number++) {
    const { storeId } = await aStore(service.database)
    const endpoints = times(perStore, () => subscribe(service, storeId, { url: hanging.url }))
    await Promise.all(endpoints)
    if (responsive) await markResponsive(storeId)
    stores.push(storeId)
  }
  return stores
}

async function markResponsive(storeId: string): Promise<void> {
  await service.database.query(
    sql`update webhook_endpoints set responsive = true where store_id = ${storeId}`,
  )
}

/** One event for each endpoint of the stores. */
async function report(stores: string[]): Promise<void> {
  const event = { type: 'import.finished', subject: 'an import', data: {} } as const
  for (const storeId of stores)
    await service.database.transaction(tx => recordEvents(tx, storeId, [event], new Date(start)))
}

/** A store with an endpoint that has answered before, and one that has not. */
async function anAnsweringStore(): Promise<string> {
  const { storeId } = await aStore(service.database)
  await subscribe(service, storeId, { url: receiver.url })
  await markResponsive(storeId)
  await subscribe(service, storeId, { url: receiver.url })
  return storeId
}

/** Runs until the store's two endpoints have received their event. */
async function expectDelivered(storeId: string): Promise<void> {
  await report([storeId])
  running.push(service.runDue())
  await expect.poll(() => receiver.received.length, { timeout: 100_000 }).toBe(2)
}

async function countAttempted(stores: string[]): Promise<number> {
  const rows = await service.database.query(sql`
    select from webhook_deliveries where store_id = any(${stores}::uuid[]) and last_at is not null`)
  return rows.length
}

// 30 stores are 600 endpoints. Before, a hundred of them had all slots for 15 seconds.
test.each([
  ['never answered', false, 30 * 5],
  ['all begin to hang', true, 30 * perStore],
])(
  '30 stores whose endpoints %s delay no other store',
  async (_what, responsive, most) => {
    const other = await anAnsweringStore()
    const stores = await storesThatHang(30, responsive)
    await report(stores)
    running.push(service.runDue())
    await expect.poll(() => hanging.open(), { timeout: 200_000 }).toBeGreaterThanOrEqual(100)
    await expectDelivered(other)
    expect(await countAttempted(stores)).toBe(0)
    await expect.poll(() => hanging.open(), { timeout: 200_000 }).toBe(most)
  },
  300_000,
)

test('a hanging endpoint that is changed or activated again is sent to like a new one', async () => {
  const [storeId = ''] = await storesThatHang(1, true)
  const change = async (id: string, to: WebhookChange) =>
    await service.database.transaction(tx => changeWebhook(tx, storeId, id, to, webhookContext()))
  for (const [index, { webhook_id }] of (await listWebhooks(service.database, storeId)).entries()) {
    if (index % 2 === 0) await change(webhook_id, { url: `${hanging.url}?again` })
    else for (const state of ['disabled', 'active'] as const) await change(webhook_id, { state })
  }
  await report([storeId])
  running.push(service.runDue())
  await expect.poll(() => hanging.open()).toBe(5)
  await expectDelivered(await anAnsweringStore())
  expect(hanging.open()).toBe(5)
})

test('an endpoint that answers late is sent to like one that has not answered', async () => {
  const { storeId } = await aStore(service.database)
  const { webhook_id } = await subscribe(service, storeId, { url: receiver.url })
  const isResponsive = async () => {
    const [row] = await service.database.query<{ responsive: boolean }>(sql`
      select responsive from webhook_endpoints where store_id = ${storeId} and webhook_id = ${webhook_id}`)
    return row?.responsive
  }
  const afterEvent = async () => {
    await report([storeId])
    await service.runDue()
    return await isResponsive()
  }
  expect(await isResponsive()).toBe(false)
  // A busy machine may be late by itself.
  await expect.poll(afterEvent).toBe(true)
  receiver.reply(response => setTimeout(() => response.writeHead(204).end(), 1_200))
  expect(await afterEvent()).toBe(false)
  receiver.reply(status(500))
  await expect.poll(afterEvent).toBe(true)
})
