import sql from 'sql-template-tag'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Connection } from '../../../foundation/database/connect.ts'
import { ApiError } from '../../../foundation/errors/errors.ts'
import { readSecrets } from '../../../foundation/lib/secret.ts'
import { readStore, type Store } from '../../../tenants/stores/stores.ts'
import { expectCreated } from '../../../test/answers.ts'
import { type TestApp, testSecret } from '../../../test/app.ts'
import { aCustomer, anOrder, anOrderProduct } from '../../../test/factories.ts'
import { openForm, postForm, tokensOfMail } from '../../../test/forms.ts'
import type { MailServer } from '../../../test/mail/mail-server.ts'
import { startMailingApp } from '../../../test/mail/mailing-app.ts'
import { aStore, type Member } from '../../../test/users.ts'
import { erasePerson } from '../../../upkeep/people/people.ts'
import type { Order, StoredOrder } from '../orders.ts'
import { deliverProducts, holdProducts, refundProducts } from './deliveries.ts'
import { cancelOrder, rescheduleOrder } from './order-changes.ts'

let server: MailServer
let service: TestApp
let owner: Member
let store: Store
let email: string
let number = 0
beforeAll(async () => {
  ;[service, server] = await startMailingApp()
})
beforeEach(async () => {
  setNow(first)
  email = `ana.${++number}@example.com`
  owner = await aStore(service.database, { reminder_days: [3] })
  store = await readStore(service.database, owner.storeId)
})
afterEach(() => server.received.splice(0))
afterAll(() => service.close())

// A Thursday. Seven days later it is due, on Thursday the 12th at 10:00 in São Paulo.
const first = '2026-03-05T18:30:00.000Z'
const due = '2026-03-12T13:00:00.000Z'
// A Monday, and due on Monday the 16th.
const second = '2026-03-09T15:00:00.000Z'
const secondDue = '2026-03-16T13:00:00.000Z'

const products = ['Pot', 'Mill', 'Cup'].map(name =>
  anOrderProduct({ product_id: name.toLowerCase(), name: `A ${name}` }),
)

async function order(change: Partial<Order> = {}): Promise<string> {
  const customers = [aCustomer({ name: 'Ana Martins', email })]
  const body = anOrder({ delivery_date: first, products, customers, ...change })
  expectCreated(await service.send('POST', '/orders', { headers: owner.headers, body }))
  return body.order_id
}

let now = first
function setNow(instant: string): void {
  now = instant
  service.setNow(instant)
}

const by = () => ({ at: new Date(now), actor: 'api' as const })
const inTx = <Result>(act: (tx: Connection) => Promise<Result>) => service.database.transaction(act)
const hold = (id: string, ...ids: string[]) => inTx(tx => holdProducts(tx, store, id, ids, by()))
const deliver = (id: string, at: string, productIds?: string[], isEstimated?: boolean) =>
  inTx(tx =>
    deliverProducts(
      tx,
      store,
      id,
      { deliveredAt: Date.parse(at), ...(productIds && { productIds }), ...(isEstimated && { isEstimated }) },
      by(),
    ),
  )
const refund = (id: string, productIds?: string[]) =>
  inTx(tx => refundProducts(tx, store, id, productIds ? { productIds } : {}, by()))

/** The state, date and reason of each request. */
const asked = ({ requests }: StoredOrder) =>
  requests.map(({ state, due_at, reason }) => [state, due_at.toISOString(), reason])

const mails = () => server.received.filter(({ to }) => to.includes(email))

/** Moves the clock and sends due mail. Returns which products the new mails list. */
async function at(instant: string): Promise<string[][]> {
  setNow(instant)
  const before = mails().length
  await service.runDue()
  return mails()
    .slice(before)
    .map(({ raw }) => products.filter(({ name }) => raw.includes(name)).map(({ product_id }) => product_id))
}

