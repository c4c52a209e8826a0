import { Webhook as Verifier } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { expectError, expectInvalid } from '../../test/answers.ts'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { aManageKey, type ManagementClient } from '../../test/management.ts'
import { type Receiver, startReceiver, status } from '../../test/webhooks/receiver.ts'

let it: TestApp
let client: ManagementClient
let outsider: ManagementClient
let receiver: Receiver
beforeAll(async () => {
  it = await startTestApp()
})
afterAll(() => it.close())
beforeEach(async () => {
  client = await aManageKey(it)
  outsider = await aManageKey(it)
  receiver = await startReceiver()
})
afterEach(() => receiver.close())

async function subscribe(events: string[] = []) {
  const { status, body } = await client.send('POST', '/webhooks', { url: receiver.url, events })
  expect(status).toBe(201)
  return body
}

let written = 0
const write = () =>
  client.send('POST', '/reviews', {
    ...{ external_id: `r-${++written}`, product_id: 'P-1', rating: 5, display_name: 'Ana M.' },
  })

test('a tool subscribes, receives signed events, and unsubscribes', async () => {
  const { webhook_id, secret, ...made } = await subscribe(['review.published'])
  expect(made).toMatchObject({ url: receiver.url, events: ['review.published'], state: 'active', waiting: 0 })
  const { body: review } = await write()
  await it.runDue()
  const [first] = receiver.received
  expect(receiver.types()).toEqual(['review.published'])
  const event = new Verifier(secret).verify(first?.body ?? '', first?.headers ?? {})
  expect(event).toMatchObject({ type: 'review.published', data: { review_id: review.id } })
  for (const _ of [1, 2]) expect((await client.send('DELETE', `/webhooks/${webhook_id}`)).status).toBe(204)
  expectError(await client.send('GET', `/webhooks/${webhook_id}`), 404, 8040415)
  await write()
  await it.runDue()
  expect(receiver.received).toHaveLength(1)
})

test('an answer of 410 ends the subscription, until it is activated', async () => {
  const { webhook_id } = await subscribe(['review.published'])
  const path = `/webhooks/${webhook_id}`
  receiver.reply(status(410))
  await write()
  await it.runDue()
  expect((await client.send('GET', path)).body).toMatchObject({ state: 'disabled', disabled_why: 'gone' })
  await write()
  await it.runDue()
  expect(receiver.received).toHaveLength(1)
  expectError(await client.send('POST', `${path}/test`), 409, 804090)
  receiver.reply(status(204))
  const { body } = await client.send('PATCH', path, { state: 'active' })
  expect(body).toMatchObject({ state: 'active', disabled_why: null })
  await write()
  await it.runDue()
  expect(receiver.received).toHaveLength(2)
})

