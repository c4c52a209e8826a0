import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectError, expectInvalid } from '../../test/answers.ts'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { aCustomer, anOrder } from '../../test/factories.ts'
import { aManageKey, type ManagementClient } from '../../test/management.ts'

/** PATCH /manage/v1/orders/{order_id} with `customers`. */

let it: TestApp
let client: ManagementClient
let outsider: ManagementClient
beforeAll(async () => {
  it = await startTestApp()
  client = await aManageKey(it)
  outsider = await aManageKey(it)
})
afterAll(() => it.close())

const buyer = (name: string, more = {}) => aCustomer({ email: `${name}@example.com`, name, ...more })
const store = async (...names: string[]) => {
  const now = new Date().toISOString()
  const order = anOrder({
    order_date: now,
    delivery_date: now,
    customers: names.map(name => buyer(name)),
  })
  const { body } = await client.send('POST', '/orders/batch', { orders: [order] })
  expect(body.results).toMatchObject([{ status: 201 }])
  return `/orders/${order.order_id}`
}
const requests = (body: { requests: { state: string; email: string }[] }) =>
  body.requests.map(({ state, email }) => `${state} ${email}`).toSorted()

test.each([
  ['a corrected one is asked instead', ['typo'], [buyer('right')], ['scheduled right@example.com']],
  [
    'one that is added is asked too',
    ['one'],
    [buyer('one'), buyer('two')],
    ['scheduled one@example.com', 'scheduled two@example.com'],
  ],
  [
    'one that is left out is not asked',
    ['one', 'two'],
    [buyer('two')],
    ['cancelled one@example.com', 'scheduled two@example.com'],
  ],
  [
    'two of one address are asked once',
    ['one', 'two'],
    [buyer('two'), buyer('b', { email: 'TWO@Example.com' })],
    ['cancelled one@example.com', 'scheduled two@example.com'],
  ],
  [
    'of two, each keeps its place',
    ['one', 'two'],
    [buyer('two'), buyer('third')],
    ['scheduled third@example.com', 'scheduled two@example.com'],
  ],
])('are corrected: %s', async (_what, before, customers, expected) => {
  const path = await store(...before)
  const { status, body } = await client.send('PATCH', path, { customers })
  expect(status).toBe(200)
  expect([body.customers, requests(body)]).toEqual([customers, expected])
  expect((await client.send('PATCH', path, { customers })).body).toEqual(body)
  expectError(await outsider.send('PATCH', path, { customers }), 404, 804042)
})

test('keep their language, and move with the date in one request', async () => {
  const path = await store('one')
  await client.send('PATCH', path, { customers: [buyer('one', { language: 'es' })] })
  const change = { customers: [buyer('other')], request_review_at: '2199-01-01T12:00:00.000Z' }
  const { body } = await client.send('PATCH', path, change)
  expect(body.customers).toEqual([buyer('other', { language: 'es' })])
  expect(body.requests).toMatchObject([{ email: 'other@example.com', due_at: '2199-01-01T12:00:00.000Z' }])
})

test('that return to an order are asked again', async () => {
  const path = await store('one', 'two')
  await client.send('PATCH', path, { customers: [buyer('one')] })
  const { body } = await client.send('PATCH', path, { customers: [buyer('one'), buyer('two')] })
  expect(requests(body)).toEqual(['scheduled one@example.com', 'scheduled two@example.com'])
})

test('that were asked are not asked again at another address', async () => {
  const path = await store('asked')
  await client.send('POST', `${path}/send-now`)
  await it.runDue()
  const { body } = await client.send('PATCH', path, { customers: [buyer('later')] })
  expect(body.requests).toMatchObject([{ email: 'asked@example.com' }])
  expect(body.requests).toHaveLength(1)
})

test('of whom one was erased stay as they are', async () => {
  const [theirs, path] = [await store('gone'), await store('kept')]
  await client.send('POST', '/people/erase', { email: 'gone@example.com' })
  for (const [of, name] of [
    [theirs, 'again'],
    [path, 'gone'],
  ] as const)
    expectError(await client.send('PATCH', of, { customers: [buyer(name)] }), 409, 804090)
  expect((await client.send('GET', path)).body.customers).toMatchObject([{ email: 'kept@example.com' }])
  expect((await client.send('GET', theirs)).body.customers).toEqual([{ name: '', email: '', phone: '' }])
})

test.each<[object[], ...string[]]>([
  [[], 'customers: Array must contain at least 1 element(s)'],
  [[{ email: 'a@example.com' }], 'customers.0.name: Required', 'customers.0.phone: Required'],
  [
    [buyer('a', { language: 'es\r\nBcc: x' })],
    'customers.0.language: Expected a language tag such as pt-BR or en',
  ],
  [[buyer('a', { admin: true })], 'customers.0.admin: Unrecognized key(s) in object'],
])('are checked: %j', async (customers, ...problems) => {
  expectInvalid(await client.send('PATCH', await store('checked'), { customers }), ...problems)
})