/** The address of the form that the newest mail links to. */
async function newestForm(): Promise<string> {
  const [mailing] = await service.database.query<{ id: string }>(sql`
    select id
    from mailings
    where store_id = ${owner.storeId}
    order by created_at desc
    limit 1`)
  return `${service.url}/r/${(await tokensOfMail(service, mailing?.id ?? '')).link}`
}

async function logged(id: string): Promise<string[]> {
  const rows = await service.database.query<{ action: string; fields: string[] }>(sql`
    select action, fields
    from audit_log
    where store_id = ${owner.storeId} and record_id = ${id}
    order by id`)
  return rows.map(({ action, fields }) => `${action} ${fields.join(' ')}`)
}

describe('what arrives later', () => {
  test('is asked later, in a mail of its own', async () => {
    const id = await order()
    await hold(id, 'mill', 'cup')
    expect(await at(due)).toEqual([['pot']])
    setNow('2026-03-12T14:00:00.000Z')
    const delivered = await deliver(id, second, ['mill'])
    expect(asked(delivered)).toEqual([
      ['sent', due, '7 days after delivery'],
      ['scheduled', secondDue, '7 days after delivery'],
    ])
    // The first mail's reminder is due on the same day, and a buyer gets one mail a day.
    expect(await at(secondDue)).toEqual([['pot']])
    expect(await at('2026-03-17T13:00:00.000Z')).toEqual([['mill']])
    expect(await logged(id)).toEqual(['hold products', 'deliver products'])
  })

  test('is not asked without a delivery, however many products wait', async () => {
    const id = await order()
    const held = await hold(id, 'pot', 'mill', 'cup')
    expect(held.requests).toEqual([])
    expect(await at(due)).toEqual([])
    setNow(second)
    expect(asked(await deliver(id, second))).toEqual([['scheduled', secondDue, '7 days after delivery']])
    expect(await at(secondDue)).toEqual([['pot', 'mill', 'cup']])
  })

  test('shares a request with what has the same date, and one mail a day with the rest', async () => {
    const id = await order()
    await hold(id, 'mill', 'cup')
    await deliver(id, '2026-03-05T21:00:00.000Z', ['mill'])
    expect(asked(await deliver(id, '2026-03-06T12:00:00.000Z', ['cup']))).toEqual([
      ['scheduled', due, '7 days after delivery'],
      ['scheduled', '2026-03-13T13:00:00.000Z', '7 days after delivery'],
    ])
    expect(asked(await deliver(id, '2026-03-05T23:00:00.000Z', ['cup']))).toHaveLength(1)
    expect(await at(due)).toEqual([['pot', 'mill', 'cup']])
  })

  test('moves the order when all of it arrives, whatever date was given with it', async () => {
    const id = await order({ request_review_at: '2030-01-01T00:00:00.000Z' })
    const delivered = await deliver(id, second)
    expect(delivered).toMatchObject({ delivery_date: new Date(second), request_review_at: null })
    expect(asked(delivered)).toEqual([['scheduled', secondDue, '7 days after delivery']])
  })

  test('says that its date is estimated, until it is known', async () => {
    const id = await order()
    const estimated = await deliver(id, second, ['mill'], true)
    expect(asked(estimated)).toEqual([
      ['scheduled', due, '7 days after delivery'],
      ['scheduled', secondDue, '7 days after delivery, estimated'],
    ])
    expect(await logged(id)).toEqual(['deliver products estimated'])
    expect(asked(await deliver(id, second, ['mill']))[1]).toEqual([
      'scheduled',
      secondDue,
      '7 days after delivery',
    ])
  })

  test('changes nothing the second time, and leaves a date that a user chose', async () => {
    const id = await order()
    await hold(id, 'mill')
    await hold(id, 'mill')
    await deliver(id, first, ['pot', 'cup'])
    setNow('2026-03-20T18:00:00.000Z')
    const late = await deliver(id, second, ['mill'])
    setNow('2026-03-24T18:00:00.000Z')
    expect(asked(await deliver(id, second, ['mill']))).toEqual(asked(late))
    const request_review_at = '2026-04-02T13:00:00.000Z'
    const moved = await inTx(tx => rescheduleOrder(tx, owner.storeId, id, store, { request_review_at }, by()))
    expect(asked(await deliver(id, second, ['mill']))).toEqual(asked(moved))
    expect(asked(await deliver(id, first, ['pot', 'cup']))).toEqual(asked(moved))
    expect(await logged(id)).toEqual(['hold products', 'deliver products', 'move request_review_at'])
  })

  test('stays as it was mailed, and its day is noted once', async () => {
    const id = await order()
    await at(due)
    const sent = await hold(id, 'mill')
    expect(asked(await deliver(id, second))).toEqual(asked(sent))
    await deliver(id, second)
    expect(await logged(id)).toEqual(['deliver products'])
  })

  test('is not asked after its order was cancelled', async () => {
    const id = await order()
    await hold(id, 'pot', 'mill', 'cup')
    await inTx(tx => cancelOrder(tx, owner.storeId, id, by()))
    expect((await deliver(id, second)).requests).toEqual([])
    expect(await logged(id)).toEqual(['hold products', 'cancel requests'])
  })

  test('asks each buyer, but nobody whose data was erased', async () => {
    const customers = [email, 'bia@example.com'].map(one => aCustomer({ email: one }))
    const id = await order({ customers })
    await hold(id, 'mill')
    const secrets = readSecrets({ SECRET: testSecret, DATA_DIR: '' })
    await erasePerson(service.database, secrets, store, email, new Date(now))
    const { requests } = await deliver(id, second, ['mill'])
    expect(requests.map(({ email, state }) => `${email} ${state}`)).toEqual([
      ' cancelled',
      'bia@example.com scheduled',
      'bia@example.com scheduled',
    ])
  })
})

