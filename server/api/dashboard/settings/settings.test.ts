import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { uuid } from '../../../foundation/lib/ids/uuid.ts'
import { aMember } from '../../../test/admin.ts'
import { expectCreated, expectError, expectInvalid } from '../../../test/answers.ts'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { addLoggedChanges } from '../../../test/database/logged-changes.ts'
import { aCustomer, anOrder } from '../../../test/factories.ts'
import { aStore, type Member } from '../../../test/users.ts'

let it: TestApp
let store: Member
let owner: Awaited<ReturnType<typeof aMember>>
let viewer: typeof owner
let outsider: typeof owner
beforeAll(async () => {
  it = await startTestApp({ SIGN_IN_RATE_LIMIT: '1000' })
  store = await aStore(it.database)
  owner = await aMember(it, store.storeId, 'owner')
  viewer = await aMember(it, store.storeId, 'viewer')
  outsider = await aMember(it, (await aStore(it.database)).storeId, 'owner')
})
afterAll(() => it.close())

const at = (path: string) => `/stores/${store.storeId}${path}`

const reads = ['/settings', '/schedule-preview?month=2026-03', '/plan', '/keys', '/history']
const changes: [method: string, path: string, body?: object][] = [
  ['PATCH', '/settings', { name: 'Mine now' }],
  ['POST', '/keys', { expires_at: null }],
  ['PATCH', `/keys/${uuid()}`, { name: 'Server' }],
  ['DELETE', `/keys/${uuid()}`],
  ['POST', '/people/export', { email: 'ana@example.com' }],
  ['POST', '/people/erase', { email: 'ana@example.com' }],
]

describe('access', () => {
  test.each(reads)('a viewer may read %s, and an outsider sees nothing', async path => {
    expect((await viewer.send('GET', at(path))).status).toBe(200)
    expectError(await outsider.send('GET', at(path)), 404, 804047)
  })

  test.each(changes)('only an owner may %s %s', async (method, path, body) => {
    expectError(await viewer.send(method, at(path), body), 403, 8141304)
    expectError(await outsider.send(method, at(path), body), 404, 804047)
  })
})

describe('what a retention period would delete', () => {
  test('is counted before it is chosen, and only for owners', async () => {
    const shop = await aStore(it.database, { retention_months: null, link_days: 10 })
    const other = await aStore(it.database)
    const [ours, theirs] = [
      await aMember(it, shop.storeId, 'owner'),
      await aMember(it, other.storeId, 'owner'),
    ]
    const count = async (months: unknown, who = ours, of = shop) =>
      await who.send('GET', `/stores/${of.storeId}/old-data?months=${months}`)
    it.setNow('2026-01-01T12:00:00Z')
    for (const order_id of ['A', 'B'])
      expectCreated(
        await it.send('POST', '/orders', {
          headers: shop.headers,
          body: anOrder({ order_id, customers: [aCustomer({ email: 'no address' })] }),
        }),
      )
    // Six months and ten days.
    it.setNow('2026-07-11T11:59:00Z')
    expect((await count(6)).body.orders).toEqual({ count: 0, more: false })
    it.setNow('2026-07-11T12:00:00Z')
    expect((await count(6)).body).toEqual({
      orders: { count: 2, more: false },
      mailings: { count: 0, more: false },
      changes: { count: 0, more: false },
    })
    expect((await count(7)).body.orders).toEqual({ count: 0, more: false })
    expect((await count(6, theirs, other)).body.orders).toEqual({ count: 0, more: false })
    expectError(await count(6, theirs), 404, 804047)
    expectError(await count(6, await aMember(it, shop.storeId, 'moderator')), 403, 8141304)
    for (const months of [2, 121, 'x', '', 6.5]) expect((await count(months)).status).toBe(400)
  })

  test('is counted up to 10,000 of each kind', async () => {
    const shop = await aStore(it.database, { retention_months: null })
    const person = await aMember(it, shop.storeId, 'owner')
    // Changes are found by their ids, which begin with the time.
    const addChanges = (from: number, to: number) =>
      addLoggedChanges(it.database, shop.storeId, [from, to], { type: 'store', id: '' })
    const count = async () =>
      (await person.send('GET', `/stores/${shop.storeId}/old-data?months=12`)).body.changes
    await addChanges(1, 10_000)
    expect(await count()).toEqual({ count: 10_000, more: false })
    await addChanges(10_001, 10_001)
    expect(await count()).toEqual({ count: 10_000, more: true })
  })
})

