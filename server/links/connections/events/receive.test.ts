import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { readOrder } from '../../../asking/orders/orders.ts'
import golden from '../../../foundation/errors/errors.golden.json' with { type: 'json' }
import { readSecrets } from '../../../foundation/lib/secret.ts'
import { testSecret } from '../../../test/app.ts'
import { startFakeServer } from '../../../test/shops/fake-server.ts'
import { connectShopForEachTest, shopStart } from '../../../test/shops/shop-for-each-test.ts'
import { aShopLine, aShopOrder, connectShop } from '../../../test/shops/shop-platform.ts'
import { aStore } from '../../../test/users.ts'
import { changeConnection } from '../connections.ts'
import { listEvents, retryEvent, wordEvent } from './events.ts'

const it = connectShopForEachTest()
const testSecrets = readSecrets({ SECRET: testSecret, DATA_DIR: '' })
const events = async (of = it.shop) =>
  (await listEvents(it.service.database, it.store.storeId, of.connectionId)).events.map(wordEvent)
const order = (orderId: string) => readOrder(it.service.database, it.store.storeId, orderId)

test('schedules the request of an order that the shop sent', async () => {
  const sent = aShopOrder()
  const answer = await it.shop.post({ changes: [{ kind: 'order', order: sent }] })
  expect({ status: answer.status, body: answer.body }).toEqual({ status: 200, body: {} })
  await it.service.runDue()
  const stored = await order(sent.orderId)
  expect(stored.products.map(({ product_id }) => product_id)).toEqual(
    sent.lines.map(({ productId }) => productId),
  )
  expect(stored.requests).toMatchObject([{ email: sent.customer.email, state: 'scheduled' }])
  expect(await events()).toMatchObject([
    { topic: 'order.updated', state: 'done', outcome: 'Scheduled: delivered 2026-03-05.', attempts: 1 },
  ])
})

test.each([
  ['without a signature', () => ({ headers: {} })],
  ['with a wrong signature', () => ({ headers: { 'x-signature': 'ab'.repeat(32) } })],
  ['to an unknown connection', () => ({ path: `/connect/medusa/${it.shop.connectionId.slice(0, -1)}_` })],
  ['to another platform', () => ({ path: `/connect/vtex/${it.shop.connectionId}` })],
  ['to a platform that does not exist', () => ({ path: `/connect/__proto__/${it.shop.connectionId}` })],
  ['to an id of no store', () => ({ path: '/connect/medusa/abc' })],
])('refuses a webhook %s with the same answer, and stores nothing', async (_what, change) => {
  const {
    path = it.shop.path,
    headers = { 'x-signature': 'cd'.repeat(32) },
  }: { path?: string; headers?: object } = change()
  const answer = await it.service.send('POST', path, { headers: { ...headers }, body: '{"changes":[]}' })
  const { en_us, pt_br } = golden.errors.webhook_refused.user_message
  expect({ status: answer.status, body: answer.body }).toEqual({
    status: 401,
    body: { ...golden.errors.webhook_refused, user_message: { en_us, pt_br } },
  })
  expect(await events()).toEqual([])
})

test("refuses a webhook that is right for another platform's check", async () => {
  const { connectionId, secret } = it.shop
  const send = (platform: string) =>
    it.service.send('POST', `/connect/${platform}/${connectionId}`, {
      headers: { 'x-realword-secret': secret },
      body: '{"id":"1"}',
    })
  expect((await send('generic')).status).toBe(401)
  expect(await events()).toEqual([])
})

test('answers a ping and stores nothing', async () => {
  expect((await it.shop.post('')).status).toBe(200)
  expect(await events()).toEqual([])
})

test('stores a repeated delivery once, of each connection', async () => {
  const other = await connectShop(it.service, it.store.storeId)
  for (const one of [it.shop, it.shop, other]) await one.post({ changes: [] }, { 'x-delivery': '7' })
  expect([(await events()).length, (await events(other)).length]).toEqual([1, 1])
})

test('the same body again without a delivery id changes nothing', async () => {
  const sent = aShopOrder()
  for (let turn = 0; turn < 3; turn++) {
    await it.shop.post({ changes: [{ kind: 'order', order: sent }] })
    await it.service.runDue()
  }
  expect((await order(sent.orderId)).requests).toHaveLength(1)
  expect((await events()).map(({ state }) => state)).toEqual(['done', 'done', 'done'])
})

