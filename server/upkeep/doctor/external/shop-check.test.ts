import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readConfig } from '../../../foundation/config/config.ts'
import { readSecrets } from '../../../foundation/lib/secret.ts'
import { startBackfill } from '../../../links/connections/backfill/backfill.ts'
import { checkConnection } from '../../../links/connections/check-connection.ts'
import { listConnections, wordConnection } from '../../../links/connections/connection-list.ts'
import { pauseConnection } from '../../../links/connections/connections.ts'
import { quote } from '../../../links/connections/sentences.ts'
import { startTestApp, type TestApp, testSecret } from '../../../test/app.ts'
import { connected } from '../../../test/shops/connected.ts'
import {
  delivery,
  type FakeWooCommerce,
  orderJson,
  startWooCommerce,
  wooOrder,
} from '../../../test/shops/woocommerce.ts'
import { aStore } from '../../../test/users.ts'
import { checkShops } from './shop-check.ts'

const config = readConfig({ SECRET: testSecret })
const secrets = readSecrets(config)
const start = Date.parse('2026-11-20T12:00:00Z')
const hour = 60 * 60_000
const day = 24 * hour
const by = { at: new Date('2026-11-25T12:00:00Z'), actor: 'command' } as const

let it: TestApp
let fake: FakeWooCommerce
let storeId: string
let now: number
beforeAll(async () => {
  it = await startTestApp()
})
afterAll(() => it.close())
beforeEach(async () => {
  // Those of the tests before.
  for (const table of ['connection_events', 'connections'])
    await it.database.query(sql`delete from ${sql([table])}`)
  setNow(start)
  ;({ storeId } = await aStore(it.database))
  fake = await startWooCommerce()
  return () => fake.close()
})

function setNow(at: number): void {
  now = at
  it.setNow(at)
}

const inspect = (settings = config) => checkShops(it.database, settings, () => now)
const context = () => ({ secrets, address: it.url, now, allowedNetworks: ['127.0.0.0/8'] })

/** A WooCommerce shop with a consumer key, whose webhooks Realword has created. */
async function aShop() {
  const given = { url: fake.url, key: fake.key, token: fake.token, secret: 'whs-secret' }
  const shop = await connected(it, storeId, { platform: 'woocommerce', ...given })
  await it.database.query(
    sql`update connections set created_at = ${new Date(now)} where store_id = ${storeId}`,
  )
  const check = (what: 'test' | 'repair') =>
    checkConnection(it.database, storeId, shop.connectionId, what, context())
  await check('repair')
  const fillBack = async () => {
    await it.database.transaction(tx =>
      startBackfill(tx, storeId, shop.connectionId, { from: new Date(start), now, secrets }),
    )
    await it.runDue()
  }
  return { ...shop, check, fillBack }
}

test('connections in order are fine, and no connection is too', async () => {
  expect(await inspect()).toEqual({ status: 'ok', detail: 'no store has one' })
  const shop = await aShop()
  await shop.deliver(delivery('order.updated', orderJson(wooOrder(1)), 'whs-secret'))
  await shop.fillBack()
  expect(await inspect()).toEqual({ status: 'ok', detail: 'the connections of all stores (1) are in order' })
})

test('a webhook that the shop disabled is named until it is repaired, here and on the screen', async () => {
  const { connectionId, fillBack, check } = await aShop()
  for (const hook of fake.hooks) if (hook.topic === 'order.updated') hook.status = 'disabled'
  await fillBack()
  const { status, detail } = await inspect()
  expect(status).toBe('warning')
  expect(detail).toBe(
    `store ${storeId}: woocommerce ${connectionId}: order.updated: the webhook is disabled. Run: ./realword connect repair ${connectionId}`,
  )
  const [shown] = await listConnections(it.database, storeId, context())
  expect(shown && wordConnection(shown).last_error).toMatchObject({
    message: 'order.updated: the webhook is disabled.',
    mend: expect.stringContaining('sends nothing again. Repair the connection'),
  })
  await check('test')
  expect((await inspect()).status).toBe('warning')
  await check('repair')
  expect(await inspect()).toMatchObject({ status: 'ok' })
})

