import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { uuid } from '../../../foundation/lib/ids/uuid.ts'
import { type AdminClient, aMember } from '../../../test/admin.ts'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { nuvemshopApp, nuvemshopKeys, startNuvemshop } from '../../../test/shops/nuvemshop.ts'
import {
  delivery,
  type FakeWooCommerce,
  startWooCommerce,
  wooOrder,
} from '../../../test/shops/woocommerce.ts'
import { aStore } from '../../../test/users.ts'

let it: TestApp
let shop: FakeWooCommerce
let storeId: string
let owner: AdminClient
let moderator: AdminClient
let viewer: AdminClient
let outsider: AdminClient
let outside: string
beforeAll(async () => {
  it = await startTestApp({ SIGN_IN_RATE_LIMIT: '1000' })
  ;({ storeId } = await aStore(it.database))
  ;({ storeId: outside } = await aStore(it.database))
  owner = await aMember(it, storeId, 'owner')
  moderator = await aMember(it, storeId, 'moderator')
  viewer = await aMember(it, storeId, 'viewer')
  outsider = await aMember(it, outside, 'owner')
})
afterAll(() => it.close())
beforeEach(async () => {
  it.setNow('2026-11-25T12:00:00Z')
  shop = await startWooCommerce()
  return async () => {
    await shop.close()
    for (const { connection_id } of await list()) await owner.send('DELETE', path(`/${connection_id}`))
  }
})

const path = (rest = '') => `/stores/${storeId}/connections${rest}`
const keys = () => ({ url: shop.url, key: shop.key, token: shop.token })
const add = async (body: object = { platform: 'woocommerce', ...keys() }) =>
  (await owner.send('POST', path(), body)).body
const list = async () => (await viewer.send('GET', path())).body.result
const history = async () =>
  (await owner.send('GET', `/stores/${storeId}/history`)).body.result.map(
    ({ action, fields }: { action: string; fields: string[] }) => [action, ...fields],
  )

async function connectWooCommerce(): Promise<{ id: string; secret: string }> {
  const { connection, secret } = await add()
  return { id: connection.connection_id, secret }
}

async function deliver(id: string, secret: string, topic = 'order.updated', order: object = {}) {
  const { headers, body } = delivery(topic, order, secret)
  const answer = await it.send('POST', `/connect/woocommerce/${id}`, { headers, body })
  expect(answer.status).toBe(200)
  await it.runDue()
}

describe('connecting WooCommerce with two keys', () => {
  test('adds it, creates its webhooks, and then takes its orders', async () => {
    const { id, secret } = await connectWooCommerce()
    const before = (await moderator.send('POST', path(`/${id}/test`))).body.findings
    expect(before.filter(({ ok }: { ok: boolean }) => !ok)).toHaveLength(6)
    expect(await list()).toMatchObject([
      {
        state: 'active',
        last_error: {
          what: { name: 'hookNone', values: { topic: 'order.created' } },
          mend: { name: 'repairIt' },
        },
      },
    ])
    const [row] = await it.database.query<{ hooks_problem: object }>(sql`
      select hooks_problem from connections where store_id = ${storeId}`)
    expect(Object.keys(row?.hooks_problem ?? {}).toSorted()).toEqual(['mend', 'what'])
    expect((await moderator.send('POST', path(`/${id}/repair`))).body.findings).toContainEqual({
      ok: true,
      what: { name: 'hookCreated', values: { topic: 'order.created' } },
    })
    expect(shop.hooks.map(hook => hook.delivery_url)).toEqual(
      Array(6).fill(`${it.url}/connect/woocommerce/${id}`),
    )
    expect(shop.hooks.every(hook => hook.secret === secret)).toBe(true)
    expect(await list()).toMatchObject([{ last_error: null, has: { key: true, token: true, secret: true } }])
    await deliver(id, secret, 'order.deleted', { id: 7 })
    expect(await list()).toMatchObject([{ last_event_at: '2026-11-25T12:00:00.000Z', failed_events: 0 }])
    expect((await viewer.send('GET', path(`/${id}/events`))).body).toMatchObject({
      result: [{ topic: 'order.deleted', subject: '7', state: 'done', can_retry: false }],
      next: null,
    })
  })

  test('finds a webhook that WooCommerce disabled, each night and when asked', async () => {
    const { id } = await connectWooCommerce()
    await owner.send('POST', path(`/${id}/repair`))
    const hook = shop.hooks.find(({ topic }) => topic === 'order.updated')
    if (hook) hook.status = 'disabled'
    it.setNow('2026-11-26T12:00:00Z')
    await it.runDue()
    const disabled = {
      what: { name: 'hookState', values: { topic: 'order.updated', state: 'disabled' } },
      mend: { name: 'wooDisables' },
    }
    expect(await list()).toMatchObject([{ last_error: disabled }])
    await owner.send('POST', path(`/${id}/repair`))
    expect(hook?.status).toBe('active')
    expect(await list()).toMatchObject([{ last_error: null }])
  })

  test('fetches earlier orders in the background', async () => {
    shop.orders.set(7, wooOrder(7, { created: Date.parse('2026-11-20T12:00:00Z') }))
    const { id } = await connectWooCommerce()
    const from = '2026-11-19T03:00:00.000Z'
    expect((await owner.send('POST', path(`/${id}/backfill`), { from })).status).toBe(204)
    expect(await list()).toMatchObject([{ backfill: { running: true } }])
    await it.runDue()
    expect(await list()).toMatchObject([
      { backfill: { running: false, last_at: '2026-11-25T12:00:00.000Z' } },
    ])
    const orders = await owner.send('GET', `/stores/${storeId}/orders`)
    expect(orders.body.result).toContainEqual(expect.objectContaining({ order_id: '7' }))
  })
})

