import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { aStore } from '../../test/users.ts'
import { type Receiver, startReceiver, status } from '../../test/webhooks/receiver.ts'
import { subscribe, webhookContext } from '../../test/webhooks/subscribe.ts'
import { testWebhook } from './deliveries.ts'
import { failingEndpoints } from './webhook-metrics.ts'
import { changeWebhook } from './webhooks.ts'

const start = Date.parse('2026-03-09T12:00:00Z')
let it: TestApp
let receiver: Receiver
let storeId: string
beforeAll(async () => {
  it = await startTestApp()
  receiver = await startReceiver()
})
afterAll(async () => {
  await it.close()
  await receiver.close()
})
beforeEach(async () => {
  for (const table of ['webhook_deliveries', 'webhook_endpoints'])
    await it.database.query(sql`delete from ${sql([table])}`)
  it.setNow(start)
  receiver.reply(status(204))
  ;({ storeId } = await aStore(it.database))
})

async function series(name: string): Promise<string[]> {
  const { body } = await it.send('GET', '/metrics')
  return (body as string).split('\n').filter(line => line.startsWith(name))
}

const anEndpoint = async () => (await subscribe(it, storeId, { url: receiver.url })).webhook_id
const testAt = (id: string, at = start) =>
  it.database.transaction(tx => testWebhook(tx, storeId, id, new Date(at)))

async function disable(id: string): Promise<void> {
  await it.database.transaction(tx => changeWebhook(tx, storeId, id, { state: 'disabled' }, webhookContext()))
}

test('endpoints are counted by what they do, and attempts by their outcome', async () => {
  const before = await countsOf('realword_webhook_attempts_total')
  const answering = await anEndpoint()
  await testAt(answering)
  await it.runDue()
  receiver.reply(status(500))
  await testAt(await anEndpoint())
  await it.runDue()
  receiver.reply(status(410))
  await testAt(await anEndpoint())
  await it.runDue()
  await disable(await anEndpoint())
  expect(await series('realword_webhook_endpoints{')).toEqual([
    'realword_webhook_endpoints{state="active"} 1',
    'realword_webhook_endpoints{state="failing"} 1',
    'realword_webhook_endpoints{state="disabled"} 2',
  ])
  const counts = await countsOf('realword_webhook_attempts_total')
  const more = Object.entries(counts).map(([outcome, count]) => [outcome, count - (before[outcome] ?? 0)])
  expect(Object.fromEntries(more)).toEqual({ delivered: 1, retried: 1, failed: 1 })
})

async function countsOf(name: string): Promise<Record<string, number>> {
  const pairs = (await series(`${name}{`)).map(line => /outcome="(\w+)"\} (\d+)/.exec(line) ?? [])
  return Object.fromEntries(pairs.map(([, outcome = '', count]) => [outcome, Number(count)]))
}

test('the oldest event without an attempt is measured, of endpoints that answer', async () => {
  const oldest = async () => (await series('realword_webhook_oldest_waiting_seconds '))[0]?.split(' ')[1]
  expect(await oldest()).toBe('0')
  const [first, second] = [await anEndpoint(), await anEndpoint()]
  await testAt(first, start - 400_000)
  await testAt(second, start - 350_000)
  expect(await oldest()).toBe('400')
  // What the alert is not about: the receiver fails, or somebody disabled it.
  const failing = sql`update webhook_endpoints set failing_since = ${new Date(start)} where webhook_id = ${first}`
  await it.database.query(failing)
  expect(await oldest()).toBe('350')
  const suspend = (active: boolean) =>
    it.database.query(sql`update stores set active = ${active} where store_id = ${storeId}`)
  expect(await failingEndpoints(it.database, 5)).toContain(first)
  await suspend(false)
  expect(await oldest()).toBe('0')
  expect(await failingEndpoints(it.database, 5)).toEqual([])
  expect(await series('realword_webhook_endpoints{')).toContain(
    'realword_webhook_endpoints{state="failing"} 0',
  )
  await suspend(true)
  await disable(second)
  expect(await oldest()).toBe('0')
  await it.database.query(sql`update webhook_endpoints set failing_since = null`)
  // The next event was delivered, so the endpoint answers; the first one waits for its second attempt.
  const attempted = (next: Date | null) =>
    it.database.query(sql`update webhook_deliveries set next_at = ${next} where webhook_id = ${first}`)
  await attempted(new Date(start + 60_000))
  expect(await oldest()).toBe('0')
  await attempted(null)
  expect(await oldest()).toBe('400')
  await it.runDue()
  expect(await oldest()).toBe('0')
})
