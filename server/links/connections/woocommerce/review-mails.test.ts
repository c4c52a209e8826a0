import { beforeEach, describe, expect, test } from 'vitest'
import { readOrder } from '../../../asking/orders/orders.ts'
import { readSecrets } from '../../../foundation/lib/secret.ts'
import { startTestApp, testSecret } from '../../../test/app.ts'
import { openForTests } from '../../../test/for-each-test/open-for-tests.ts'
import { type Connected, connected, connectionOf } from '../../../test/shops/connected.ts'
import {
  type FakeWooCommerce,
  delivery as fromWoo,
  orderJson,
  startWooCommerce,
  wooOrder,
} from '../../../test/shops/woocommerce.ts'
import { aStore } from '../../../test/users.ts'
import { checkConnection } from '../check-connection.ts'
import { changeConnection } from '../connections.ts'
import { wordFinding } from '../platform.ts'
import { findTroubledConnections } from '../troubled.ts'

// A WooCommerce that asks for reviews itself, beside the real service. Nobody may be asked by both.

const bought = '2026-11-16T12:00:00Z' // the request of Realword is due on 28 November
const secrets = readSecrets({ SECRET: testSecret, DATA_DIR: '' })

const it = openForTests(() => startTestApp({ EGRESS_ALLOW: '127.0.0.0/8' }))

let storeId: string
let now: number
const setNow = (at: string) => {
  now = Date.parse(at)
  it.setNow(now)
}
let fake: FakeWooCommerce
let shop: Connected
beforeEach(async () => {
  ;({ storeId } = await aStore(it.database, { avoid_weekends: false }))
  setNow(bought)
  fake = await startWooCommerce()
  const given = { url: fake.url, key: fake.key, token: fake.token, secret: 'whs' }
  shop = await connected(it, storeId, { platform: 'woocommerce', ...given }, Date.parse(bought))
  return () => fake.close()
})

const context = () => ({ secrets, address: it.url, now: now })

async function choose(asks: string): Promise<void> {
  await it.database.transaction(tx =>
    changeConnection(tx, storeId, shop.connectionId, { options: { asks } }, context()),
  )
}

async function check(what: 'test' | 'repair') {
  const asking = { ...context(), allowedNetworks: ['127.0.0.0/8'] }
  const findings = await checkConnection(it.database, storeId, shop.connectionId, what, asking)
  return findings.filter(({ shopMails }) => shopMails).map(wordFinding)
}

/** Completes an order. `plannedAt`: WooCommerce has planned a mail of its own. Returns the log's line. */
async function complete(id: number, plannedAt?: string): Promise<string | null | undefined> {
  const planned = plannedAt && String(Date.parse(plannedAt) / 1000)
  const meta_data = planned ? [{ id: 7, key: '_wc_review_request_scheduled_at', value: planned }] : []
  const order = wooOrder(id, { created: Date.parse(bought), meta_data })
  fake.orders.set(id, order)
  expect(await shop.deliver(fromWoo('order.updated', orderJson(order), 'whs'))).toBe(200)
  return (await shop.log()).findLast(({ subject }) => subject === String(id))?.outcome
}

async function statesOf(id: number): Promise<string[]> {
  const order = await readOrder(it.database, storeId, String(id)).catch(() => undefined)
  return order?.requests.map(({ state, reason }) => `${state}: ${reason}`) ?? ['no order']
}

const scheduled = ['scheduled: 7 days after delivery, estimated']
const left = ['cancelled: 7 days after delivery, estimated, the shop asks itself']
const shopAsks = 'The shop asks this buyer itself: Realword does not.'
const problem = async () => (await connectionOf(it, storeId, shop)).last_error
const doctor = async () =>
  (await findTroubledConnections(it.database, secrets, [storeId], now)).flatMap(({ problems }) => problems)
const planned = '2026-11-23T12:00:00Z'

