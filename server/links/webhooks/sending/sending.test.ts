import sql from 'sql-template-tag'
import { Webhook as Verifier } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { uuid } from '../../../foundation/lib/ids/uuid.ts'
import { aMember } from '../../../test/admin.ts'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { aStore, type Member } from '../../../test/users.ts'
import { type Receiver, startReceiver, status } from '../../../test/webhooks/receiver.ts'
import { subscribe, webhookContext, webhookSecrets } from '../../../test/webhooks/subscribe.ts'
import { rotateSecret } from '../../../upkeep/secrets/rotate.ts'
import { listDeliveries, readDelivery, replayDeliveries, testWebhook } from '../deliveries.ts'
import { forgetDeliveries } from '../old-events.ts'
import { changeWebhook, deleteWebhook, listWebhooks, readWebhook, rotateWebhook } from '../webhooks.ts'

const start = Date.parse('2026-03-09T12:00:00Z')
const second = 1_000
const minute = 60 * second
const hour = 60 * minute
let now: number
let service: TestApp
let store: Member
let receiver: Receiver
let webhook: { webhook_id: string; secret: string }
beforeAll(async () => {
  service = await startTestApp()
})
afterAll(() => service.close())
beforeEach(async () => {
  moveTo(start)
  store = await aStore(service.database)
  receiver = await startReceiver()
  webhook = await subscribe(service, store.storeId, { url: receiver.url })
})
afterEach(async () => {
  // So that nothing of it is due in the next test.
  await service.database.query(sql`delete from webhook_deliveries`)
  await receiver.close()
})

function moveTo(time: number): void {
  now = time
  service.setNow(now)
}

async function after(ms: number): Promise<void> {
  moveTo(now + ms)
  await service.runDue()
}

/** Sends the event of a test, and returns its delivery afterwards. */
async function send(id = webhook.webhook_id) {
  const { delivery_id } = await service.database.transaction(tx =>
    testWebhook(tx, store.storeId, id, new Date(now)),
  )
  await service.runDue()
  return await delivery(delivery_id, id)
}

const delivery = (deliveryId: string, id = webhook.webhook_id) =>
  readDelivery(service.database, store.storeId, id, deliveryId)
const endpoint = () => readWebhook(service.database, store.storeId, webhook.webhook_id)
const ids = () => receiver.received.map(({ id }) => id)

test('the reference library verifies what is sent, and refuses it altered', async () => {
  moveTo(Date.now()) // the library compares with the machine's clock
  const sent = await send()
  const [one] = receiver.received
  expect(sent).toMatchObject({ state: 'delivered', attempts: 1, last_status: 204, next_at: null })
  expect(sent.body).toBe(one?.body)
  const verifier = new Verifier(webhook.secret)
  expect(verifier.verify(one?.body ?? '', one?.headers ?? {})).toEqual({
    type: 'endpoint.test',
    timestamp: new Date(now).toISOString(),
    data: { store_id: store.storeId, webhook_id: webhook.webhook_id },
  })
  expect(one?.headers).toMatchObject({
    'content-type': 'application/json',
    'webhook-id': sent.event_id,
    'user-agent': expect.stringMatching(/^Realword\/\d/),
  })
  expect(() => verifier.verify(`${one?.body} `, one?.headers ?? {})).toThrow('No matching signature')
})

test('after a rotation both secrets sign for 24 hours, and the former one no longer', async () => {
  moveTo(Date.now())
  const { secret } = await service.database.transaction(tx =>
    rotateWebhook(tx, store.storeId, webhook.webhook_id, webhookContext(new Date(now))),
  )
  const verifies = (key: string) => {
    const { body = '', headers = {} } = receiver.received.at(-1) ?? {}
    const [id, timestamp] = [headers['webhook-id'] ?? '', Number(headers['webhook-timestamp'])]
    const signed = new Verifier(key).sign(id, new Date(timestamp * 1000), body)
    return headers['webhook-signature']?.split(' ').includes(signed)
  }
  await send()
  expect([secret, webhook.secret].map(verifies)).toEqual([true, true])
  moveTo(now + 24 * hour)
  await send()
  expect([secret, webhook.secret].map(verifies)).toEqual([true, false])
})

test('a rotated SECRET of the service opens the secrets of endpoints', async () => {
  const second = { current: 'another secret of 32 characters, or more', all: [] as string[] }
  second.all = [second.current, webhookSecrets.current]
  const counts = await rotateSecret(service.database, second, new Date(now))
  expect(counts).toContainEqual(expect.objectContaining({ what: 'secrets of webhooks', unknown: 0 }))
  const back = { current: webhookSecrets.current, all: [webhookSecrets.current, second.current] }
  await rotateSecret(service.database, back, new Date(now))
  expect(await send()).toMatchObject({ state: 'delivered' })
})

