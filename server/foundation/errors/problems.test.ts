import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AdminClient, adminClient, aMember } from '../../test/admin.ts'
import { expectCreated } from '../../test/answers.ts'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { aCustomer, anOrder, anOrderProduct } from '../../test/factories.ts'
import { changeSettings } from '../../test/hearing.ts'
import { aManageKey } from '../../test/management.ts'
import { inSpanish } from '../../test/seen-errors.ts'
import { aStore, type Member } from '../../test/users.ts'
import golden from './errors.golden.json' with { type: 'json' }
import type { FieldProblem } from './field-problems.ts'

let service: TestApp
let owner: Member
beforeAll(async () => {
  service = inSpanish(await startTestApp({ SIGN_IN_RATE_LIMIT: '1000' }))
  owner = await aStore(service.database)
})
afterAll(() => service.close())

// By what provokes it in the address of a read.
const queries = {
  whole: 'reviews.json?limit=ten&offset=10001&rating=6',
  one_of: 'reviews.json?orderBy=newest',
  not_both: 'reviews.json?product_id=1&product_sku=2',
  either: 'structured-data.json?limit=5',
}

describe('each problem of a parameter is worded as errors.golden.json says', () => {
  test.each(Object.entries(queries))('%s', async (name, address) => {
    const headers = { 'x-store-id': owner.storeId, 'x-api-key': owner.storeKey }
    const { status, body } = await service.send('GET', `/api/v1/${address}`, { headers })
    expect(status).toBe(400)
    expect(body.user_message).toEqual(golden.problems[name as keyof typeof golden.problems])
  })
})

const days = { date: '2026-02-30', past: '2020-01-02' }

describe('each problem of a day is worded as errors.golden.json says', () => {
  test.each(Object.entries(days))('%s', async (name, date) => {
    const order = anOrder({ delivery_date: new Date().toISOString() })
    expectCreated(await service.send('POST', '/orders', { headers: owner.headers, body: order }))
    const person = await aMember(service, owner.storeId, 'owner')
    const { status, body } = await person.send('POST', `/stores/${owner.storeId}/orders/move`, {
      order_id: order.order_id,
      date,
    })
    expect(status).toBe(400)
    expect(body.user_message).toEqual(golden.problems[name as keyof typeof golden.problems])
  })
})

// Of a range of days, as the dashboard's home asks for it.
const ranges = {
  date_min: 'from=2026-03-02&to=2026-03-01',
  days_max: 'from=2020-01-01&to=2026-03-01',
}

describe('each problem of a range of days is worded as errors.golden.json says', () => {
  let person: AdminClient
  beforeAll(async () => {
    person = await aMember(service, owner.storeId, 'viewer')
  })

  test.each(Object.entries(ranges))('%s', async (name, query) => {
    const { status, body } = await person.send('GET', `/stores/${owner.storeId}/insights?${query}`)
    expect(status).toBe(400)
    expect(body.user_message).toEqual(golden.problems[name as keyof typeof golden.problems])
  })
})

type SettingProblem = keyof typeof settings
type WordsProblem = keyof typeof mailWords

// Of a store, as its owner changes them.
const settings = {
  length: { name: '' },
  language_tag: { locale: '-' },
  time_zone: { time_zone: 'Nowhere' },
  country: { country: 'br' },
  time_of_day: { send_at: '25:00' },
  origin: { origins: ['shop.example'] },
  reminders: { reminder_days: [7, 3] },
  color: { color: 'red' },
  web_address: { site_url: 'shop' },
  product_pattern: { product_url: 'https://shop.example/p' },
  email: { contact_email: 'a, b' },
  period: { review_period_days: 3 },
  mail_provider: { insider_domains: ['gmail.com'] },
}

describe('each problem of a setting is worded as errors.golden.json says', () => {
  let person: AdminClient
  beforeAll(async () => {
    person = await aMember(service, owner.storeId, 'owner')
  })

  test.each(Object.entries(settings))('%s', async (name, change) => {
    const { status, body } = await person.send('PATCH', `/stores/${owner.storeId}/settings`, change)
    expect(status).toBe(400)
    expect(body.user_message).toEqual(golden.problems[name as keyof typeof golden.problems])
  })
})

test('a page that is not of the store is refused as errors.golden.json says', async () => {
  const person = await aMember(service, owner.storeId, 'owner')
  await changeSettings(service, owner.storeId, { origins: ['https://shop.example'] })
  const url = 'https://other.example/p/1'
  const { status, body } = await person.send('POST', `/stores/${owner.storeId}/widget-checks`, { url })
  await changeSettings(service, owner.storeId, { origins: [] })
  expect(status).toBe(400)
  expect(body.user_message).toEqual(golden.problems.page_of_store)
})

