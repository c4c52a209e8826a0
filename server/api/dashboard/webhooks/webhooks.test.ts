import sql from 'sql-template-tag'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { eventTypes } from '../../../foundation/events/event-types.ts'
import { uuid } from '../../../foundation/lib/ids/uuid.ts'
import { type AdminClient, aMember } from '../../../test/admin.ts'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { aStore } from '../../../test/users.ts'
import { type Receiver, startReceiver, status } from '../../../test/webhooks/receiver.ts'

let it: TestApp
let receiver: Receiver
let storeId: string
let owner: AdminClient
let moderator: AdminClient
let viewer: AdminClient
let outside: string
let outsider: AdminClient
beforeAll(async () => {
  ;[it, receiver] = await Promise.all([startTestApp({ SIGN_IN_RATE_LIMIT: '1000' }), startReceiver()])
  ;({ storeId: outside } = await aStore(it.database))
  outsider = await aMember(it, outside, 'owner')
})
afterAll(async () => {
  await receiver.close()
  await it.close()
})
beforeEach(async () => {
  it.setNow('2026-11-25T12:00:00Z')
  receiver.reply(status(204))
  ;({ storeId } = await aStore(it.database))
  owner = await aMember(it, storeId, 'owner')
  moderator = await aMember(it, storeId, 'moderator')
  viewer = await aMember(it, storeId, 'viewer')
})

const path = (rest = '', store = storeId) => `/stores/${store}/webhooks${rest}`
/** What the store's endpoints received. Those of earlier tests may still receive. */
const received = () => receiver.received.filter(({ event }) => event.data.store_id === storeId)
const list = async () => (await viewer.send('GET', path())).body.result
const history = async () =>
  (await owner.send('GET', `/stores/${storeId}/history`)).body.result.map(
    ({ action, fields }: { action: string; fields: string[] }) => [action, ...fields],
  )

async function add(body: object = {}): Promise<{ id: string; secret: string }> {
  const { status: code, body: made } = await owner.send('POST', path(), { url: receiver.url, ...body })
  expect(code, JSON.stringify(made)).toBe(201)
  return { id: made.webhook.webhook_id, secret: made.secret }
}

/** Sends a test, and returns the delivery after its attempt. */
async function deliver(id: string, type = 'endpoint.test', by = moderator) {
  const { status: code, body } = await by.send('POST', path(`/${id}/test`), { type })
  expect(code).toBe(201)
  await it.runDue()
  return (await viewer.send('GET', path(`/${id}/deliveries/${body.delivery_id}`))).body
}

test('only owners see whole addresses, which may hold a token', async () => {
  const { id } = await add({ url: `${receiver.url}/T0K3N?key=s3cret` })
  const seenBy = async (member: AdminClient) => (await member.send('GET', path())).body.result[0].url
  expect(await seenBy(owner)).toBe(`${receiver.url}/T0K3N?key=s3cret`)
  const shortened = `${receiver.url}/T…`
  expect([await seenBy(moderator), await seenBy(viewer)]).toEqual([shortened, shortened])
  await owner.send('PATCH', path(`/${id}`), { url: `${receiver.url}?key=s3cret` })
  expect(await seenBy(viewer)).toBe(`${receiver.url}…`)
})

test('an endpoint is created, changed, disabled, activated and deleted, and the history says so', async () => {
  const { id } = await add({ events: ['review.published'] })
  expect(await list()).toEqual([
    {
      ...{ webhook_id: id, url: receiver.url, events: ['review.published'], state: 'active' },
      created_by_key: null,
      ...{ disabled_why: null, created_at: '2026-11-25T12:00:00.000Z', previous_until: null },
      ...{ failing_since: null, last_success_at: null, waiting: 0, last_delivery: null },
    },
  ])
  const changed = await owner.send('PATCH', path(`/${id}`), { url: `${receiver.url}/2`, events: [] })
  expect(changed.body).toMatchObject({ url: `${receiver.url}/2`, events: [] })
  const disabled = await owner.send('PATCH', path(`/${id}`), { state: 'disabled' })
  expect(disabled.body).toMatchObject({ state: 'disabled', disabled_why: 'member' })
  const active = await owner.send('PATCH', path(`/${id}`), { state: 'active' })
  expect(active.body).toMatchObject({ state: 'active', disabled_why: null })
  expect((await owner.send('DELETE', path(`/${id}`))).status).toBe(204)
  expect((await owner.send('DELETE', path(`/${id}`))).status).toBe(404)
  expect(await list()).toEqual([])
  expect(await history()).toEqual([
    ['delete webhook'],
    ['change webhook', 'active'],
    ['change webhook', 'active'],
    ['change webhook', 'url', 'events'],
    ['create webhook'],
    ['create'],
  ])
})