describe('settings', () => {
  test('change in the given fields, which the history names', async () => {
    const change = { name: 'Serra', reminder_days: [3, 7], privacy_url: 'https://shop.example/p' }
    const { status, body } = await owner.send('PATCH', at('/settings'), change)
    expect(status).toBe(200)
    expect(body).toMatchObject({ ...change, color: '#1f6f54', knows_holidays: true })
    expect((await viewer.send('GET', at('/settings'))).body).toEqual(body)
    const [newest] = (await viewer.send('GET', at('/history'))).body.result
    expect(newest).toMatchObject({
      name: 'The owner',
      actor: 'user',
      action: 'change',
      record: 'store',
      fields: ['name', 'reminder_days', 'privacy_url'],
    })
    expect(JSON.stringify(newest)).not.toContain('Serra')
  })

  test('with the same values are not a change', async () => {
    const { body } = await owner.send('GET', at('/history'))
    const { name, color } = (await owner.send('GET', at('/settings'))).body
    expect((await owner.send('PATCH', at('/settings'), { name, color })).status).toBe(200)
    expect((await owner.send('GET', at('/history'))).body).toEqual(body)
  })

  test('are refused field by field in both languages, and nothing changes', async () => {
    const before = await owner.send('GET', at('/settings'))
    const { status, body } = await owner.send('PATCH', at('/settings'), {
      name: '',
      color: 'red',
      send_at: '25:00',
      origins: ['https://shop.example', 'shop'],
    })
    expect(status).toBe(400)
    expect(body.user_message).toEqual({
      en_us:
        'name: Expected 1 to 255 characters; origins: shop is not an origin. Use the beginning of an address, such as https://shop.example; color: Expected a color such as #1f6f54; send_at: Expected a time from 00:00 to 23:59',
      pt_br:
        'name: Informe de 1 a 255 caracteres; origins: shop não é uma origem. Use o início de um endereço, como https://shop.example; color: Informe uma cor, como #1f6f54; send_at: Informe um horário de 00:00 a 23:59',
    })
    expect((await owner.send('GET', at('/settings'))).body).toEqual(before.body)
  })

  test('do not include the plan and the store’s activation, which belong to the operator', async () => {
    for (const change of [{ order_limit: null }, { active: true }, { store_key: 'x' }]) {
      expectError(await owner.send('PATCH', at('/settings'), change), 400, 802030)
    }
  })
})