test('a review from the future is refused as errors.golden.json says', async () => {
  const { send } = await aManageKey(service, { store: owner })
  const review = { external_id: '1', product_id: 'P-1', rating: 5, display_name: 'Ana' }
  const { status, body } = await send('POST', '/reviews', { ...review, created_at: '2199-01-01T00:00:00Z' })
  expect(status).toBe(400)
  expect(body.user_message).toEqual(golden.problems.future)
})

const mailWords = {
  one_line: { subject: 'Hello\r\nBcc: other@shop.example' },
  placeholder: { words: 'Buy with {coupon}' },
}

describe('each problem of a store’s own words is worded as errors.golden.json says', () => {
  test.each(Object.entries(mailWords))('%s', async (name, own) => {
    const person = await aMember(service, owner.storeId, 'owner')
    const { status, body } = await person.send('PATCH', `/stores/${owner.storeId}/mail/content`, {
      words: [{ kind: 'request', language: 'en', ...own }],
    })
    expect(status).toBe(400)
    expect(body.user_message).toEqual(golden.problems[name as keyof typeof golden.problems])
  })
})

test('a setting of a channel in another form is refused as errors.golden.json says', async () => {
  const person = await aMember(service, owner.storeId, 'owner')
  const set = { provider: 'custom', mapping: '{}', price: 'x', monthly_money: '1' }
  const { status, body } = await person.send('PUT', `/stores/${owner.storeId}/channels/sms`, { set })
  expect(status).toBe(400)
  expect(body.user_message).toEqual(golden.problems.like)
})

test('a body that is too large for an address with short fields is refused as errors.golden.json says', async () => {
  const { status, body } = await adminClient(service).send('POST', '/setup', { name: 'x'.repeat(16 * 1024) })
  expect(status).toBe(413)
  expect(body.user_message).toEqual(golden.problems.kibibytes_max)
})

describe('each problem of a field is worded as errors.golden.json says', () => {
  const order = anOrder()
  const inOrder = (change: object) => ({ ...order, ...change })
  const inProduct = (change: object) => inOrder({ products: [{ ...anOrderProduct(), ...change }] })
  const bodies = {
    required: inOrder({ order_id: undefined }),
    type: inOrder({
      order_id: 7,
      order_date: true,
      delivery_date: null,
      products: { 0: [] },
      customers: [[], { ...aCustomer(), name: {} }, 'Ana'],
    }),
    unknown_key: inOrder({ zzz: 1, 'zzz; price: Required': 2 }),
    number_min: inProduct({ price: -0.01 }),
    number_max: inProduct({ price: 1e10 }),
    string_min: inOrder({ order_id: '' }),
    string_max: inProduct({ sku: 'x'.repeat(256), name: 'x'.repeat(2049) }),
    array_min: inOrder({ products: [], customers: [] }),
    array_max: inProduct({ pictures: Array(51).fill('') }),
    datetime: inOrder({ order_date: '2026-02-30T00:00:00.000Z' }),
    json: '{',
    duplicate_key: '{"order_id":"1","order_id":"2"}',
    character: inProduct({ name: 'a\0' }),
    depth: '['.repeat(33) + ']'.repeat(33),
    content_type: inOrder({}),
    more: Object.fromEntries(Array.from({ length: 1_234 }, (_, index) => [`k${index}`, 1])),
  } satisfies Record<
    Exclude<
      FieldProblem['problem'],
      | keyof typeof queries
      | keyof typeof days
      | keyof typeof ranges
      | SettingProblem
      | WordsProblem
      | 'format'
      | 'refused'
      | 'not_ordered'
      | 'future'
      | 'page_of_store'
      | 'like'
      | 'kibibytes_max'
      | 'store_name'
      | 'user'
      // rewards.test.ts provokes them.
      | 'code_known'
      | 'code_repeated'
      | 'reward_stars'
      // captions.test.ts provokes it.
      | 'webvtt'
      // scan.test.ts provokes it.
      | 'malware'
    >,
    unknown
  >

  test.each(Object.entries(bodies))('%s', async (name, body) => {
    const type = name === 'content_type' ? { 'content-type': 'text/plain' } : {}
    const headers = { ...owner.headers, ...type }
    const { user_message } = (await service.send('POST', '/orders', { headers, body })).body as {
      user_message: Record<string, string>
    }
    // A thousand lines need not stand in the file: the last is the one.
    const last = (text = '') => (name === 'more' ? text.slice(text.lastIndexOf('; ') + 2) : text)
    const lasts = Object.fromEntries(Object.entries(user_message).map(([key, text]) => [key, last(text)]))
    expect(lasts).toEqual(golden.problems[name as keyof typeof golden.problems])
  })
})

test('the name of a field is reported up to 300 characters', async () => {
  const order = { ...anOrder(), ['k'.repeat(301)]: 1, ['m'.repeat(300)]: 1 }
  const { body } = await service.send('POST', '/orders', { headers: owner.headers, body: order })
  expect(body.user_message.en_us).toContain(`${'k'.repeat(300)}…: `)
  expect(body.user_message.en_us).toContain(`${'m'.repeat(300)}: `)
})
