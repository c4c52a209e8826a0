import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testWebhook } from '../../../links/webhooks/deliveries.ts'
import { changeWebhook } from '../../../links/webhooks/webhooks.ts'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { aStore } from '../../../test/users.ts'
import { type Receiver, startReceiver, status } from '../../../test/webhooks/receiver.ts'
import { subscribe, webhookContext } from '../../../test/webhooks/subscribe.ts'
import { checkWebhooks } from './webhooks-check.ts'

let it: TestApp
let receiver: Receiver
beforeAll(async () => {
  it = await startTestApp()
  receiver = await startReceiver()
})
afterAll(async () => {
  await it.close()
  await receiver.close()
})

async function anEndpoint(answer: number): Promise<string> {
  const { storeId } = await aStore(it.database)
  const { webhook_id } = await subscribe(it, storeId, { url: receiver.url })
  receiver.reply(status(answer))
  await it.database.transaction(tx => testWebhook(tx, storeId, webhook_id, new Date()))
  await it.runDue()
  const change = { state: answer === 404 ? 'disabled' : 'active' } as const
  await it.database.transaction(tx => changeWebhook(tx, storeId, webhook_id, change, webhookContext()))
  return webhook_id
}

test('endpoints are counted, and those that fail are named', async () => {
  expect(await checkWebhooks(it.database)).toEqual({ status: 'ok', detail: 'no store has an endpoint' })
  await anEndpoint(204)
  await anEndpoint(404)
  expect(await checkWebhooks(it.database)).toEqual({
    status: 'ok',
    detail: 'endpoints: 1 active, 0 failing, 1 disabled',
  })
  const failing = await anEndpoint(500)
  const { status: found, detail } = await checkWebhooks(it.database)
  expect(found).toBe('warning')
  expect(detail).toBe(
    `endpoints: 1 active, 1 failing, 1 disabled. Read what those answered that have failed longest: ./realword webhook deliveries ${failing}`,
  )
})

test('of those that fail, the three that have failed longest are named', async () => {
  await it.database.query(sql`delete from webhook_endpoints`)
  const failing: string[] = []
  for (let n = 0; n < 4; n++) failing.push(await anEndpoint(500))
  for (const [n, id] of failing.entries())
    await it.database.query(sql`
      update webhook_endpoints set failing_since = ${new Date(Date.UTC(2026, 0, 1 + n))} where webhook_id = ${id}`)
  const { detail } = await checkWebhooks(it.database)
  const named = failing.slice(0, 3).map(id => `./realword webhook deliveries ${id}`)
  expect(detail).toMatch(/^endpoints: 0 active, 4 failing, 0 disabled/)
  expect(detail).toMatch(new RegExp(`longest: ${named.join(', ').replaceAll('.', '\\.')}$`))
})