describe('the calendar', () => {
  const days = { name: 'days', values: { days: 7 } }

  test('shows for each day when a request would be sent, and why', async () => {
    const { body } = await viewer.send('GET', at('/schedule-preview?month=2026-11&holidays=true'))
    expect(body.result).toHaveLength(30)
    expect(body.result[0]).toEqual({
      date: '2026-11-01',
      due_at: '2026-11-09T13:00:00.000Z',
      due_date: '2026-11-09',
      reasons: [days, { name: 'weekend', values: { day: 'Sunday' } }],
    })
    expect(body.result[12]).toMatchObject({
      date: '2026-11-13',
      due_date: '2026-11-23',
      reasons: [
        days,
        { name: 'holiday', values: { name: 'Dia da Consciência Negra' } },
        { name: 'weekend', values: { day: 'Saturday' } },
      ],
    })
  })

  test('names the holidays of the month that are skipped, and those of the store', async () => {
    const shop = await aStore(it.database, { own_holidays: ['11-27', '2025-11-28'], avoid_holidays: true })
    const person = await aMember(it, shop.storeId, 'viewer')
    const holidaysWith = async (query: string) => {
      const path = `/stores/${shop.storeId}/schedule-preview?month=2026-11${query}`
      return (await person.send('GET', path)).body.holidays
    }
    const national = [
      { date: '2026-11-02', name: 'Dia de Finados' },
      { date: '2026-11-15', name: 'Proclamação da República' },
      { date: '2026-11-20', name: 'Dia da Consciência Negra' },
    ]
    expect(await holidaysWith('')).toEqual([...national, { date: '2026-11-27', name: null }])
    expect(await holidaysWith('&own_holidays=none')).toEqual(national)
    const own = await holidaysWith('&holidays=false&own_holidays=2026-11-30,11-99,11-03')
    expect(own).toEqual(['2026-11-03', '2026-11-30'].map(date => ({ date, name: null })))
    const far = await person.send('GET', `/stores/${shop.storeId}/schedule-preview?month=2099-11`)
    expect(far.body.holidays).toEqual([{ date: '2099-11-27', name: null }])
  })

  test.each([
    '',
    '?month=2026-13',
    '?month=2026-11&delay=-1',
    '?month=2026-11&send_at=9',
  ])('refuses %s', async query => {
    expectError(await viewer.send('GET', at(`/schedule-preview${query}`)), 400, 802030)
  })
})

test('the plan shows the orders of the month', async () => {
  const shop = await aStore(it.database, { order_limit: 10 })
  const member = await aMember(it, shop.storeId, 'viewer')
  const order = { headers: shop.headers, body: anOrder() }
  expectCreated(await it.send('POST', '/orders', order))
  const { body } = await member.send('GET', `/stores/${shop.storeId}/plan`)
  expect(body).toMatchObject({ orders: 1, limit: 10 })
  expect(body.use).toMatchObject([{ name: 'orders_per_month', limit: 10, used: 1 }])
})

test('the plan shows each limit that is set, with its use and the end of its period, and no other', async () => {
  const limits = { orders_per_minute: 5, api_requests_per_minute: 60 }
  const shop = await aStore(it.database, { limits })
  const member = await aMember(it, shop.storeId, 'viewer')
  it.setNow('2026-03-31T23:59:10Z')
  expectCreated(await it.send('POST', '/orders', { headers: shop.headers, body: anOrder() }))
  const { body } = await member.send('GET', `/stores/${shop.storeId}/plan`)
  const resets_at = '2026-04-01T00:00:00.000Z'
  expect(body).toMatchObject({ orders: 1, limit: null })
  expect(body.use).toEqual([
    { name: 'orders_per_minute', limit: 5, used: 1, resets_at },
    { name: 'api_requests_per_minute', limit: 60, used: 1, resets_at },
  ])
  it.setNow(Date.now())
})

