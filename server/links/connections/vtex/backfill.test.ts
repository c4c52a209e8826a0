import { afterEach, expect, test } from 'vitest'
import { fillBack, ordersIn } from '../../../test/shops/fill-back.ts'
import { english } from '../../../test/shops/in-english.ts'
import { loopbackFetch } from '../../../test/shops/loopback-fetch.ts'
import { type FakeVtex, startVtex, vtexKeys } from '../../../test/shops/vtex.ts'
import type { Shop } from '../platform.ts'
import { vtex as platform } from './platform.ts'

const vtex = english(platform)

const start = Date.parse('2026-10-01T00:00:00Z')
const hour = 3_600_000

let kaneca: FakeVtex
afterEach(() => kaneca.close())

test('reads each order once, oldest invoice first, though the shop fails at random', async () => {
  const shop = await shopWith({ orders: 120, failing: 0.3 })
  const { ids, cursor } = await collect(shop, `since=${new Date(start).toISOString()}`)
  expect(ids).toEqual(Array.from({ length: 120 }, (_, at) => `${at}-01`))
  // The next night reads the invoices of two weeks again, for late returns.
  expect(cursor).toBe('since=2026-09-26T23:50:00.000Z')
})

test('continues after any page, also inside a slice', async () => {
  const shop = await shopWith({ orders: 60, every: 60_000 })
  const first = await vtex.backfill?.(shop, `since=${new Date(start).toISOString()}`).next()
  expect(first?.value?.cursor).toContain('page=2')
  const pages = vtex.backfill?.(shop, first?.value?.cursor ?? '')
  expect((await pages?.next())?.value).toMatchObject({
    changes: { length: 10, 0: { order: { orderId: '50-01' } } },
  })
})

test('halves slices of more orders than VTEX lists', async () => {
  const shop = await shopWith({ orders: 7000, every: 1000 })
  const pages = vtex.backfill?.(shop, `since=${new Date(start).toISOString()}`)
  // A day, halved until at most 1,500 orders remain.
  expect((await pages?.next())?.value?.cursor).toBe(
    'since=2026-10-01T00:00:00.000Z&to=2026-10-01T00:22:30.000Z&page=2',
  )
})

test('an order that cannot be read delays no other', async () => {
  const shop = await shopWith({ orders: 3 })
  kaneca.orders.set('1-01', {
    ...kaneca.orders.get('1-01'),
    orderId: '1-01',
    status: 'invoiced',
    items: 'none',
  })
  const pages = vtex.backfill?.(shop, `since=${new Date(start).toISOString()}`)
  expect((await pages?.next())?.value).toMatchObject({
    changes: [
      { kind: 'order' },
      { kind: 'nothing', why: expect.stringContaining('1-01') },
      { kind: 'order' },
    ],
  })
})

test('a refused app key ends it', async () => {
  const shop = await shopWith({ orders: 1 })
  const settings = { ...shop.settings, key: 'another' }
  await expect(
    collect({ ...shop, settings }, `since=${new Date(start).toISOString()}`),
  ).rejects.toMatchObject({
    message: 'VTEX does not accept the app key and token.',
  })
})

async function shopWith({
  orders,
  every = hour,
  failing = 0,
}: {
  orders: number
  every?: number
  failing?: number
}) {
  kaneca = await startVtex()
  kaneca.fail(failing)
  for (let at = 0; at < orders; at += 1)
    kaneca.orders.set(`${at}-01`, {
      orderId: `${at}-01`,
      status: 'invoiced',
      creationDate: '2026-09-30T00:00:00Z',
      invoicedDate: new Date(start + at * every).toISOString(),
      items: [{ id: '310', quantity: 1 }],
    })
  const options = { account: 'kaneca', api_url: kaneca.url }
  const settings = { ...vtexKeys, secret: 's', url: 'https://www.kaneca.example', options }
  return { settings, fetch: loopbackFetch, now: Date.parse('2026-10-11T00:00:00Z') }
}

async function collect(shop: Shop, from: string) {
  const { changes, cursor } = await fillBack(vtex, shop, from)
  return { ids: ordersIn(changes), cursor }
}