test('the later of two versions counts, whichever arrives first', async () => {
  const sent = aShopOrder()
  const cancelled = { ...sent, isCancelled: true, changedAt: (sent.changedAt as number) + 1000 }
  await it.shop.post({ changes: [{ kind: 'order', order: cancelled }] })
  await it.service.runDue()
  await it.shop.post({ changes: [{ kind: 'order', order: sent }] })
  await it.service.runDue()
  await expect(order(sent.orderId)).rejects.toMatchObject({ errorName: 'order_unknown' })
  expect((await events()).map(({ outcome }) => outcome)).toEqual([
    'Older than what is known.',
    'The order was cancelled before anything was scheduled.',
  ])
})

test('a cancellation cancels the requests of the order', async () => {
  const sent = aShopOrder()
  const cancelled = { ...sent, isCancelled: true, changedAt: undefined }
  await it.shop.post({ changes: [{ kind: 'order', order: sent }] }, { 'x-subject': sent.orderId })
  await it.shop.post({ changes: [{ kind: 'order', order: cancelled }] }, { 'x-subject': sent.orderId })
  await it.service.runDue()
  expect((await order(sent.orderId)).requests).toMatchObject([{ state: 'cancelled' }])
})

test('schedules nothing before the shop sends the order', async () => {
  const { deliveredAt: _, ...line } = aShopLine()
  await it.shop.post({ changes: [{ kind: 'order', order: aShopOrder({ lines: [line] }) }] })
  await it.service.runDue()
  expect(await events()).toMatchObject([{ state: 'done', outcome: 'Waits for delivery.' }])
})

test.each([undefined, 'nobody', ''])('skips an order with the address %s', async email => {
  const sent = aShopOrder({ customer: { name: '', email, phone: '' } })
  await it.shop.post({ changes: [{ kind: 'order', order: sent }] })
  await it.service.runDue()
  expect(await events()).toMatchObject([{ outcome: 'The order has no usable address: nobody is asked.' }])
  await expect(order(sent.orderId)).rejects.toMatchObject({ errorName: 'order_unknown' })
})

test('keeps events while the connection is incomplete, and schedules nothing', async () => {
  const incomplete = await connectShop(it.service, it.store.storeId, { url: '' })
  expect((await incomplete.post({ changes: [{ kind: 'order', order: aShopOrder() }] })).status).toBe(200)
  await it.service.runDue()
  expect(await events(incomplete)).toMatchObject([{ state: 'waiting', attempts: 0 }])
})

test('works through what was kept once the connection is complete', async () => {
  const incomplete = await connectShop(it.service, it.store.storeId, { url: '' })
  const sent = aShopOrder()
  await incomplete.post({ changes: [{ kind: 'order', order: sent }] })
  const context = { secrets: testSecrets, address: it.service.url, now: Date.now() }
  const changed = await it.service.database.transaction(tx =>
    changeConnection(tx, it.store.storeId, incomplete.connectionId, { url: 'https://shop.example' }, context),
  )
  expect(changed).toMatchObject({
    state: 'active',
    missing: [],
    url: 'https://shop.example',
    waiting_events: 1,
  })
  await it.service.runDue()
  expect((await order(sent.orderId)).requests).toMatchObject([{ state: 'scheduled' }])
})

test('refuses settings in words, and changes nothing', async () => {
  const context = { secrets: testSecrets, address: it.service.url, now: Date.now() }
  const change = { url: 'ftp://shop.example', options: { color: 'red', size: '1', transit_days: '61' } }
  const problems = [
    ['url', 'it takes an address such as https://shop.example'],
    ['options.color', 'it takes blue'],
    ['options.size', 'the options are transit_days, product_id, color'],
    ['options.transit_days', 'it takes a whole number of days from 0 to 60'],
  ].map(([path, what]) => ({ path, problem: 'refused', values: [expect.objectContaining({ en: what })] }))
  await expect(
    changeConnection(it.service.database, it.store.storeId, it.shop.connectionId, change, context),
  ).rejects.toMatchObject({ errorName: 'settings_invalid', problems })
})

test('a failed event can be retried, one that is done cannot', async () => {
  await it.shop.post({ problem: { what: 'No.', isTemporary: false } })
  await it.shop.post({ changes: [] })
  await it.service.runDue()
  const [done, failed] = await events()
  const retry = (id = '') => retryEvent(it.service.database, it.store.storeId, it.shop.connectionId, id)
  await retry(failed?.event_id)
  await it.service.runDue()
  expect((await events())[1]).toMatchObject({ state: 'failed', attempts: 2 })
  await expect(retry(done?.event_id)).rejects.toMatchObject({ errorName: 'event_unknown' })
})

