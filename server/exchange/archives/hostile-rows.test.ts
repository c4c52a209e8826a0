import sql from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { uuid } from '../../foundation/lib/ids/uuid.ts'
import { aMember } from '../../test/admin.ts'
import { expectError } from '../../test/answers.ts'
import { type Content, forgeTable, rowsOfTable } from '../../test/exchange/archives.ts'
import { aCustomer, anOrder } from '../../test/factories.ts'
import { forgeInEachTest, moment } from '../../test/for-each-test/forgery.ts'
import { changeSettings } from '../../test/hearing.ts'
import { aStore } from '../../test/users.ts'
import { shapes } from './restored-rows.ts'
import { archivedTables, readShape } from './tables.ts'

// An importer may have written every byte of an archive. No archive gives them access to another store.

const forgery = forgeInEachTest()
const { anArchive, importForged, mailLike } = forgery

describe('a hostile row', () => {
  const order = { order_id: 'o', id: uuid(), order_date: moment(), delivery_date: moment() }
  const bought = { product_id: 'p', sku: '', name: 'Moka pot', price: 149.9, url: '' }
  const product = { product_id: 'p', id: uuid(), sku: '', name: '', price: 1, url: '', pictures: [] }
  const flagged = (flags: unknown[]) => ({ record_type: 'review', record_id: uuid(), flags })
  const whole = { check: 'network', field: null, start: null, end: null }
  const picture = 'https://shop.example/a.jpg'
  const logged = (fields: string[]) => ({
    ...{ id: uuid(), at: moment(), actor: 'command', action: 'change', record_type: 'store', record_id: 'x' },
    fields,
  })
  const anArchivedOrder = (change = {}) => ({
    ...{ ...order, products: [bought], customers: [aCustomer()], received_at: moment() },
    ...change,
  })
  const request = (change = {}) => ({
    ...{
      order_id: 'o',
      part: 0,
      id: uuid(),
      address: 'ana@example.com',
      email: 'ana@example.com',
      name: 'Ana',
    },
    ...{
      state: 'scheduled',
      due_at: moment(3_600_000),
      reasons: [{ name: 'at_once' }],
      created_at: moment(),
    },
    ...change,
  })

  test('cannot cause mail to a person who unsubscribed, by naming another address', async () => {
    const { done } = await importForged(content => {
      forgeTable(content, 'orders', [anArchivedOrder()])
      forgeTable(content, 'review_requests', [request({ address: 'other@example.com' })])
      const left = { who: 'ana@example.com', id: uuid(), reason: 'unsubscribed', at: moment() }
      forgeTable(content, 'suppressions', [left])
    })
    expect(done).toMatchObject({ state: 'done' })
    await changeSettings(forgery.service, forgery.own.storeId, { requests_paused: false })
    await forgery.service.runDue()
    expect(forgery.mails.received).toEqual([])
    const requests = await forgery.service.database.query(sql`
      select address, state from review_requests where store_id = ${forgery.own.storeId}`)
    expect(requests).toEqual([{ address: 'ana@example.com', state: 'suppressed' }])
  })

  test('cannot send more requests than the plan allows in a month', async () => {
    await changeSettings(forgery.service, forgery.own.storeId, { order_limit: 2 })
    const ids = ['o1', 'o2', 'o3']
    const forge = (content: Content) => {
      const orders = ids.map(order_id => anArchivedOrder({ order_id, received_at: moment() }))
      forgeTable(content, 'orders', orders)
      forgeTable(
        content,
        'review_requests',
        ids.map(order_id => request({ order_id, id: uuid() })),
      )
    }
    const { done } = await importForged(forge)
    expect(done).toMatchObject({
      ...{
        state: 'failed',
        problem: { what: expect.stringMatching('mail for 3 orders.* allows 2 a month') },
      },
    })
    await changeSettings(forgery.service, forgery.own.storeId, { order_limit: 3 })
    expect((await importForged(forge)).done).toMatchObject({ state: 'done' })
    // Archived requests count as orders of the month they claim.
    const body = anOrder()
    const answer = await forgery.service.send('POST', '/orders', { headers: forgery.own.headers, body })
    expectError(answer, 403, 8121206)
  })

  test('cannot send more reminders than the plan allows in a month, and only reminders of requests', async () => {
    await changeSettings(forgery.service, forgery.own.storeId, { order_limit: 1 })
    const sent = (kind: string, email: string) => ({
      ...mailLike(kind, uuid()),
      ...{ state: 'sent', sent_at: moment(), remind_at: moment(), address: email, email },
    })
    const forge = (...rows: Record<string, unknown>[]) =>
      importForged(content => forgeTable(content, 'mailings', rows))
    const two = await forge(sent('request', 'a@example.com'), sent('request', 'b@example.com'))
    expect(two.done).toMatchObject({ state: 'failed' })
    const one = await forge(sent('request', 'a@example.com'), sent('reminder', 'b@example.com'))
    expect(one.done).toMatchObject({ state: 'done' })
    const waiting = await forgery.service.database.query(sql`
      select kind from mailings where store_id = ${forgery.own.storeId} and remind_at is not null`)
    expect(waiting).toEqual([{ kind: 'request' }])
  })

  test('of a mail gets the address of its e-mail, and its history follows its new id', async () => {
    const id = uuid()
    const logged = { actor: 'command', action: 'send_again', record_type: 'mail', record_id: id, fields: [] }
    await importForged(content => {
      forgeTable(content, 'mailings', [{ ...mailLike('request', id), address: 'other@example.com' }])
      forgeTable(content, 'audit_log', [{ ...logged, id: uuid(), at: moment() }])
    })
    const [mail] = await forgery.service.database.query<{ id: string; requests_of: string }>(sql`
      select id, requests_of, address from mailings where store_id = ${forgery.own.storeId}`)
    expect(mail).toMatchObject({ address: forgery.forger.email, requests_of: mail?.id })
    const log = await forgery.service.database.query(sql`
      select record_id from audit_log where store_id = ${forgery.own.storeId} and record_type = 'mail'`)
    expect(log).toEqual([{ record_id: mail?.id }])
  })

  test('can neither activate nor deactivate the store, nor raise its limit', async () => {
    await changeSettings(forgery.service, forgery.own.storeId, { order_limit: 5 })
    const content = await anArchive()
    const [row] = rowsOfTable(content, 'stores')
    await importForged(forged => forgeTable(forged, 'stores', [{ ...row, order_limit: null, active: false }]))
    const [store] = await forgery.service.database.query(sql`
      select order_limit, active, requests_paused from stores where store_id = ${forgery.own.storeId}`)
    expect(store).toEqual({ order_limit: 5, active: true, requests_paused: true })
  })

  test('cannot put a user of this installation, or a future date, into the history', async () => {
    const [member] = await forgery.service.database.query<{ user_id: string }>(sql`
      select user_id from memberships where store_id = ${forgery.victim.storeId} limit 1`)
    const user = member?.user_id ?? ''
    const change = (more = {}) => ({
      ...{ id: uuid(), at: moment(), actor: `user ${user}`, action: 'join', record_type: 'member' },
      ...{ record_id: user, fields: ['role'], ...more },
    })
    await importForged(content => forgeTable(content, 'audit_log', [change()]))
    const { body } = await forgery.forger.send('GET', `/stores/${forgery.own.storeId}/history`)
    expect(body.result).toContainEqual(
      expect.objectContaining({ action: 'join', name: null, about: null, actor: 'user' }),
    )
    for (const date of ['2199-01-01T00:00:00Z', '1969-12-31T23:59:59Z']) {
      forgery.own = await aStore(forgery.service.database)
      forgery.forger = await aMember(forgery.service, forgery.own.storeId, 'owner')
      const wrong = importForged(content => forgeTable(content, 'audit_log', [change({ at: date })]))
      expect((await wrong).tried).toMatchObject({ state: 'failed' })
    }
  })

  type Hostile = [table: string, column: string, row: () => Record<string, unknown>]

  const hostileReasons: unknown[] = [
    null,
    {},
    Array(21).fill({ name: 'given' }),
    [{ name: 'toString' }],
    [{ name: 'given', more: Array(9).fill('') }],
    [{ name: 'other', values: { text: 'x'.repeat(501) } }],
    [{ name: 'other', values: { text: 'x\0' } }],
    [{ name: 'other', values: { text: { text: '' } } }],
    [{ name: 'other', values: { more: '' } }],
    [{ name: 'other', values: JSON.parse('{ "__proto__": { "text": "" } }') }],
    [{ name: 'weekend', values: { day: 'toString' } }],
  ]

  test.each<Hostile>([
    ['moderation_flags', 'flags', () => flagged([{ check: 1 }])],
    ['moderation_flags', 'flags', () => flagged(Array(158).fill(whole))],
    ['moderation_flags', 'flags', () => flagged([{ ...whole, more: Array(9).fill('') }])],
    ...hostileReasons.map((reasons): Hostile => ['review_requests', 'reasons', () => request({ reasons })]),
    ['review_requests', 'rule', () => request({ rule: { name: 'x', ask: 'no' } })],
    ['review_requests', 'rule', () => request({ rule: { name: 'x', delay_days: 1e12 } })],
    ['review_requests', 'rule', () => request({ rule: { ask: false } })],
    ['mailings', 'own_answer', () => ({ ...mailLike('review_published', uuid()), own_answer: '' })],
    ['products', 'pictures', () => ({ ...product, pictures: Array(51).fill(picture) })],
    ['products', 'pictures', () => ({ ...product, pictures: ['x'.repeat(2049)] })],
    ['reviews', 'pictures', () => ({ pictures: Array(200_000).fill(picture) })],
    ['reviews', 'pictures', () => ({ pictures: Array(51).fill(picture) })],
    ['reviews', 'pictures', () => ({ pictures: ['x'.repeat(2049)] })],
    ['reviews', 'attributes', () => ({ pictures: [], attributes: { fit: 9 } })],
    ['reviews', 'attributes', () => ({ pictures: [], attributes: { "f'it": 3 } })],
    ['reviews', 'attributes', () => ({ pictures: [], attributes: { uses: ['a b'] } })],
    ['reviews', 'attributes', () => ({ pictures: [], attributes: { uses: Array(13).fill('a') } })],
    [
      'reviews',
      'attributes',
      () => ({
        pictures: [],
        attributes: Object.fromEntries(Array.from({ length: 101 }, (_, id) => [`a${id}`, 1])),
      }),
    ],
    ['reviews', 'attributes', () => ({ pictures: [], attributes: { tip: { text: 'x'.repeat(201) } } })],
    ['orders', 'products', () => anArchivedOrder({ products: [null] })],
    ['orders', 'products', () => anArchivedOrder({ products: [] })],
    ['orders', 'products', () => anArchivedOrder({ products: Array(501).fill(bought) })],
    ['orders', 'products', () => anArchivedOrder({ products: [{ ...bought, name: 'x'.repeat(2049) }] })],
    ['orders', 'products', () => anArchivedOrder({ products: [{ ...bought, price: '1' }] })],
    [
      'orders',
      'products',
      () => anArchivedOrder({ products: [{ ...bought, pictures: Array(51).fill('') }] }),
    ],
    ['orders', 'products', () => anArchivedOrder({ products: [{ ...bought, more: Array(9).fill('') }] })],
    ['orders', 'customers', () => anArchivedOrder({ customers: [{ email: 5 }] })],
    [
      'orders',
      'customers',
      () => anArchivedOrder({ customers: [{ name: 'Ana', email: 'ana@example.com' }] }),
    ],
    ['orders', 'customers', () => anArchivedOrder({ customers: [{ ...aCustomer(), phone: {} }] })],
    ['orders', 'customers', () => anArchivedOrder({ customers: Array(11).fill(aCustomer()) })],
    ['orders', 'customers', () => anArchivedOrder({ customers: [aCustomer({ language: 'es\r\nBcc: x' })] })],
    [
      'orders',
      'customers',
      () => anArchivedOrder({ customers: [aCustomer({ language: 'e'.repeat(2048) })] }),
    ],
    ['orders', 'customers', () => anArchivedOrder({ customers: [aCustomer({ phone: '5'.repeat(2049) })] })],
    ['audit_log', 'fields', () => logged(Array(101).fill('name'))],
    [
      'audit_log',
      'actor',
      () => ({
        ...{ id: uuid(), at: moment(), actor: 'The operator', action: 'change', record_type: 'store' },
        ...{ record_id: 'x', fields: [] },
      }),
    ],
  ])('of %s with a malformed column is refused: %s', async (table, column, row) => {
    const { tried } = await importForged(content => forgeTable(content, table, [row()]))
    expect(tried).toMatchObject({
      ...{
        state: 'failed',
        problem: { damage: { name: 'refused', values: [`tables/${table}.ndjson`, column] } },
      },
    })
  })

  test.each(
    archivedTables.filter(table => table !== 'stores'),
  )('of %s has no unbounded list', async table => {
    const { columns } = await readShape(forgery.service.database, table)
    const lists = columns.filter(({ type }) => type === 'jsonb' || type.endsWith('[]'))
    const bounded = Object.keys(shapes[table] ?? {})
    expect(lists.map(({ name }) => name).filter(name => !bounded.includes(name))).toEqual([])
  })

  test('of a review shows no picture that the archive lacks, and gets the address of its e-mail', async () => {
    const hash = 'a'.repeat(40)
    const review = {
      ...{ id: uuid(), product_id: 'p', rating: 5, title: '', body: 'Good', display_name: 'Ana', votes: 0 },
      ...{ email: 'Ana@Example.com', address: 'other@example.com', verified_purchase: true, language: 'en' },
      ...{
        pictures: [`${hash}-1600.webp`, `${hash}-640.webp`, 'javascript:1', 'https://shop.example/a.jpg'],
      },
      ...{ state: 'pending', created_at: moment(), flagged: false, reported: false, search: '' },
    }
    const { done } = await importForged(content => {
      forgeTable(content, 'products', [
        { ...product, created_at: moment(), rated: false, asks_for_reviews: true },
      ])
      forgeTable(content, 'reviews', [review])
    })
    expect(done).toMatchObject({ state: 'done' })
    const rows = await forgery.service.database.query(sql`
      select address, pictures, verified_purchase from reviews where store_id = ${forgery.own.storeId}`)
    expect(rows).toEqual([
      { address: 'ana@example.com', pictures: ['https://shop.example/a.jpg'], verified_purchase: true },
    ])
  })

  test('of a review without its pictures is refused', async () => {
    const review = {
      id: uuid(),
      product_id: 'p',
      rating: 5,
      body: 'Good',
      state: 'pending',
      created_at: moment(),
    }
    const { tried } = await importForged(content => {
      const table = content.manifest.tables.reviews
      if (table) table.columns = table.columns.filter(name => name !== 'pictures')
      forgeTable(content, 'reviews', [review])
    })
    const values = ['tables/reviews.ndjson', 'pictures']
    expect(tried).toMatchObject({ state: 'failed', problem: { damage: { name: 'refused', values } } })
  })
})
