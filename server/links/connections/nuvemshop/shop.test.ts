import { afterEach, beforeEach, expect, test } from 'vitest'
import { fillBack, ordersIn } from '../../../test/shops/fill-back.ts'
import { english } from '../../../test/shops/in-english.ts'
import { loopbackFetch } from '../../../test/shops/loopback-fetch.ts'
import { type FakeNuvemshop, nuvemshopKeys, startNuvemshop } from '../../../test/shops/nuvemshop.ts'
import type { Shop } from '../platform.ts'
import { nuvemshop as platform } from './platform.ts'

const nuvemshop = english(platform)

const webhookUrl = 'https://reviews.example/connect/nuvemshop/c1'
const start = 'since=2026-10-01T00:00:00.000Z'

let kaneca: FakeNuvemshop
let shop: Shop
beforeEach(async () => {
  kaneca = await startNuvemshop()
  const { shopId: shop_id, ...keys } = nuvemshopKeys
  const settings = { ...keys, options: { shop_id, api_url: kaneca.url } }
  shop = { settings, fetch: loopbackFetch, now: Date.parse('2026-10-11T00:00:00Z') }
})
afterEach(() => kaneca.close())

test('repair creates the webhooks that are missing, once, and leaves those of others', async () => {
  kaneca.webhooks.push({ id: 1, event: 'order/updated', url: 'https://erp.example/hook' })
  expect(await nuvemshop.test?.(shop, webhookUrl)).toMatchObject([
    { ok: true, what: 'Nuvemshop answers: the app may read orders of Loja Kaneca.' },
    { ok: false, what: expect.stringContaining('order/updated'), mend: 'Run repair.' },
  ])
  expect(await nuvemshop.repair?.(shop, webhookUrl)).toEqual([
    { ok: true, what: 'All 12 webhooks lead here.' },
  ])
  expect(await nuvemshop.repair?.(shop, webhookUrl)).toMatchObject([{ ok: true }])
  expect(kaneca.webhooks).toHaveLength(13)
  expect(await nuvemshop.test?.(shop, webhookUrl)).toMatchObject([{ ok: true }, { ok: true }])
})

test('repair says which webhooks the shop refuses, and creates the others', async () => {
  kaneca.unknownEvents.add('order/voided')
  expect(await nuvemshop.repair?.(shop, webhookUrl)).toMatchObject([
    { ok: false, what: 'Webhooks are missing: order/voided.' },
    { ok: false, what: expect.stringContaining('422') },
  ])
  expect(kaneca.webhooks).toHaveLength(11)
})

test('the back-fill reads every changed order, though the shop fails at random', async () => {
  fill(430)
  kaneca.orders.set(1, { ...kaneca.orders.get(1), id: 1, updated_at: '2026-09-30T00:00:00Z' })
  kaneca.fail(0.3)
  const { changes, cursor } = await fillBack(nuvemshop, shop, start)
  expect(ordersIn(changes)).toHaveLength(429)
  expect(new Set(ordersIn(changes)).size).toBe(429)
  // Five minutes before it began.
  expect(cursor).toBe('since=2026-10-10T23:55:00.000Z')
})

test('the back-fill continues inside a page, and keeps the time at which it began', async () => {
  fill(50)
  const first = await nuvemshop.backfill?.(shop, start).next()
  expect(first?.value).toMatchObject({ changes: { length: 20 } })
  const later = { ...shop, now: shop.now + 3_600_000 }
  const { changes, cursor } = await fillBack(nuvemshop, later, first?.value?.cursor ?? '')
  expect(ordersIn(changes)).toHaveLength(30)
  expect(cursor).toBe('since=2026-10-10T23:55:00.000Z')
})

test('an order that cannot be read delays no other, and a refused token ends the back-fill', async () => {
  fill(3)
  kaneca.orders.set(2, { id: 2, updated_at: '2026-10-05T00:00:00Z', products: 'none' })
  const { changes } = await fillBack(nuvemshop, shop, start)
  expect(changes).toMatchObject([
    { kind: 'order' },
    { kind: 'nothing', why: expect.stringContaining('Order 2 cannot be read') },
    { kind: 'order' },
  ])
  const settings = { ...shop.settings, token: 'another' }
  await expect(fillBack(nuvemshop, { ...shop, settings }, start)).rejects.toMatchObject({
    message: 'Nuvemshop does not accept the access token.',
  })
})

test('a shop without changes', async () => {
  expect(await fillBack(nuvemshop, shop, start)).toEqual({
    changes: [],
    cursor: 'since=2026-10-10T23:55:00.000Z',
  })
})

test('no finding contains a secret', async () => {
  const findings = [await nuvemshop.repair?.(shop, webhookUrl), await nuvemshop.test?.(shop, webhookUrl)]
  for (const secret of [nuvemshopKeys.secret, nuvemshopKeys.token])
    expect(JSON.stringify(findings)).not.toContain(secret)
})

function fill(count: number): void {
  for (let id = 1; id <= count; id += 1)
    kaneca.orders.set(id, {
      id,
      status: 'open',
      storefront: 'store',
      created_at: '2026-10-01T10:00:00Z',
      updated_at: '2026-10-05T00:00:00Z',
      products: [{ id: 1, product_id: 31, name: 'Caneca azul' }],
    })
}