test('the secret is answered once, and no list or later answer has it', async () => {
  const key = { 'idempotency-key': 'subscribe-1' }
  const send = () => client.send('POST', '/webhooks', { url: receiver.url }, key)
  const { body } = await send()
  expect(body.secret).toMatch(/^whsec_[\w+/]{43}=$/)
  const again = await send()
  expect(again.status).toBe(409)
  expect(again.body).toMatchObject({ error_code: 804090, more_info: { id: body.webhook_id } })
  const answers = [
    await client.send('GET', '/webhooks'),
    await client.send('GET', `/webhooks/${body.webhook_id}`),
    await client.send('PATCH', `/webhooks/${body.webhook_id}`, { events: ['review.created'] }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(JSON.stringify(answers.map(answer => answer.body))).not.toContain(body.secret.slice(6))
  expect(answers[0]?.body.data).toHaveLength(1)
})

test('after a rotation the new secret verifies, and the former one for a day', async () => {
  const { webhook_id, secret } = await subscribe()
  const rotated = await client.send('POST', `/webhooks/${webhook_id}/rotate`)
  expect(rotated.body).toMatchObject({ webhook_id, previous_until: expect.any(String) })
  expect(rotated.body.secret).not.toBe(secret)
  await client.send('POST', `/webhooks/${webhook_id}/test`)
  await it.runDue()
  const [{ body, headers } = { body: '', headers: {} }] = receiver.received
  for (const key of [secret, rotated.body.secret])
    expect(new Verifier(key).verify(body, headers)).toMatchObject({ type: 'endpoint.test' })
})

test('deliveries are listed by pages and states, and replayed one by one or by their time', async () => {
  const { webhook_id } = await subscribe(['endpoint.test'])
  const path = `/webhooks/${webhook_id}`
  const sent: string[] = []
  for (const _ of [1, 2, 3]) {
    const { status, body } = await client.send('POST', `${path}/test`)
    expect([status, body.state, body.attempts]).toEqual([202, 'waiting', 0])
    sent.push(body.delivery_id)
  }
  await it.runDue()
  const first = await client.send('GET', `${path}/deliveries?limit=2&state=delivered`)
  const next = await client.send('GET', `${path}/deliveries?limit=2&cursor=${first.body.next_cursor}`)
  const listed = [...first.body.data, ...next.body.data]
  expect(listed.map(one => one.delivery_id)).toEqual(sent.toReversed())
  expect(listed[0]).toMatchObject({ type: 'endpoint.test', attempts: 1, last_status: 204, next_at: null })
  expect(next.body.next_cursor).toBeNull()
  const replay = (body: object) => client.send('POST', `${path}/replay`, body)
  expect(await replay({ delivery_id: sent[0] })).toMatchObject({ status: 202, body: { replayed: 1 } })
  await it.runDue()
  expect(receiver.received.at(-1)?.id).toBe(listed[2].event_id)
  const from = '2020-01-01T00:00:00Z'
  expect((await replay({ from })).body).toEqual({ replayed: 3 })
  expect((await replay({ from, to: from })).body).toEqual({ replayed: 0 })
  await it.runDue()
  expect(receiver.received).toHaveLength(7)
  expectInvalid(await replay({}), 'delivery_id: Expected delivery_id or from')
  expectInvalid(await replay({ to: from }), 'delivery_id: Expected delivery_id or from')
  expectInvalid(
    await replay({ delivery_id: sent[0], from }),
    'delivery_id: Expected delivery_id or from, received both',
  )
})

test('a test is of the wanted type, ten times a minute, and a body that says something else is refused', async () => {
  const { webhook_id } = await subscribe(['endpoint.test'])
  const send = (body?: unknown) => client.send('POST', `/webhooks/${webhook_id}/test`, body)
  for (const body of [{ type: 'review.liked' }, { type: null }, { event: 'review.published' }, [], 'none'])
    expectError(await send(body), 400, 802030)
  const types = [undefined, {}, { type: 'review.published' }, { type: 'question.answered' }, {}]
  const sent = []
  for (const body of types) sent.push(await send(body))
  expect(sent.map(({ status, body }) => [status, body.type])).toEqual([
    [202, 'endpoint.test'],
    [202, 'endpoint.test'],
    [202, 'review.published'],
    [202, 'question.answered'],
    [202, 'endpoint.test'],
  ])
  await it.runDue()
  expect(receiver.received[2]?.event.data).toMatchObject({ test: true, rating: 5 })
  const refused = await send()
  expectError(refused, 429, 804290)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  const { body: other } = await outsider.send('POST', '/webhooks', { url: receiver.url })
  expect((await outsider.send('POST', `/webhooks/${other.webhook_id}/test`)).status).toBe(202)
})

test('an id that no webhook can have is unknown', async () => {
  for (const id of ['a%00b', '%00', 'x'.repeat(38), '%F0%9F%92%A9']) {
    const path = `/webhooks/${id}`
    const attempts: [string, string, object?][] = [
      ['GET', path],
      ['PATCH', path, { state: 'active' }],
      ['DELETE', path],
      ['POST', `${path}/rotate`],
      ['POST', `${path}/test`],
      ['GET', `${path}/deliveries`],
      ['POST', `${path}/replay`, { from: '2020-01-01T00:00:00Z' }],
    ]
    for (const [method, to, body] of attempts) expectError(await client.send(method, to, body), 404, 8040415)
  }
  expectError(await client.send('DELETE', '/feeds/a%00b'), 404, 8141340)
  const hook = await fetch(`${it.url}/connect/woocommerce/a%00b`, { method: 'POST', body: '{}' })
  expect(hook.status).toBeLessThan(500)
})

test('a change of what was read before is refused, and deliveries are no change', async () => {
  const { webhook_id } = await subscribe()
  const path = `/webhooks/${webhook_id}`
  const etag = (await client.send('GET', path)).headers.get('etag') ?? ''
  expect(etag).toMatch(/^"[\w-]{22}"$/)
  await client.send('POST', `${path}/test`)
  await it.runDue()
  const changes = [['review.created'], ['review.updated'], ['review.removed']]
  const answers = await Promise.all(
    changes.map(events => client.send('PATCH', path, { events }, { 'if-match': etag })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412])
  expectError(await client.send('POST', `${path}/rotate`, undefined, { 'if-match': etag }), 412, 804120)
  expectError(await client.send('DELETE', path, undefined, { 'if-match': etag }), 412, 804120)
  const read = (await client.send('GET', path)).headers.get('etag')
  expect(read).toBe(answers.find(({ status }) => status === 200)?.headers.get('etag'))
  expect((await client.send('DELETE', path, undefined, { 'if-match': read ?? '' })).status).toBe(204)
})

test('a key of another store reaches nothing by the ids of this one', async () => {
  const { webhook_id } = await subscribe()
  const path = `/webhooks/${webhook_id}`
  const { body: delivery } = await client.send('POST', `${path}/test`)
  await it.runDue()
  const before = await client.send('GET', path)
  const own = await outsider.send('POST', '/webhooks', { url: 'https://hooks.example/' })
  const attempts: [string, string, object?][] = [
    ['GET', path],
    ['PATCH', path, { url: 'https://evil.example/' }],
    ['DELETE', path],
    ['POST', `${path}/rotate`],
    ['POST', `${path}/test`],
    ['GET', `${path}/deliveries`],
    ['POST', `${path}/replay`, { delivery_id: delivery.delivery_id }],
    ['POST', `${path}/replay`, { from: '2020-01-01T00:00:00Z' }],
  ]
  for (const [method, to, body] of attempts) expectError(await outsider.send(method, to, body), 404, 8040415)
  const replay = { delivery_id: delivery.delivery_id }
  const mixed = await outsider.send('POST', `/webhooks/${own.body.webhook_id}/replay`, replay)
  expectError(mixed, 404, 8040416)
  const place = Buffer.from(`2026-03-09T12:00:00Z ${delivery.delivery_id}`).toString('base64url')
  const cursor = `${own.body.webhook_id}/deliveries?cursor=${place}`
  expect((await outsider.send('GET', `/webhooks/${cursor}`)).body.data).toEqual([])
  expect((await outsider.send('GET', '/webhooks')).body.data).toHaveLength(1)
  await it.runDue()
  expect(receiver.received).toHaveLength(1)
  expect((await client.send('GET', path)).body).toEqual(before.body)
})

test('addresses and events that are refused', async () => {
  const create = (body: unknown) => client.send('POST', '/webhooks', body)
  const { webhook_id } = await subscribe()
  const ported = { url: 'https://192.5.5.241:8443/' }
  const refused = (refusal: string) => ({ status: 400, body: { error_code: 802030, more_info: { refusal } } })
  expect(await create(ported)).toMatchObject(refused('port'))
  const changed = await client.send('PATCH', `/webhooks/${webhook_id}`, ported)
  expect(changed).toMatchObject(refused('port'))
  expect(changed.body.user_message.en_us).toContain('it takes port 443; leave the port out')
  expect((await client.send('DELETE', `/webhooks/${webhook_id}`)).status).toBe(204)
  expect(await create({ url: 'https://10.0.0.1/' })).toMatchObject(refused('private'))
  expect(await create({ url: 'https://localhost.:x/' })).toMatchObject(refused('address'))
  for (const url of ['ftp://hooks.example/', '']) expectError(await create({ url }), 400, 802030)
  expectError(await client.send('PATCH', '/webhooks/unknown', { url: 'ftp://hooks.example/' }), 400, 802030)
  for (const body of [{}, { url: 5 }, { url: 'https://hooks.example/', extra: 1 }, [], 'none'])
    expectError(await create(body), 400, 802030)
  const unknown = await create({ url: 'https://hooks.example/', events: ['review.liked'] })
  expect(unknown.body.user_message.en_us).toMatch(/^events\.0: Expected one of review\.created, /)
  expect((await client.send('GET', '/webhooks')).body.data).toEqual([])
  const many = Array.from({ length: 21 }, () => create({ url: 'https://hooks.example/' }))
  const statuses = (await Promise.all(many)).map(answer => answer.status)
  expect(statuses.filter(one => one === 400)).toHaveLength(1)
})

test('samples show the fields of each event before the first one arrives', async () => {
  const { body } = await client.send('GET', '/webhook-samples')
  expect(body.data.map(({ type }: { type: string }) => type)).toContain('request.unsubscribed')
  expect(body.data).toHaveLength(20)
  const one = await client.send('GET', '/webhook-samples?type=review.published')
  expect(one.body.data).toMatchObject([
    { type: 'review.published', data: { store_id: client.store.storeId, product_id: 'P-1', rating: 5 } },
  ])
})