describe('before the merchant chooses', () => {
  test('Realword asks, except about orders for which the shop has planned a mail of its own', async () => {
    fake.reviewMails.enabled = 'yes'
    expect(await complete(1)).toContain('Scheduled')
    expect(await complete(2, planned)).toBe(shopAsks)
    expect([await statesOf(1), await statesOf(2)]).toEqual([scheduled, ['no order']])
    await check('repair') // creates the webhooks, and leaves the mails to the merchant
    expect(fake.reviewMails.enabled).toBe('yes')
    expect(await check('test')).toMatchObject([
      { ok: false, what: expect.stringContaining('sends review emails of its own') },
    ])
    const connection = await connectionOf(it, storeId, shop)
    expect(connection.shop_mails).toEqual({ state: 'on', at: new Date(bought) })
    expect(connection.last_error?.mend).toContain('Choose who asks')
    expect(await doctor()).toContainEqual(expect.stringContaining('--set asks=realword'))
  })

  test.each([
    ['no', 'off', 'own review emails are off'],
    ['absent', 'absent', 'has no review emails of its own'],
  ] as const)('with the mails %s, a mail that was planned is not sent, so Realword asks', async (enabled, state, what) => {
    fake.reviewMails.enabled = enabled
    expect(await complete(3, planned)).toContain('Scheduled')
    expect(await check('test')).toEqual([{ ok: true, what: expect.stringContaining(what) }])
    expect((await connectionOf(it, storeId, shop)).shop_mails?.state).toBe(state)
    expect((await problem())?.message ?? '').not.toContain('review emails')
  })

  test('a mail that has left counts, also if the mails were switched off since', async () => {
    fake.reviewMails.enabled = 'no'
    expect(await complete(4, '2026-11-16T11:00:00Z')).toBe(shopAsks)
  })

  test('without the right to see the setting, a planned mail counts, and the test says so', async () => {
    fake.reviewMails.enabled = 'hidden'
    expect(await complete(5, planned)).toBe(shopAsks)
    expect(await complete(6)).toContain('Scheduled')
    expect(await check('test')).toEqual([
      {
        ok: true,
        what: 'The consumer key may not see whether WooCommerce sends review emails of its own.',
        mend: expect.stringContaining('as an administrator'),
      },
    ])
  })

  test('a shop that cannot be asked keeps its planned mail until it answers', async () => {
    fake.reviewMails.enabled = 'no'
    fake.fail(1)
    await complete(7, planned)
    expect(await statesOf(7)).toEqual(['no order'])
    fake.fail(0)
    setNow('2026-11-16T13:00:00Z')
    await it.runDue()
    expect(await statesOf(7)).toEqual(scheduled)
  })

  test('mails that are switched on later are seen the night before Realword would ask', async () => {
    fake.reviewMails.enabled = 'no'
    await complete(8, '2026-12-10T12:00:00Z')
    await complete(9)
    expect(await statesOf(8)).toEqual(scheduled)
    fake.reviewMails.enabled = 'yes'
    setNow('2026-11-27T11:00:00Z')
    await it.runDue()
    expect([await statesOf(8), await statesOf(9)]).toEqual([left, scheduled])
    expect(await doctor()).toContainEqual(expect.stringContaining('sends review emails of its own'))
  })
})

describe('after the merchant chose', () => {
  test('that the shop asks, pending requests are cancelled and no order is asked about', async () => {
    fake.reviewMails.enabled = 'yes'
    await complete(10)
    const { storeId: twin } = await aStore(it.database, { avoid_weekends: false })
    const other = await connected(it, twin, { platform: 'woocommerce', secret: 'whs' }, Date.parse(bought))
    await other.deliver(fromWoo('order.updated', orderJson(wooOrder(10)), 'whs'))
    await choose('shop')
    expect(await complete(11)).toBe(shopAsks)
    expect([await statesOf(10), await statesOf(11)]).toEqual([left, ['no order']])
    expect((await readOrder(it.database, twin, '10')).requests).toMatchObject([{ state: 'scheduled' }])
    expect(await check('test')).toMatchObject([{ ok: true, what: expect.stringContaining('as you chose') }])
    // And back: the next event of an order brings its request back.
    await choose('realword')
    expect(await complete(10)).toContain('Known: delivered')
    expect(await statesOf(10)).toEqual([`${left[0]?.replace('cancelled', 'scheduled')}, restored`])
  })

  test('that the shop asks, whose mails are off: nobody would be asked, and doctor says so', async () => {
    fake.reviewMails.enabled = 'no'
    await choose('shop')
    expect(await check('test')).toMatchObject([
      { ok: false, what: expect.stringContaining('nobody is asked') },
    ])
    expect(await doctor()).toContainEqual(expect.stringContaining('nobody is asked'))
  })

  test('that Realword asks, repair switches the mails off, and planned orders are fetched', async () => {
    fake.reviewMails.enabled = 'yes'
    await complete(12, planned)
    await choose('realword')
    expect(await check('test')).toMatchObject([{ ok: false, mend: expect.stringContaining('Repair') }])
    expect(await statesOf(12)).toEqual(['no order'])
    expect(await check('repair')).toMatchObject([{ ok: true, mend: expect.stringContaining('Fetch') }])
    expect(fake.reviewMails.enabled).toBe('no')
    expect((await problem())?.message ?? '').not.toContain('review emails')
    expect(await complete(12, planned)).toContain('Scheduled')
  })

  test('that Realword asks, and the key may not write: the mails stay on, and nobody is asked twice', async () => {
    fake.reviewMails.enabled = 'yes'
    await check('repair')
    await choose('realword')
    fake.mayWrite(false)
    const asking = { ...context(), allowedNetworks: ['127.0.0.0/8'] }
    const findings = await checkConnection(it.database, storeId, shop.connectionId, 'repair', asking)
    expect(findings.map(wordFinding).at(-1)).toMatchObject({
      ok: false,
      mend: expect.stringContaining('Read/Write'),
    })
    expect(await complete(13, planned)).toBe(shopAsks)
  })

  test('only one of the two can be chosen', async () => {
    await expect(choose('both')).rejects.toMatchObject({ errorName: 'settings_invalid' })
  })
})