test('its secret is returned once, and after a rotation signs beside the new one', async () => {
  it.setNow(Date.now()) // the library compares with the machine's clock
  const { id, secret } = await add()
  await deliver(id)
  const rotated = await owner.send('POST', path(`/${id}/secret`))
  const hours = Date.parse(rotated.body.webhook.previous_until) - Date.now()
  expect(Math.round(hours / 3_600_000)).toBe(24)
  await deliver(id)
  const [before, after] = received()
  const verify = (one: typeof before, key: string) => () =>
    new Webhook(key).verify(one?.body ?? '', one?.headers ?? {})
  expect(verify(before, secret)).not.toThrow()
  expect(verify(before, rotated.body.secret)).toThrow()
  expect(verify(after, secret)).not.toThrow()
  expect(verify(after, rotated.body.secret)).not.toThrow()
  const answers = [
    await list(),
    await viewer.send('GET', path(`/${id}/deliveries`)),
    await owner.send('GET', `/stores/${storeId}/history`),
    await owner.send('PATCH', path(`/${id}`), { events: [] }),
  ]
  const log = await it.database.query(sql`select * from audit_log where store_id = ${storeId}`)
  const written = JSON.stringify([answers, log])
  for (const hidden of [secret, rotated.body.secret]) expect(written).not.toContain(hidden)
})

describe('deliveries', () => {
  test('have their request as it was sent, and the answer', async () => {
    receiver.reply(status(500))
    const { id } = await add()
    const delivery = await deliver(id)
    const [sent] = received()
    expect(delivery).toMatchObject({
      ...{ type: 'endpoint.test', state: 'waiting', attempts: 1, last_status: 500, last_error: null },
      // This machine is a private network, whose answers are not kept.
      answer: null,
    })
    expect(delivery.request.body).toBe(sent?.body)
    expect(sent?.headers).toMatchObject(delivery.request.headers)
    expect(Object.keys(delivery.request.headers)).toEqual(['content-type', 'webhook-id', 'webhook-timestamp'])
    expect(await list()).toMatchObject([
      {
        failing_since: '2026-11-25T12:00:00.000Z',
        waiting: 1,
        last_delivery: { delivery_id: delivery.delivery_id, state: 'waiting', last_status: 500 },
      },
    ])
  })

  test('have the signed timestamp also of an attempt that ended in another second', async () => {
    const { id } = await add()
    it.setNow('2026-11-25T12:00:00.990Z')
    receiver.reply(response => void setTimeout(() => response.writeHead(204).end(), 50))
    const { request, last_at } = await deliver(id)
    expect(last_at > '2026-11-25T12:00:01').toBe(true)
    expect(request.headers['webhook-timestamp']).toBe(received()[0]?.headers['webhook-timestamp'])
  })

  test('before their attempt have no headers', async () => {
    const { id } = await add()
    const { body } = await moderator.send('POST', path(`/${id}/test`), { type: 'endpoint.test' })
    const found = (await viewer.send('GET', path(`/${id}/deliveries/${body.delivery_id}`))).body
    expect(found).toMatchObject({ state: 'waiting', attempts: 0, last_at: null, answer: null })
    expect(found.request.headers).toBe(null)
  })

  test('are listed by state, page by page, and replayed: one, or those of a time', async () => {
    const { id } = await add()
    const first = await deliver(id)
    receiver.reply(status(410))
    it.setNow('2026-11-25T13:00:00Z')
    const gone = await deliver(id)
    expect(await list()).toMatchObject([
      { state: 'disabled', disabled_why: 'gone', last_delivery: { delivery_id: gone.delivery_id } },
    ])
    const states = async (query: string) => (await viewer.send('GET', path(`/${id}/deliveries${query}`))).body
    expect(await states('?limit=1')).toMatchObject({
      result: [{ delivery_id: gone.delivery_id, state: 'failed', last_status: 410 }],
      next: gone.delivery_id,
    })
    expect(await states(`?limit=1&after=${gone.delivery_id}`)).toMatchObject({
      result: [{ delivery_id: first.delivery_id }],
      next: null,
    })
    expect((await states('?state=delivered')).result).toMatchObject([{ delivery_id: first.delivery_id }])

    const replay = (body?: object, rest = '/replay') => moderator.send('POST', path(`/${id}${rest}`), body)
    const one = `/deliveries/${gone.delivery_id}/replay`
    expect(await replay(undefined, one)).toMatchObject({ status: 409 })
    await owner.send('PATCH', path(`/${id}`), { state: 'active' })
    receiver.reply(status(200))
    expect(await replay(undefined, one)).toMatchObject({ status: 204 })
    await it.runDue()
    expect(received().map(({ id: eventId }) => eventId)).toEqual([
      first.event_id,
      gone.event_id,
      gone.event_id,
    ])
    const times = { from: '2026-11-25T12:00:00.000Z', to: '2026-11-25T13:00:00.000Z' }
    expect((await replay(times)).body).toEqual({ replayed: 1 })
    await it.runDue()
    expect(received().at(-1)?.id).toBe(first.event_id)
    expect((await replay({ from: times.to, to: times.from })).body).toEqual({ replayed: 0 })
  })
})