test('a secret is returned once if it was made here, and no answer has a key', async () => {
  const given = { url: 'https://gres.myshopify.com', key: 'client-id-1', secret: 'shpss_1', token: 'shpat_1' }
  const added = await owner.send('POST', path(), { platform: 'shopify', ...given })
  const made = await owner.send('POST', path(), { platform: 'generic', name: 'ERP' })
  expect(added.body.secret).toBe(null)
  expect(made.body.secret).toMatch(/^[\w-]{43}$/)
  const id = made.body.connection.connection_id
  const renewed = await owner.send('POST', path(`/${id}/secret`))
  expect(renewed.body.secret).toMatch(/^[\w-]{43}$/)
  expect(renewed.body.secret).not.toBe(made.body.secret)
  const shopify = added.body.connection.connection_id
  // That of Shopify is the app's own.
  expect((await owner.send('POST', path(`/${shopify}/secret`))).status).toBe(409)
  const answers = [
    added,
    await owner.send('PATCH', path(`/${shopify}`), { name: 'Grés' }),
    await owner.send('GET', path()),
    await owner.send('GET', path(`/${id}/events`)),
    await owner.send('GET', `/stores/${storeId}/history`),
    await owner.send('POST', path(`/${shopify}/test`)),
  ]
  const log = await it.database.query(sql`select * from audit_log where store_id = ${storeId}`)
  const written = JSON.stringify([answers.map(({ body }) => body), log])
  const { key, secret, token } = given
  for (const hidden of [key, secret, token, made.body.secret, renewed.body.secret])
    expect(written).not.toContain(hidden)
})

test('an incomplete connection says what is missing, and runs once it has it', async () => {
  const { connection } = await add({ platform: 'vtex', url: 'https://www.kaneca.example' })
  expect(connection).toMatchObject({ state: 'incomplete', missing: ['key', 'token', 'account'] })
  const change = { key: 'vtexappkey-kaneca', token: 'x', options: { account: 'kaneca' } }
  const changed = await owner.send('PATCH', path(`/${connection.connection_id}`), change)
  expect(changed.body).toMatchObject({ state: 'active', missing: [], options: { account: 'kaneca' } })
})

test('Nuvemshop: the code of the installation becomes a token, which no answer has', async () => {
  const nuvemshop = await startNuvemshop()
  const options = { app_id: nuvemshopApp.id, api_url: nuvemshop.url }
  const { connection } = await add({ platform: 'nuvemshop', secret: nuvemshopKeys.secret, options })
  expect(connection).toMatchObject({ state: 'incomplete', missing: ['token', 'shop_id'] })
  const authorization = path(`/${connection.connection_id}/authorization`)
  const wrong = await owner.send('POST', authorization, { code: 'too-old' })
  expect(wrong.status).toBe(400)
  expect(wrong.body.user_message.en_us).toContain('code: Not accepted: Nuvemshop does not accept this code')
  const done = await owner.send('POST', authorization, { code: nuvemshopApp.code })
  expect(done.body).toMatchObject({
    state: 'active',
    missing: [],
    options: { shop_id: nuvemshopKeys.shopId },
  })
  expect(JSON.stringify(done.body)).not.toContain(nuvemshopKeys.token)
  expect((await history())[0]).toEqual(['change connection', 'token', 'options.shop_id'])
  await nuvemshop.close()
})