describe('what went back', () => {
  test('is not asked about any more, and its request is cancelled with its last product', async () => {
    const id = await order()
    await refund(id, ['pot'])
    expect(await at(due)).toEqual([['mill', 'cup']])
    const page = await openForm(await newestForm())
    expect(page.html).toContain('A Mill')
    expect(page.html).not.toContain('A Pot')
    await refund(id, ['mill'])
    const all = await refund(id, ['cup'])
    expect(asked(all)).toEqual([['cancelled', due, '7 days after delivery, all products went back']])
    expect((await openForm(await newestForm())).html).not.toContain('A Cup')
    // No reminder follows.
    expect(await at(secondDue)).toEqual([])
    expect(asked(await refund(id))).toEqual(asked(all))
    expect(await logged(id)).toEqual(['refund products', 'refund products', 'refund products'])
  })

  test('is not in a reminder', async () => {
    const id = await order()
    expect(await at(due)).toEqual([['pot', 'mill', 'cup']])
    await refund(id, ['pot', 'cup'])
    expect(await at(secondDue)).toEqual([['mill']])
  })

  test('before its delivery is not asked about after it', async () => {
    const id = await order()
    await hold(id, 'pot', 'mill', 'cup')
    await refund(id, ['mill'])
    await deliver(id, first)
    await deliver(id, second, ['mill'])
    expect(await at(due)).toEqual([['pot', 'cup']])
  })

  test('after a part was delivered cancels that part alone', async () => {
    const id = await order()
    await deliver(id, second, ['mill'])
    expect(asked(await refund(id, ['mill']))).toEqual([
      ['scheduled', due, '7 days after delivery'],
      ['cancelled', secondDue, '7 days after delivery, all products went back'],
    ])
  })

  test('stays open to the author of a review, and to nobody else', async () => {
    const id = await order()
    await at(due)
    const url = await newestForm()
    const fields = { 'product-0': 'pot', 'rating-0': '4', 'body-0': 'Boils fast.', display: 'short' }
    expect((await postForm(url, fields)).status).toBe(303)
    await refund(id)
    const page = await openForm(url)
    expect(page.html).toContain('Boils fast.')
    expect(page.html).not.toContain('A Mill')
    const other = { 'product-1': 'mill', 'rating-1': '1', 'body-1': 'Never had it.', display: 'short' }
    expect((await postForm(url, other)).status).toBe(422)
    const reviews = await service.database.query(
      sql`select product_id from reviews where store_id = ${owner.storeId}`,
    )
    expect(reviews).toEqual([{ product_id: 'pot' }])
  })
})

