import jsonata from 'jsonata'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { english } from '../../../test/shops/in-english.ts'
import { loopbackFetch } from '../../../test/shops/loopback-fetch.ts'
import { type FakeVtex, startVtex, vtexKeys } from '../../../test/shops/vtex.ts'
import type { Shop } from '../platform.ts'
import { vtex as platform } from './platform.ts'

const vtex = english(platform)

const webhookUrl = 'https://reviews.example/connect/vtex/c1'

let kaneca: FakeVtex
let shop: Shop
beforeEach(async () => {
  kaneca = await startVtex()
  const options = { account: 'kaneca', api_url: kaneca.url }
  const settings = { ...vtexKeys, secret: 'our-secret', url: 'https://www.kaneca.example', options }
  shop = { settings, fetch: loopbackFetch, now: Date.parse('2026-10-11T00:00:00Z') }
})
afterEach(() => kaneca.close())

test('repair sets the hook of the app key, with the secret in a header', async () => {
  expect(await testHook()).toEqual({
    ok: false,
    what: 'The app key has no hook: VTEX reports no orders.',
    mend: 'Run repair.',
  })
  expect(await vtex.repair?.(shop, webhookUrl)).toMatchObject([{ ok: true }])
  expect(kaneca.hook).toEqual({
    filter: { type: 'FromOrders', expression: expect.any(String), disableSingleFire: true },
    hook: { url: webhookUrl, headers: { 'X-Realword-Secret': 'our-secret' } },
  })
  expect(await testHook()).toMatchObject({ ok: true })
})

test('repair mends a hook of a removed connection, of another secret and of another filter', async () => {
  await vtex.repair?.(shop, webhookUrl)
  const right = kaneca.hook as { filter: object; hook: object }
  for (const wrong of [
    { ...right, hook: { ...right.hook, url: 'https://reviews.example/connect/vtex/removed' } },
    { ...right, hook: { ...right.hook, headers: { 'x-realword-secret': 'older' } } },
    { ...right, filter: { type: 'FromWorkflow', status: ['invoiced'] } },
  ]) {
    kaneca.hook = wrong
    expect(await testHook()).toMatchObject({ ok: false, mend: 'Run repair.' })
    expect(await vtex.repair?.(shop, webhookUrl)).toMatchObject([{ ok: true }])
    expect(kaneca.hook).toEqual(right)
  }
})

test('repair leaves the hook of another system as it is', async () => {
  const other = {
    filter: { type: 'FromWorkflow', status: ['invoiced'] },
    hook: { url: 'https://erp.example/orders' },
  }
  kaneca.hook = other
  const finding = {
    ok: false,
    what: 'The hook of this app key leads to erp.example. An app key has one hook.',
    mend: 'Create an app key for Realword alone, and enter it here.',
  }
  expect(await testHook()).toEqual(finding)
  expect(await vtex.repair?.(shop, webhookUrl)).toEqual([finding])
  expect(kaneca.hook).toBe(other)
})

test('test says how many orders the app key can read', async () => {
  kaneca.orders.set('1-01', { orderId: '1-01', status: 'invoiced', invoicedDate: '2026-10-10T00:00:00Z' })
  expect(await vtex.test?.(shop, webhookUrl)).toMatchObject([
    { ok: true, what: 'VTEX answers: 1 orders invoiced in the last 30 days.' },
    { ok: false },
  ])
})

test('no finding and no answer contains a secret', async () => {
  const findings = [await vtex.repair?.(shop, webhookUrl), await vtex.test?.(shop, webhookUrl)]
  for (const secret of ['our-secret', vtexKeys.token]) expect(JSON.stringify(findings)).not.toContain(secret)
})

test.each<[string, object, boolean]>([
  ['an invoiced order', { status: 'invoiced' }, true],
  ['a cancelled order', { status: 'canceled' }, true],
  [
    'an order in parts, of which one is sent',
    { status: 'handling', packageAttachment: { packages: [{}] } },
    true,
  ],
  ['an order without packages', { status: 'handling', packageAttachment: { packages: [] } }, false],
  ['a new order', { status: 'payment-pending', packageAttachment: null }, false],
])('the filter of the hook reports %s: %#', async (_, order, isReported) => {
  await vtex.repair?.(shop, webhookUrl)
  const { filter } = kaneca.hook as { filter: { expression: string } }
  expect(await jsonata(filter.expression).evaluate(order)).toBe(isReported)
})

const testHook = async () => (await vtex.test?.(shop, webhookUrl))?.at(-1)