test('a failed delivery is tried ten times over three days, with one id and the time of each attempt', async () => {
  receiver.reply(status(500))
  const { delivery_id, ...first } = await send()
  expect(first).toMatchObject({ state: 'waiting', attempts: 1, last_status: 500 })
  const waits = [
    5 * second,
    5 * minute,
    30 * minute,
    2 * hour,
    5 * hour,
    10 * hour,
    14 * hour,
    20 * hour,
    24 * hour,
  ]
  for (const [index, wait] of waits.entries()) {
    const { next_at } = await delivery(delivery_id)
    const due = (next_at?.getTime() ?? 0) - now
    expect(due).toBeGreaterThanOrEqual(wait * 0.9 - 1)
    expect(due).toBeLessThanOrEqual(wait * 1.1 + 1)
    await after(due - 1)
    expect(receiver.received).toHaveLength(index + 1)
    await after(1)
  }
  expect(await delivery(delivery_id)).toMatchObject({ state: 'failed', attempts: 10, next_at: null })
  expect(new Set(ids()).size).toBe(1)
  const times = receiver.received.map(({ headers }) => Number(headers['webhook-timestamp']))
  expect(times).toEqual([...new Set(times)].sort((a, b) => a - b))
  expect(times.at(-1)).toBe(Math.floor(now / 1000))
})

describe('an answer', () => {
  test.each([
    [301, { location: 'http://127.0.0.1:9/elsewhere' }],
    [400, {}],
    [404, {}],
  ])('%d is a failure, and no redirect is followed', async (code, headers) => {
    receiver.reply(status(code, headers))
    expect(await send()).toMatchObject({ state: 'waiting', last_status: code })
    expect(receiver.received).toHaveLength(1)
  })

  test.each([429, 503])('%d postpones everything of the endpoint by its Retry-After', async code => {
    receiver.reply(status(code, { 'retry-after': '120' }))
    const first = await send()
    expect(first.next_at?.getTime()).toBe(now + 120 * second)
    receiver.reply(status(200))
    const other = await send()
    expect(receiver.received).toHaveLength(1)
    await after(119 * second)
    expect(receiver.received).toHaveLength(1)
    await after(1 * second)
    expect(await delivery(first.delivery_id)).toMatchObject({ state: 'delivered' })
    expect(await delivery(other.delivery_id)).toMatchObject({ state: 'delivered' })
  })

  test('410 disables the endpoint, and waiting deliveries are sent when it is active again', async () => {
    receiver.reply(status(410))
    expect(await send()).toMatchObject({ state: 'failed', last_status: 410 })
    expect(await endpoint()).toMatchObject({ state: 'disabled', disabled_why: 'gone' })
    const test = service.database.transaction(tx =>
      testWebhook(tx, store.storeId, webhook.webhook_id, new Date(now)),
    )
    await expect(test).rejects.toThrow('Webhook is disabled')
    receiver.reply(status(204))
    await service.database.transaction(tx =>
      changeWebhook(tx, store.storeId, webhook.webhook_id, { state: 'active' }, webhookContext()),
    )
    expect(await send()).toMatchObject({ state: 'delivered' })
  })

  test('of a gigabyte is read up to 64 kB, and its status counts', async () => {
    let written = 0
    let isClosed = false
    receiver.reply(response => {
      response.writeHead(200, { 'content-length': String(2 ** 30) })
      response.on('close', () => {
        isClosed = true
      })
      const more = (): void => {
        while (!isClosed && written < 2 ** 30) {
          written += 65_536
          const isDrained: boolean = response.write(Buffer.alloc(65_536, 'x'))
          if (isDrained) continue
          response.once('drain', more)
          return
        }
      }
      more()
    })
    expect(await send()).toMatchObject({ state: 'delivered', last_status: 200 })
    await expect.poll(() => isClosed).toBe(true)
    expect(written).toBeLessThan(64e6) // what the sockets of both sides buffer
  })

  test('of an allowed private address is not kept', async () => {
    receiver.reply(status(500))
    expect(await send()).toMatchObject({ last_answer: null })
  })
})

test('an endpoint receives its events one after the other, in their order', async () => {
  let inFlight = 0
  let most = 0
  receiver.reply(response => {
    most = Math.max(most, ++inFlight)
    setImmediate(() => {
      inFlight--
      response.writeHead(200).end()
    })
  })
  const made: string[] = []
  for (let index = 0; index < 250; index++) {
    const { event_id } = await service.database.transaction(tx =>
      testWebhook(tx, store.storeId, webhook.webhook_id, new Date(now)),
    )
    made.push(event_id)
  }
  await service.runDue()
  expect(ids()).toEqual(made)
  expect(most).toBe(1)
})

