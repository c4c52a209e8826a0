import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readOrder } from '../../../asking/orders/orders.ts'
import { readSecrets } from '../../../foundation/lib/secret.ts'
import { startTestApp, type TestApp, testSecret } from '../../../test/app.ts'
import {
  type FakeNuvemshop,
  nuvemshopEvent,
  nuvemshopKeys,
  startNuvemshop,
} from '../../../test/shops/nuvemshop.ts'
import { type FakeVtex, startVtex, vtexKeys, vtexNotice } from '../../../test/shops/vtex.ts'
import { aStore, type Member } from '../../../test/users.ts'
import { addConnection } from '../connections.ts'
import { listEvents, wordEvent } from '../events/events.ts'
import type { PlatformName } from '../platform.ts'
import type { SettingsChange } from '../settings.ts'

const exampleOf = (platform: string) =>
  JSON.parse(readFileSync(new URL(`../${platform}/examples/order.json`, import.meta.url), 'utf8'))

let service: TestApp
let store: Member
let nuvemshop: FakeNuvemshop
let vtex: FakeVtex
beforeAll(async () => {
  service = await startTestApp()
  store = await aStore(service.database)
  service.setNow('2026-10-08T20:00:00Z')
  nuvemshop = await startNuvemshop()
  vtex = await startVtex()
})
afterAll(async () => {
  await Promise.all([service.close(), nuvemshop.close(), vtex.close()])
})

test('Nuvemshop: an event leads to a request, and a cancellation cancels it', async () => {
  const { shopId: shop_id, ...keys } = nuvemshopKeys
  const { path, outcomes } = await connect('nuvemshop', {
    ...keys,
    options: { shop_id, api_url: nuvemshop.url },
  })
  const send = (event: string) => {
    const body = nuvemshopEvent(event, 870042)
    const signature = createHmac('sha256', keys.secret).update(body).digest('hex')
    return post(path, { 'x-linkedstore-hmac-sha256': signature }, body)
  }
  const order = exampleOf('nuvemshop')
  nuvemshop.orders.set(870042, order)
  expect(await send('order/fulfilled')).toBe(200)
  expect(await askedAbout('870042')).toEqual(['31', '42'])
  await send('order/fulfilled')
  expect(await askedAbout('870042')).toEqual(['31', '42'])
  order.status = 'cancelled'
  await send('order/cancelled')
  expect(await askedAbout('870042')).toEqual([])
  expect(await outcomes()).toHaveLength(3)
})

test('VTEX: a notification leads to a request, and a cancellation cancels it', async () => {
  const { path, secret } = await connect('vtex', {
    ...vtexKeys,
    url: 'https://www.kaneca.example',
    options: { account: 'kaneca', api_url: vtex.url },
  })
  const order = exampleOf('vtex')
  vtex.orders.set(order.orderId, order)
  const send = () => post(path, { 'x-realword-secret': secret }, vtexNotice(order.orderId))
  expect(await post(path, {}, Buffer.from('{"hookConfig":"ping"}'))).toBe(200)
  expect(await post(path, { 'x-realword-secret': 'wrong' }, vtexNotice(order.orderId))).toBe(401)
  expect(await send()).toBe(200)
  expect(await askedAbout(order.orderId)).toEqual(['31', '42'])
  order.status = 'canceled'
  await send()
  expect(await askedAbout(order.orderId)).toEqual([])
})

async function connect(platform: PlatformName, settings: SettingsChange) {
  const context = {
    secrets: readSecrets({ SECRET: testSecret, DATA_DIR: '' }),
    address: service.url,
    now: Date.parse('2026-10-08T20:00:00Z'),
  }
  const { connection, secret } = await addConnection(
    service.database,
    store.storeId,
    { platform, ...settings },
    context,
  )
  expect(connection.state).toBe('active')
  const id = connection.connection_id
  return {
    path: `/connect/${platform}/${id}`,
    secret: secret ?? '',
    outcomes: async () =>
      (await listEvents(service.database, store.storeId, id)).events.map(event => wordEvent(event).outcome),
  }
}

async function post(path: string, headers: Record<string, string>, body: Buffer): Promise<number> {
  const { status } = await service.send('POST', path, { headers, body: body.toString() })
  await service.runDue()
  return status
}

/** The products about which the buyer is going to be asked. */
async function askedAbout(orderId: string): Promise<string[]> {
  const { requests } = await readOrder(service.database, store.storeId, orderId)
  return requests.filter(({ state }) => state === 'scheduled').flatMap(({ product_ids }) => product_ids)
}