test('stored keys are not sent to another address that was entered later', async () => {
  const { id } = await connectWooCommerce()
  const elsewhere = { url: 'https://collector.example' }
  const refused = await owner.send('PATCH', path(`/${id}`), elsewhere)
  expect(refused.status).toBe(400)
  expect(refused.body.user_message.en_us).toBe(
    'key: Not accepted: enter it again for the new address; token: Not accepted: enter it again for the new address',
  )
  expect(await list()).toMatchObject([{ url: shop.url }])
  const both = { ...elsewhere, key: 'ck_2', token: 'cs_2' }
  expect((await owner.send('PATCH', path(`/${id}`), both)).status).toBe(200)
})

test('the history names what was changed, and by whom', async () => {
  const { id } = await connectWooCommerce()
  await owner.send('PATCH', path(`/${id}`), { name: 'Grés', options: { transit_days: '8' } })
  await owner.send('PATCH', path(`/${id}`), { name: 'Grés', key: shop.key })
  await owner.send('POST', path(`/${id}/secret`))
  await moderator.send('POST', path(`/${id}/repair`))
  await owner.send('POST', path(`/${id}/backfill`), { from: '2026-11-19T03:00:00.000Z' })
  await owner.send('POST', path(`/${id}/pause`))
  await owner.send('POST', path(`/${id}/resume`))
  await owner.send('DELETE', path(`/${id}`))
  expect((await history()).slice(0, 8).reverse()).toEqual([
    ['add connection', 'woocommerce', 'url', 'key', 'token'],
    ['change connection', 'name', 'options.transit_days'],
    ['renew secret', 'secret'],
    ['repair connection'],
    ['fetch orders'],
    ['pause connection'],
    ['resume connection'],
    ['remove connection', 'woocommerce'],
  ])
})

test('a back-fill of a connection that was removed meanwhile ends', async () => {
  const { id } = await connectWooCommerce()
  await owner.send('POST', path(`/${id}/backfill`), { from: '2026-11-19T03:00:00.000Z' })
  await owner.send('DELETE', path(`/${id}`))
  await it.runDue()
  expect(shop.asked).toEqual([])
})

test('a paused connection keeps what arrives, and works through it when it is resumed', async () => {
  const { id, secret } = await connectWooCommerce()
  expect((await owner.send('POST', path(`/${id}/pause`))).status).toBe(204)
  await deliver(id, secret, 'order.deleted', { id: 7 })
  expect(await list()).toMatchObject([
    { state: 'paused', why: { name: 'pausedByMember' }, waiting_events: 1 },
  ])
  const start = { from: '2026-11-19T03:00:00.000Z' }
  expect((await owner.send('POST', path(`/${id}/backfill`), start)).status).toBe(409)
  expect((await owner.send('POST', path(`/${id}/resume`))).body).toMatchObject({ state: 'active', why: null })
  await it.runDue()
  expect(await list()).toMatchObject([{ waiting_events: 0 }])
})