test('what was delivered is written while a later attempt hangs', async () => {
  const [first, second] = [await aTest(), await aTest()]
  let answer = () => {}
  receiver.reply((response, { id }) => {
    answer = () => void response.writeHead(204).end()
    if (id === first.event_id) answer()
  })
  const run = service.runDue()
  await expect.poll(async () => (await delivery(first.delivery_id)).state).toBe('delivered')
  expect(ids()).toEqual([first.event_id, second.event_id])
  expect(await delivery(second.delivery_id)).toMatchObject({ state: 'waiting', attempts: 0 })
  answer()
  await run
  expect(await delivery(second.delivery_id)).toMatchObject({ state: 'delivered' })
})

const aTest = () =>
  service.database.transaction(tx => testWebhook(tx, store.storeId, webhook.webhook_id, new Date(now)))

test('what a killed sender had is sent when its claim ends', async () => {
  const ends = new Date(now + 200)
  await service.database.query(sql`
    update webhook_endpoints
    set claimed_by = ${uuid()}, claimed_until = ${ends}
    where store_id = ${store.storeId}`)
  const { delivery_id } = await send()
  expect(await delivery(delivery_id)).toMatchObject({ state: 'waiting', attempts: 0 })
  moveTo(now + 200)
  await expect.poll(() => receiver.received.length).toBe(1) // nothing else wakes the store
})

test('an event that fails does not hold up the others', async () => {
  receiver.reply((response, { id }) => void response.writeHead(id === bad ? 500 : 200).end())
  let bad = ''
  const { event_id } = await service.database.transaction(tx =>
    testWebhook(tx, store.storeId, webhook.webhook_id, new Date(now)),
  )
  bad = event_id
  expect(await send()).toMatchObject({ state: 'delivered' })
  const waiting = await listDeliveries(service.database, store.storeId, webhook.webhook_id, {
    state: 'waiting',
  })
  expect(waiting.deliveries.map(one => one.event_id)).toEqual([bad])
})

test('after 120 hours of failures alone, the endpoint is disabled and each owner gets a mail', async () => {
  const owner = await aMember(service, store.storeId, 'owner')
  await aMember(service, store.storeId, 'viewer')
  receiver.reply(status(500))
  await send()
  receiver.reply(status(204))
  await after(60 * hour)
  receiver.reply(status(500))
  await send()
  await after(119 * hour)
  await send()
  expect(await endpoint()).toMatchObject({ state: 'active', failing_since: new Date(now - 119 * hour) })
  await after(1 * hour)
  expect(await endpoint()).toMatchObject({ state: 'disabled', disabled_why: 'failing' })
  const mails = await service.database.query(sql`
    select kind, email from mailings where store_id = ${store.storeId}`)
  expect(mails).toEqual([{ kind: 'webhook_disabled', email: owner.email }])
})

test('a delivery, or those of a time, are replayed with their ids', async () => {
  const first = await send()
  await after(hour)
  const later = await send()
  const replay = (which: Parameters<typeof replayDeliveries>[3]) =>
    service.database.transaction(tx =>
      replayDeliveries(tx, store.storeId, webhook.webhook_id, which, new Date(now)),
    )
  expect(await replay({ deliveryId: first.delivery_id })).toBe(1)
  await service.runDue()
  expect(ids()).toEqual([first.event_id, later.event_id, first.event_id])
  expect(await replay({ from: new Date(now), to: new Date(now + 1) })).toBe(1)
  await service.runDue()
  expect(ids().at(-1)).toBe(later.event_id)
  expect(await replay({ from: new Date(start), to: new Date(now + 1) })).toBe(2)
  await expect(replay({ deliveryId: store.storeId })).rejects.toThrow('Delivery not found')
})

test('deliveries are forgotten after 30 days', async () => {
  const { delivery_id } = await send()
  await forgetDeliveries(service.database, store.storeId, new Date(now + 30 * 24 * hour))
  expect(await delivery(delivery_id)).toMatchObject({ delivery_id })
  await forgetDeliveries(service.database, store.storeId, new Date(now + 30 * 24 * hour + 1))
  await expect(delivery(delivery_id)).rejects.toThrow('Delivery not found')
})

test('unsubscribing is idempotent, and a store has at most 20 endpoints', async () => {
  const remove = () =>
    service.database.transaction(tx =>
      deleteWebhook(tx, store.storeId, webhook.webhook_id, webhookContext().by),
    )
  expect([await remove(), await remove()]).toEqual([true, false])
  const made = Array.from({ length: 21 }, () => subscribe(service, store.storeId, { url: receiver.url }))
  const refused = (await Promise.allSettled(made)).filter(({ status }) => status === 'rejected')
  expect(refused).toHaveLength(1)
  expect(await listWebhooks(service.database, store.storeId)).toHaveLength(20)
})