describe('API keys', () => {
  test('are shown once, work, and can be revoked', async () => {
    const made = await owner.send('POST', at('/keys'), {
      expires_at: '2199-01-01T00:00:00Z',
      name: ' Our server ',
    })
    expect(made.status).toBe(201)
    const { key_id, api_key } = made.body
    const keys = async () => (await viewer.send('GET', at('/keys'))).body.result as { key_id: string }[]
    const key = async () => (await keys()).find(one => one.key_id === key_id)
    expect(await key()).toMatchObject({
      ...{ name: 'Our server', last_four: api_key.slice(-4), created_by: 'The owner' },
      ...{ last_used_at: null, revoked_at: null },
    })
    const wrong = await owner.send('POST', at('/keys'), { expires_at: null, name: 'x'.repeat(101) })
    expectInvalid(wrong, 'name: String must contain at most 100 character(s)')
    expect(JSON.stringify(await keys())).not.toContain('rw_')
    const headers = { ...store.headers, 'x-api-key': api_key }
    expectCreated(await it.send('POST', '/orders', { headers, body: anOrder() }))
    await expect.poll(key).toMatchObject({ last_used_at: expect.stringMatching(/^20/) })
    expect((await owner.send('DELETE', at(`/keys/${key_id}`))).status).toBe(204)
    await expect
      .poll(async () => (await it.send('POST', '/orders', { headers, body: anOrder() })).status)
      .toBe(401)
    expect(await key()).toMatchObject({ revoked_at: expect.stringMatching(/^20/) })
    const { result } = (await viewer.send('GET', at('/history'))).body
    expect(result.slice(0, 2)).toMatchObject([
      { record: 'key', action: 'revoke', name: 'The owner' },
      { record: 'key', action: 'create', name: 'The owner' },
    ])
  })

  test('are renamed by an owner, also after they were revoked', async () => {
    const { key_id } = (await owner.send('POST', at('/keys'), { expires_at: null, name: 'Old' })).body
    const rename = (name: unknown, id = key_id, who = owner) => who.send('PATCH', at(`/keys/${id}`), { name })
    const named = async () =>
      ((await viewer.send('GET', at('/keys'))).body.result as { key_id: string; name: string }[]).find(
        key => key.key_id === key_id,
      )?.name
    expect((await rename(' Our server ')).status).toBe(204)
    expect(await named()).toBe('Our server')
    expectInvalid(await rename(' '), 'name: String must contain at least 1 character(s)')
    expectInvalid(await rename('x'.repeat(101)), 'name: String must contain at most 100 character(s)')
    expectError(await rename('Theirs', key_id, viewer), 403, 8141304)
    for (const id of [uuid(), 'abc']) expectError(await rename('Unknown', id), 404, 804041)
    await owner.send('DELETE', at(`/keys/${key_id}`))
    expect((await rename('Former server')).status).toBe(204)
    expect(await named()).toBe('Former server')
    const { result } = (await viewer.send('GET', at('/history'))).body
    expect(result[0]).toMatchObject({ record: 'key', action: 'rename', name: 'The owner' })
  })

  test('record their use once a minute', async () => {
    const shop = await aStore(it.database)
    const member = await aMember(it, shop.storeId, 'viewer')
    const used = async () =>
      (await member.send('GET', `/stores/${shop.storeId}/keys`)).body.result[0].last_used_at
    const send = () => it.send('POST', '/orders', { headers: shop.headers, body: anOrder() })
    const first = Date.UTC(2026, 3, 1)
    for (const seconds of [0, 59]) {
      it.setNow(first + seconds * 1000)
      await send()
    }
    await expect.poll(used).toBe('2026-04-01T00:00:00.000Z')
    it.setNow(first + 60_000)
    await send()
    await expect.poll(used).toBe('2026-04-01T00:01:00.000Z')
    it.setNow(Date.now())
  })

  test('of another store are unknown', async () => {
    const other = await aStore(it.database)
    const theirs = await aMember(it, other.storeId, 'owner')
    const [key] = (await owner.send('GET', at('/keys'))).body.result
    for (const id of [key.key_id, uuid(), 'abc']) {
      expectError(await theirs.send('DELETE', `/stores/${other.storeId}/keys/${id}`), 404, 804041)
      const rename = theirs.send('PATCH', `/stores/${other.storeId}/keys/${id}`, { name: 'Mine' })
      expectError(await rename, 404, 804041)
    }
  })
})

describe('a person', () => {
  test('is exported and erased, and the history names the user', async () => {
    const email = 'bea.lima@example.com'
    const order = anOrder({ customers: [aCustomer({ email })] })
    expectCreated(await it.send('POST', '/orders', { headers: store.headers, body: order }))
    const found = await owner.send('POST', at('/people/export'), { email: ' Bea.Lima@example.com' })
    expect(found.body.person).toMatchObject({ store_id: store.storeId })
    expect(found.body.person.orders).toHaveLength(1)
    const { body } = await owner.send('POST', at('/people/erase'), { email })
    expect(body.erased).toMatchObject({ orders: 1, requests: 1 })
    expect((await owner.send('POST', at('/people/export'), { email })).body.person).toMatchObject({
      orders: [],
      suppressed: 'erased',
    })
    const { result } = (await viewer.send('GET', at('/history'))).body
    expect(result.slice(0, 3)).toMatchObject([
      { record: 'person', action: 'export' },
      { record: 'person', action: 'erase', name: 'The owner' },
      { record: 'person', action: 'export' },
    ])
    expect(JSON.stringify(result)).not.toMatch(/bea[. ]?lima|example\.com/i)
  })

  test('who is unknown has no data, and an invalid address is refused', async () => {
    const nobody = { email: 'nobody@example.com' }
    expect((await owner.send('POST', at('/people/export'), nobody)).body).toEqual({ person: null })
    expect((await owner.send('POST', at('/people/erase'), nobody)).body).toEqual({ erased: null })
    expectError(await owner.send('POST', at('/people/erase'), { email: 'bea' }), 400, 802030)
  })
})