test('an event of every type is sent as a test, whatever the endpoint takes', async () => {
  const { id } = await add({ events: ['review.published'] })
  for (const [index, type] of eventTypes.entries()) {
    // Nobody may send more than ten a minute.
    const { state, request } = await deliver(id, type, index < 10 ? moderator : owner)
    const { data, ...event } = JSON.parse(request.body)
    expect(event).toEqual({ type, timestamp: '2026-11-25T12:00:00.000Z' })
    expect(state).toBe('delivered')
    expect(data.store_id).toBe(storeId)
    expect(data.test, type).toBe(type === 'endpoint.test' ? undefined : true)
  }
  expect(received().map(({ event }) => event.type)).toEqual(eventTypes)
  const dataOf = (type: string) => received().find(({ event }) => event.type === type)?.event.data
  expect(dataOf('review.replied')).toMatchObject({ state: 'published', reply: expect.any(String) })
  expect(dataOf('question.created')).toMatchObject({ state: 'pending', published_at: null })
  expect(dataOf('request.bounced')).toMatchObject({ state: 'failed', order_id: '1001' })
  expect(dataOf('order.received')).toMatchObject({ product_ids: ['P-1', 'P-2'] })
  expect(dataOf('import.finished')).toMatchObject({ kind: 'review', outcome: 'imported', imported: 120 })
})

describe('refusals', () => {
  test.each([
    ['no address', { url: 'hooks' }, 'begins with https://'],
    ['another scheme', { url: 'ftp://hooks.example/' }, 'begins with https://'],
    ['a password in the address', { url: 'https://a:b@hooks.example/' }, 'without a user or password'],
    ['the address of the cloud', { url: 'https://169.254.169.254/latest' }, 'private network'],
    ['a private network', { url: 'https://10.0.0.1/hooks' }, 'private network'],
    ['a private network in IPv6', { url: 'https://[::ffff:10.0.0.1]/hooks' }, 'private network'],
    ['an address in one number', { url: 'https://2852039166/' }, 'private network'],
    ['an unknown event', { url: 'https://hooks.example/', events: ['review.liked'] }, 'review.created'],
    ['an empty address', { url: '' }, 'url'],
    ['an unknown field', { url: 'https://hooks.example/', secret: 'mine' }, 'secret'],
  ])('%s', async (_name, body, text) => {
    const refused = await owner.send('POST', path(), body)
    expect(refused.status).toBe(400)
    expect(refused.body.user_message.en_us).toContain(text)
    expect(await list()).toEqual([])
  })

  test('a change to a bad address changes nothing, and the answer names the reason', async () => {
    const { id } = await add()
    const refused = await owner.send('PATCH', path(`/${id}`), { url: 'https://10.0.0.1/', events: [] })
    expect(refused).toMatchObject({ status: 400, body: { more_info: { refusal: 'private' } } })
    expect(await list()).toMatchObject([{ url: receiver.url }])
  })

  test('of more than 20 endpoints', async () => {
    for (let index = 0; index < 20; index++) await add()
    const refused = await owner.send('POST', path(), { url: receiver.url })
    expect(refused.body.user_message.en_us).toContain('more than 20')
    expect(refused.body.more_info).toEqual({ refusal: 'many' })
  })

  test('unknown ids, states and times', async () => {
    const { id } = await add()
    const unknown = [
      await viewer.send('GET', path(`/${uuid()}/deliveries`)),
      await viewer.send('GET', path(`/${id}/deliveries/${uuid()}`)),
      await viewer.send('GET', path(`/${id}/deliveries/not-an-id`)),
      await moderator.send('POST', path(`/${id}/deliveries/not-an-id/replay`)),
      await moderator.send('POST', path(`/${uuid()}/test`), { type: 'endpoint.test' }),
      await owner.send('PATCH', path('/%00'), { state: 'active' }),
      await owner.send('POST', path(`/${uuid()}/secret`)),
    ]
    expect(unknown.map(({ status: code }) => code)).toEqual(Array(7).fill(404))
    const wrong = [
      await viewer.send('GET', path(`/${id}/deliveries?state=lost`)),
      await viewer.send('GET', path(`/${id}/deliveries?after=x`)),
      await moderator.send('POST', path(`/${id}/replay`), { from: 'yesterday', to: 'now' }),
      await moderator.send('POST', path(`/${id}/test`), { type: 'review.liked' }),
    ]
    expect(wrong.map(({ status: code }) => code)).toEqual(Array(4).fill(400))
  })
})