test('an event of another webhook does not end the problem of a disabled one', async () => {
  const { connectionId, fillBack, deliver } = await aShop()
  for (const hook of fake.hooks) if (hook.topic === 'order.updated') hook.status = 'disabled'
  await fillBack()
  await deliver(delivery('order.created', orderJson(wooOrder(1)), 'whs-secret'))
  expect((await inspect()).detail).toContain(`connect repair ${connectionId}`)
})

test('a shop whose orders change without a webhook is silent', async () => {
  const { connectionId, fillBack, deliver } = await aShop()
  fake.orders.set(1, wooOrder(1, { created: start + hour, modified: start + hour }))
  // Its webhook may still be on the way.
  setNow(start + 1.5 * hour)
  await fillBack()
  expect(await inspect()).toMatchObject({ status: 'ok' })
  fake.orders.set(2, wooOrder(2, { created: start + 2 * hour, modified: start + 2 * hour }))
  setNow(start + day)
  await fillBack()
  expect((await inspect()).detail).toContain(
    `The shop has sent nothing since 2026-11-20T13:30:00.000Z, but an order of it changed. Run: ./realword connect repair ${connectionId}`,
  )
  fake.orders.set(3, wooOrder(3, { created: start + 1.5 * day, modified: start + 1.5 * day }))
  setNow(start + 1.5 * day)
  await deliver(delivery('order.updated', orderJson(wooOrder(3)), 'whs-secret'))
  setNow(start + 2 * day)
  await fillBack()
  expect(await inspect()).toMatchObject({ status: 'ok' })
})

test('a shop that cannot be asked is silent after a week', async () => {
  const { connectionId, deliver } = await connected(it, storeId, {
    platform: 'woocommerce',
    secret: 'whs-secret',
  })
  await it.database.query(sql`
    update connections
    set created_at = ${new Date(start)}, backfill_at = '2200-01-01'
    where store_id = ${storeId}`)
  setNow(start + 8 * day)
  expect((await inspect()).detail).toContain(
    `no webhook has arrived yet. Run: ./realword connect repair ${connectionId}`,
  )
  await deliver(delivery('order.created', orderJson(wooOrder(1)), 'whs-secret'))
  expect(await inspect()).toMatchObject({ status: 'ok' })
  setNow(start + 16 * day)
  expect((await inspect()).detail).toContain('no webhook since 2026-11-28T12:00:00.000Z.')
  await pauseConnection(it.database, storeId, connectionId, quote('Holidays.'), by)
  expect(await inspect()).toMatchObject({ status: 'ok' })
})

// The fake closes the connection below 0.5, and answers 503 above.
test.each([
  [
    'closes connections',
    0,
    'The shop cannot be reached. Open its address in a browser. It is tried again later.',
  ],
  [
    'answers 503',
    0.7,
    'The shop’s API answers with an error (503). Nothing is to be done: it is asked again later.',
  ],
])('a shop that %s and failed events are named with what to do', async (_what, random, problem) => {
  const { connectionId, deliver, fillBack } = await aShop()
  const { headers, body } = delivery('order.updated', { id: 1, status: 'completed' }, 'whs-secret')
  expect(await deliver({ headers, body })).toBe(200)
  expect((await inspect()).detail).toContain(`1 event failed. Run: ./realword connect log ${connectionId}`)
  fake.fail(1, () => random)
  await fillBack()
  expect((await inspect()).detail).toContain(`${problem} 1 event failed.`)
})

test('keys that the present SECRET cannot read are named, in a paused connection too', async () => {
  const { connectionId } = await aShop()
  await pauseConnection(it.database, storeId, connectionId, quote('Holidays.'), by)
  const another = readConfig({ SECRET: 'another-secret-of-at-least-32-characters' })
  expect(await inspect(another)).toEqual({
    status: 'warning',
    detail: `store ${storeId}: woocommerce ${connectionId}: its keys cannot be read. Set SECRET_PREVIOUS to the secret that encrypted them, or give them again.`,
  })
  const rotating = readConfig({
    SECRET: 'another-secret-of-at-least-32-characters',
    SECRET_PREVIOUS: testSecret,
  })
  expect(await inspect(rotating)).toMatchObject({ status: 'ok' })
})