test('keeps the body of an event until it is done', async () => {
  const sent = aShopOrder()
  await it.shop.post({ changes: [{ kind: 'order', order: sent }] })
  const bodies = () =>
    it.service.database.query<{ body: Buffer | null }>(sql`
      select body from connection_events where store_id = ${it.store.storeId}`)
  expect(String((await bodies())[0]?.body)).toContain(sent.customer.email)
  await it.service.runDue()
  expect(await bodies()).toEqual([{ body: null }])
})

test('retries a temporary problem after a minute, and gives up on a final one', async () => {
  await it.shop.post({ problem: { what: 'The shop is closed.', isTemporary: true } })
  await it.shop.post({ problem: { what: 'The order makes no sense.', isTemporary: false } })
  await it.service.runDue()
  const [final, temporary] = await events()
  expect(temporary).toMatchObject({
    state: 'waiting',
    outcome: 'The shop is closed.',
    mend: 'Do this.',
    attempts: 1,
  })
  expect(temporary?.next_at?.getTime()).toBeGreaterThan(Date.parse('2026-03-06T12:00:50Z'))
  expect(final).toMatchObject({ state: 'failed', outcome: 'The order makes no sense.', mend: 'Do this.' })
  it.service.setNow('2026-03-06T12:02:00Z')
  await it.service.runDue()
  expect((await events())[1]).toMatchObject({ state: 'waiting', attempts: 2 })
})

test('an order whose shop cannot be asked is scheduled after an hour, and completed later', async () => {
  const away = await startFakeServer(() => ({ json: {} }))
  away.fail(1)
  const [sent, other] = [aShopOrder(), aShopOrder()]
  for (const one of [sent, other])
    await it.shop.post({ changes: [{ kind: 'order', order: one }], fetch: away.url })
  for (const minutes of [0, 2, 59]) {
    it.service.setNow(shopStart + minutes * 60_000)
    await it.service.runDue()
  }
  await expect(order(sent.orderId)).rejects.toMatchObject({ errorName: 'order_unknown' })
  it.service.setNow(shopStart + 62 * 60_000)
  await it.service.runDue()
  for (const { orderId } of [sent, other])
    expect((await order(orderId)).requests).toMatchObject([{ state: 'scheduled' }])
  const said = /^Scheduled: delivered 2026-03-05\. Completed later: The shop/
  expect(await events()).toMatchObject(
    [0, 1].map(() => ({ state: 'waiting', outcome: expect.stringMatching(said) })),
  )
  away.fail(0)
  it.service.setNow(shopStart + 4 * 3_600_000)
  await it.service.runDue()
  expect((await events()).map(({ state }) => state)).toEqual(['done', 'done'])
  expect((await order(sent.orderId)).requests).toHaveLength(1)
  await away.close()
})

test('an order id belongs to the connection that sent it first', async () => {
  const other = await connectShop(it.service, it.store.storeId)
  const sent = aShopOrder()
  await it.shop.post({ changes: [{ kind: 'order', order: sent }] })
  await it.service.runDue()
  await other.post({
    changes: [{ kind: 'order', order: { ...sent, isCancelled: true, changedAt: undefined } }],
  })
  await it.service.runDue()
  expect(await events(other)).toMatchObject([
    { state: 'failed', mend: 'Connect each shop to a store of its own.' },
  ])
  expect((await order(sent.orderId)).requests).toMatchObject([{ state: 'scheduled' }])
})

test('two stores with the same order ids do not touch', async () => {
  const otherStore = await aStore(it.service.database)
  const other = await connectShop(it.service, otherStore.storeId)
  const sent = aShopOrder()
  await it.shop.post({ changes: [{ kind: 'order', order: sent }] })
  await other.post({ changes: [{ kind: 'order', order: sent }] })
  await it.service.runDue()
  await other.post({ changes: [{ kind: 'order_deleted', orderId: sent.orderId }] })
  await it.service.runDue()
  expect((await order(sent.orderId)).requests).toMatchObject([{ state: 'scheduled' }])
  expect((await readOrder(it.service.database, otherStore.storeId, sent.orderId)).requests).toMatchObject([
    { state: 'cancelled' },
  ])
})