test('a disabled endpoint is neither tested nor replayed', async () => {
  const { id } = await add()
  await owner.send('PATCH', path(`/${id}`), { state: 'disabled' })
  const times = { from: '2026-11-25T12:00:00.000Z', to: '2026-11-25T13:00:00.000Z' }
  const refused = [
    await moderator.send('POST', path(`/${id}/test`), { type: 'endpoint.test' }),
    await moderator.send('POST', path(`/${id}/replay`), times),
  ]
  expect(refused.map(({ status: code }) => code)).toEqual([409, 409])
  expect(refused[0]?.body.user_message.en_us).toBe('This webhook is disabled. Activate it first.')
})

test('tests are limited to ten a minute for each person', async () => {
  const { id } = await add()
  const send = () => moderator.send('POST', path(`/${id}/test`), { type: 'endpoint.test' })
  for (let index = 0; index < 10; index++) expect((await send()).status).toBe(201)
  expect((await send()).status).toBe(429)
})

describe('roles', () => {
  const all: [method: string, rest: string, body?: object][] = [
    ['POST', '/ID/test', { type: 'endpoint.test' }],
    ['POST', '/ID/replay', { from: '2026-11-25T12:00:00.000Z', to: '2026-11-25T13:00:00.000Z' }],
    ['POST', '/ID/deliveries/DELIVERY/replay'],
    ['POST', '', { url: 'https://hooks.example/' }],
    ['PATCH', '/ID', { state: 'disabled' }],
    ['POST', '/ID/secret'],
    ['DELETE', '/ID'],
  ]

  async function statuses(client: AdminClient): Promise<number[]> {
    const { id } = await add()
    const { delivery_id } = await deliver(id)
    const found: number[] = []
    for (const [method, rest, body] of all) {
      const address = path(rest.replace('ID', id).replace('DELIVERY', delivery_id))
      found.push((await client.send(method, address, body)).status)
    }
    return found
  }

  test('a viewer reads', async () => {
    expect(await statuses(viewer)).toEqual(Array(7).fill(403))
  })

  test('a moderator tests and replays', async () => {
    expect(await statuses(moderator)).toEqual([201, 200, 204, 403, 403, 403, 403])
  })

  test('an owner does everything', async () => {
    expect(await statuses(owner)).toEqual([201, 200, 204, 201, 200, 200, 204])
  })

  test('an outsider learns nothing', async () => {
    expect(await statuses(outsider)).toEqual(Array(7).fill(404))
    expect((await outsider.send('GET', path())).status).toBe(404)
  })
})

test('the endpoint of another store is unknown in one’s own, also with its delivery', async () => {
  const { id } = await add()
  const { delivery_id } = await deliver(id)
  const theirs = (rest: string) => path(rest, outside)
  const answers = [
    await outsider.send('GET', theirs(`/${id}/deliveries`)),
    await outsider.send('GET', theirs(`/${id}/deliveries/${delivery_id}`)),
    await outsider.send('POST', theirs(`/${id}/deliveries/${delivery_id}/replay`)),
    await outsider.send('POST', theirs(`/${id}/test`), { type: 'endpoint.test' }),
    await outsider.send('PATCH', theirs(`/${id}`), { url: 'https://thief.example/' }),
    await outsider.send('POST', theirs(`/${id}/secret`)),
    await outsider.send('DELETE', theirs(`/${id}`)),
  ]
  expect(answers.map(({ status: code }) => code)).toEqual(Array(7).fill(404))
  const mine = await outsider.send('POST', theirs(''), { url: receiver.url })
  const own = mine.body.webhook.webhook_id
  const mixed = [
    await outsider.send('GET', theirs(`/${own}/deliveries/${delivery_id}`)),
    await outsider.send('POST', theirs(`/${own}/deliveries/${delivery_id}/replay`)),
  ]
  expect(mixed.map(({ status: code }) => code)).toEqual([404, 404])
  expect(await list()).toMatchObject([{ webhook_id: id, url: receiver.url, state: 'active' }])
  expect(received()).toHaveLength(1)
})