describe('GET /orders/{order_id}', () => {
  test('reports what became of each product, and which products a request asks about', async () => {
    const id = await order()
    await hold(id, 'mill')
    await deliver(id, second, ['cup'], true)
    await refund(id, ['pot'])
    const read = async () =>
      (await service.send('GET', `/orders/${id}`, { headers: owner.headers })).body as StoredOrder
    const { lines, requests, no_request } = await read()
    expect(lines).toEqual([
      { product_id: 'cup', state: 'delivered', delivered_at: second, is_estimated: true, refunded_at: null },
      { product_id: 'mill', state: 'waiting', delivered_at: null, is_estimated: false, refunded_at: null },
      { product_id: 'pot', state: 'returned', delivered_at: null, is_estimated: false, refunded_at: first },
    ])
    expect(requests.map(({ state, product_ids }) => [state, product_ids])).toEqual([
      ['cancelled', []],
      ['scheduled', ['cup']],
    ])
    expect(no_request).toBeNull()
    const waiting = await order()
    await hold(waiting, 'pot', 'mill', 'cup')
    const { body } = await service.send('GET', `/orders/${waiting}`, { headers: owner.headers })
    expect(body.no_request).toBe('the products wait for their delivery')
  })
})

describe('refuses', () => {
  test.each([
    ['hold', (id: string) => hold(id, 'pot', 'x')],
    ['deliver', (id: string) => deliver(id, second, ['pot', 'x'])],
    ['refund', (id: string) => refund(id, ['pot', 'x'])],
  ])('to %s products that the order does not have, by name', async (_, act) => {
    const id = await order()
    const error = await act(id).catch(error => error)
    expect(error).toBeInstanceOf(ApiError)
    expect(error.problems).toEqual([{ path: 'product_ids.1', problem: 'not_ordered', values: ['x'] }])
    expect(await logged(id)).toEqual([])
    await expect(act('unknown')).rejects.toMatchObject({ errorName: 'order_unknown' })
  })
})

describe('concurrently', () => {
  test('two deliveries of one product make one request', async () => {
    const id = await order()
    await hold(id, 'mill', 'cup')
    await Promise.all([
      deliver(id, second, ['mill']),
      deliver(id, second, ['cup']),
      deliver(id, second, ['mill']),
    ])
    expect(asked(await deliver(id, second, ['mill', 'cup']))).toHaveLength(2)
    await Promise.all([refund(id, ['mill']), refund(id, ['cup']), refund(id, ['pot'])])
    expect(await at(secondDue)).toEqual([])
  })

  test('a change during gathering waits, and finds what was mailed', async () => {
    const id = await order()
    setNow(due)
    await Promise.all([service.runDue(), hold(id, 'mill'), deliver(id, second, ['cup'])])
    await service.runDue()
    const listed = mails().map(({ raw }) => ['Pot', 'Mill', 'Cup'].filter(name => raw.includes(`A ${name}`)))
    // Either the mail was first and lists all, or the changes were.
    expect([['Pot', 'Mill', 'Cup'], ['Pot'], ['Pot', 'Mill'], ['Pot', 'Cup']]).toContainEqual(listed[0])
    expect(await at('2026-05-16T13:00:00.000Z')).toHaveLength(0)
  })
})