describe('reply templates', () => {
  const thanks = { title: 'Thanks', text: 'Thank you, {name}, from {store}! Enjoy {product}.' }
  const save = (reply_templates: unknown, who = owner) =>
    who.send('PATCH', at('/settings'), { reply_templates })

  test('are kept in their order, read by every member and noted in the history', async () => {
    const other = { title: 'Sorry', text: 'We are sorry.' }
    expect((await save([thanks, other])).status).toBe(200)
    expect((await viewer.send('GET', at('/settings'))).body.reply_templates).toEqual([thanks, other])
    expect((await save([other, thanks])).body.reply_templates).toEqual([other, thanks])
    const { result } = (await viewer.send('GET', at('/history'))).body
    expect(result[0]).toMatchObject({ record: 'store', fields: ['reply_templates'] })
    expectError(await save([thanks], viewer), 403, 8141304)
    expect((await outsider.send('GET', `/stores/${store.storeId}/settings`)).status).toBe(404)
  })

  test.each([
    ['an unknown placeholder', [{ ...thanks, text: 'Hi {nome}' }], '{nome} is not a placeholder'],
    ['no text', [{ ...thanks, text: ' \n' }], 'Expected 1 to 2000 characters'],
    ['a long text', [{ ...thanks, text: 'x'.repeat(2_001) }], 'Expected 1 to 2000 characters'],
    ['no title', [{ ...thanks, title: ' ' }], 'Expected 1 to 60 characters'],
    ['a title of two lines', [{ ...thanks, title: 'a\nb' }], 'Expected a single line'],
    [
      'a title that turns the direction of writing',
      [{ ...thanks, title: '\u202ex' }],
      'Expected a single line',
    ],
    ['a character that cannot be stored', [{ ...thanks, text: 'a\u0000b' }], 'Expected 1 to 2000 characters'],
    ['half a character', [{ ...thanks, text: '\ud800' }], 'Expected 1 to 2000 characters'],
    ['too many', Array.from({ length: 21 }, () => thanks), 'reply_templates'],
    ['an unknown field', [{ ...thanks, html: '<b>' }], 'html'],
    ['no list', thanks, 'reply_templates'],
  ])('are refused with %s, and nothing changes', async (_, templates, words) => {
    const before = (await owner.send('GET', at('/settings'))).body.reply_templates
    const { status, body } = await save(templates)
    expect([status, body.error_code]).toEqual([400, 802030])
    expect(body.user_message.en_us).toContain(words)
    expect((await owner.send('GET', at('/settings'))).body.reply_templates).toEqual(before)
  })
})

test('the history continues after the last page', async () => {
  const shop = await aStore(it.database)
  const member = await aMember(it, shop.storeId, 'owner')
  for (let turn = 0; turn < 55; turn++) {
    await member.send('PATCH', `/stores/${shop.storeId}/settings`, { name: `Shop ${turn}` })
  }
  const first = (await member.send('GET', `/stores/${shop.storeId}/history`)).body
  const second = (await member.send('GET', `/stores/${shop.storeId}/history?before=${first.next}`)).body
  expect([first.result.length, second.next]).toEqual([50, null])
  const ids = [...first.result, ...second.result].map(({ id }) => id)
  expect(new Set(ids).size).toBe(56) // with the first key
  expect(ids.toSorted().reverse()).toEqual(ids)
})