describe('who may do what', () => {
  const reads = ['', '/ID/events']
  const forModerators = ['/ID/test', '/ID/repair', '/ID/retry', `/ID/events/${uuid()}/retry`]
  const forOwners: [method: string, path: string, body?: object][] = [
    ['POST', '', { platform: 'medusa' }],
    ['PATCH', '/ID', { name: 'Another' }],
    ['POST', '/ID/secret'],
    ['POST', '/ID/authorization', { code: 'abc' }],
    ['POST', '/ID/backfill', { from: '2026-11-19T03:00:00.000Z' }],
    ['POST', '/ID/pause'],
    ['POST', '/ID/resume'],
    ['DELETE', '/ID'],
  ]
  const changes: typeof forOwners = [
    ...forModerators.map((one): (typeof forOwners)[number] => ['POST', one]),
    ...forOwners,
  ]

  test.each(reads)('every member reads %j', async rest => {
    const { id } = await connectWooCommerce()
    expect((await viewer.send('GET', path(rest.replace('ID', id)))).status).toBe(200)
    expect((await outsider.send('GET', path(rest.replace('ID', id)))).status).toBe(404)
  })

  test.each(changes)('viewers and outsiders may not: %s %j', async (method, rest, body) => {
    const { id } = await connectWooCommerce()
    expect((await viewer.send(method, path(rest.replace('ID', id)), body)).status).toBe(403)
    expect((await outsider.send(method, path(rest.replace('ID', id)), body)).status).toBe(404)
    expect(shop.asked).toEqual([])
    expect(await list()).toMatchObject([{ connection_id: id, name: '', state: 'active' }])
  })

  test.each(forOwners)('moderators may not: %s %j', async (method, rest, body) => {
    const { id } = await connectWooCommerce()
    expect((await moderator.send(method, path(rest.replace('ID', id)), body)).status).toBe(403)
  })

  const withIds: typeof forOwners = [['GET', '/ID/events'], ...changes.filter(([, rest]) => rest !== '')]
  test.each(
    withIds,
  )('the id of a connection of another store is unknown: %s %j', async (method, rest, body) => {
    const { id } = await connectWooCommerce()
    const at = `/stores/${outside}/connections${rest.replace('ID', id)}`
    expect((await outsider.send(method, at, body)).status).toBe(404)
    expect(await list()).toMatchObject([{ connection_id: id, name: '', state: 'active' }])
    expect(shop.asked).toEqual([])
  })
})

test.each([
  [{ platform: 'magento' }, 'platform: Expected one of'],
  [{ platform: 'woocommerce', url: 'javascript:alert(1)' }, 'url: Not accepted: it takes an address'],
  [{ platform: 'woocommerce', url: 'https://a:b@shop.example' }, 'url: Not accepted: it takes an address'],
  [{ platform: 'woocommerce', key: 'k'.repeat(1025) }, 'key: String must contain at most 1024'],
  [{ platform: 'woocommerce', key: 'a\0b' }, 'key: Invalid character'],
  [{ platform: 'woocommerce', options: { __proto__x: '1' } }, 'options.__proto__x: Not accepted'],
  [{ platform: 'woocommerce', options: { transit_days: '-1' } }, 'options.transit_days: Not accepted'],
  [
    { platform: 'medusa', secret: 'whsec_c2hvcnQ=' },
    'secret: Not accepted: after whsec_ it takes at least 24',
  ],
  [{ platform: 'vtex', options: { account: 'a.evil.example/' } }, 'options.account: Not accepted'],
  [{ platform: 'vtex', options: { api_url: 'https://evil.example' } }, 'options.api_url: Not accepted'],
  [{ platform: 'generic', state: 'active' }, 'state: Unrecognized'],
])('hostile values are refused: %j', async (body, problem) => {
  const answer = await owner.send('POST', path(), body)
  expect(answer.status).toBe(400)
  expect(answer.body.user_message.en_us).toContain(problem)
  expect(await list()).toEqual([])
})

test.each([
  'http://169.254.169.254/',
  'http://10.1.2.3/',
  'http://[::1]/',
  'http://localhost:1/',
])('an address that is not on the public web is a finding, and its answer is not shown: %s', async url => {
  const { connection } = await add({ platform: 'woocommerce', ...keys(), url })
  const { body } = await owner.send('POST', path(`/${connection.connection_id}/test`))
  expect(body.findings).toHaveLength(1)
  expect(body.findings[0]).toMatchObject({ ok: false, mend: { name: expect.stringMatching(/./) } })
  expect(shop.asked).toEqual([])
})

test('one person makes us ask shops ten times a minute, and another one is not limited by it', async () => {
  const { id } = await connectWooCommerce()
  const busy = await aMember(it, storeId, 'moderator')
  const statuses: number[] = []
  for (let turn = 0; turn < 11; turn++) statuses.push((await busy.send('POST', path(`/${id}/test`))).status)
  expect(statuses).toEqual([...Array(10).fill(200), 429])
  expect((await owner.send('POST', path(`/${id}/test`))).status).toBe(200)
})
