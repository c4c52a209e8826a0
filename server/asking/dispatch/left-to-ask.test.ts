import sql from 'sql-template-tag'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { insertReviews, type Review } from '../../answers/reviews/reviews.ts'
import { type AdminClient, aMember } from '../../test/admin.ts'
import type { TestApp } from '../../test/app.ts'
import { aCustomer, anOrder, anOrderProduct, aReview } from '../../test/factories.ts'
import { changeSettings } from '../../test/hearing.ts'
import type { MailServer } from '../../test/mail/mail-server.ts'
import { startMailingApp } from '../../test/mail/mailing-app.ts'
import { aManageKey } from '../../test/management.ts'
import { indexesOf, statementsOf } from '../../test/plans.ts'
import { aStore, type Member } from '../../test/users.ts'
import type { Order } from '../orders/orders.ts'
import { wordReasons } from '../requests/reasons.ts'
import { listRequests } from '../requests/requests.ts'
import { reviewedBefore } from './reviewed-before.ts'

let server: MailServer
let service: TestApp
let owner: Member
let person: AdminClient
beforeAll(async () => {
  ;[service, server] = await startMailingApp()
})
beforeEach(async () => {
  service.setNow(delivered)
  owner = await aStore(service.database)
  person = await aMember(service, owner.storeId, 'owner')
})
afterEach(async () => {
  server.received.splice(0)
  await changeSettings(service, owner.storeId, { active: false })
})
afterAll(() => service.close())

// A Thursday. Seven days later it is due, on Thursday the 12th at 10:00 in São Paulo.
const delivered = '2026-03-05T18:30:00.000Z'
const due = '2026-03-12T13:00:00.000Z'
const [beans, mug] = ['beans', 'mug'].map(id => anOrderProduct({ product_id: id, name: `The ${id}` }))
const products = [beans, mug] as Order['products']

async function order(change: Partial<Order> = {}): Promise<string> {
  const customers = [aCustomer({ email: 'lia@example.com' })]
  const body = anOrder({ delivery_date: delivered, customers, products, ...change })
  expect((await service.send('POST', '/orders', { headers: owner.headers, body })).status).toBe(201)
  return body.order_id
}

/** Moves the clock and sends due mail. Returns which of the two products each mail asks about. */
async function mailsAt(now: string): Promise<string[][]> {
  service.setNow(now)
  const before = server.received.length
  await service.runDue()
  return server.received
    .slice(before)
    .map(({ raw }) => ['beans', 'mug'].filter(id => raw.includes(`The ${id}`)))
}

const requestsOf = async (orderId: string) =>
  (await listRequests(service.database, owner.storeId, orderId)).map(({ state, reasons }) => ({
    state,
    reason: wordReasons(reasons),
  }))

const asks = async (product_id: string, asks_for_reviews: boolean) =>
  expect(
    (await person.send('PATCH', `/stores/${owner.storeId}/products`, { product_id, asks_for_reviews }))
      .status,
  ).toBe(200)

async function review(change: Partial<Review> = {}): Promise<void> {
  const about = { product_id: 'beans', email: 'Lia@example.com', address: 'lia@example.com' }
  const made = aReview({ ...about, created_at: new Date(delivered), ...change })
  const by = { at: made.created_at, actor: 'import', action: 'create' } as const
  await service.database.transaction(tx => insertReviews(tx, owner.storeId, [made], by))
}

const seen = async (orderId: string) =>
  (await service.send('GET', `/orders/${orderId}`, { headers: owner.headers })).body as {
    no_request: string | null
    requests: { product_ids: string[] }[]
  }

const preview = async (orderId: string) => {
  const [request] = await listRequests(service.database, owner.storeId, orderId)
  const query = `order_id=${orderId}&request_id=${request?.id}`
  return await person.send('GET', `/stores/${owner.storeId}/orders/preview?${query}`)
}

describe('a product that is switched off', () => {
  test('is left out of requests that are scheduled, their preview and mail, and is back once it is on', async () => {
    const id = await order()
    await asks('beans', false)
    expect((await seen(id)).requests[0]?.product_ids).toEqual(['mug'])
    const { text } = (await preview(id)).body as { text: string }
    expect(text).toContain('The mug')
    expect(text).not.toContain('The beans')
    const later = await order({
      delivery_date: '2026-03-06T18:30:00.000Z',
      customers: [aCustomer({ email: 'rui@example.com' })],
    })
    expect(await mailsAt(due)).toEqual([['mug']])
    await asks('beans', true)
    expect(await mailsAt('2026-03-13T13:00:00.000Z')).toEqual([['beans', 'mug']])
    expect((await seen(later)).requests[0]?.product_ids).toEqual(['beans', 'mug'])
  })

  test('schedules nothing if it is all of an order, which says why', async () => {
    await order({ customers: [aCustomer({ email: 'rui@example.com' })] })
    await asks('beans', false)
    await asks('mug', false)
    const id = await order()
    expect(await seen(id)).toMatchObject({
      requests: [],
      no_request: 'only products that are not asked about',
    })
    expect(await requestsOf(await order({ products: [...products, anOrderProduct()] }))).toMatchObject([
      { state: 'scheduled' },
    ])
  })

  test('cancels the requests that it leaves with nothing, and neither previews nor sends them', async () => {
    const id = await order({ products: [products[0]] as Order['products'] })
    await asks('beans', false)
    expect((await preview(id)).status).toBe(409)
    const sent = await person.send('POST', `/stores/${owner.storeId}/orders/send-now`, { order_id: id })
    expect(sent).toMatchObject({ status: 409, body: { message: 'Nothing to ask about' } })
    expect(await mailsAt(due)).toEqual([])
    const reason = '7 days after delivery, only products that are not asked about'
    expect(await requestsOf(id)).toEqual([{ state: 'cancelled', reason }])
  })

  test('is not reminded of', async () => {
    await changeSettings(service, owner.storeId, { reminder_days: [4] })
    await order()
    await order({
      products: [products[0]] as Order['products'],
      customers: [aCustomer({ email: 'rui@example.com' })],
    })
    expect(await mailsAt(due)).toHaveLength(2)
    await asks('beans', false)
    expect(await mailsAt('2026-03-16T13:00:00.000Z')).toEqual([['mug']])
  })

  test('is one that its name says is none, the first time that it is seen, until somebody switches it on', async () => {
    const named = (name: string) => anOrderProduct({ product_id: name, name })
    const kinds = { 'Shipping Protection': 'protection', 'Vale-presente': 'gift_card', Propina: 'tip' }
    const id = await order({ products: [...products, ...Object.keys(kinds).map(named)] })
    expect((await seen(id)).requests[0]?.product_ids).toEqual(['beans', 'mug'])
    const list = await person.send('GET', `/stores/${owner.storeId}/products?part=not_asked`)
    const found = (list.body as { result: { product_id: string; recognised_as: string }[] }).result
    expect(Object.fromEntries(found.map(one => [one.product_id, one.recognised_as]))).toEqual(kinds)
    const tip = await order({ products: [named('Propina')] })
    expect((await seen(tip)).no_request).toBe('only products that are not asked about')
    await asks('Propina', true)
    expect((await seen(await order({ products: [named('Propina')] }))).requests).toHaveLength(1)
    const { send } = await aManageKey(service, { store: owner })
    const body = { name: 'Propina', price: 5 }
    expect((await send('PUT', '/products/Propina', body)).body).toMatchObject({
      asks_for_reviews: true,
      recognised_as: 'tip',
    })
    expect((await send('PUT', '/products/new', { name: 'Gift card' })).body).toMatchObject({
      asks_for_reviews: false,
    })
    const told = { name: 'Gift card', asks_for_reviews: true }
    expect((await send('PUT', '/products/told', told)).body).toMatchObject({ asks_for_reviews: true })
  })

  test('says so in the log of changes, and only to those who may change products', async () => {
    await order()
    const viewer = await aMember(service, owner.storeId, 'viewer')
    const body = { product_id: 'beans', asks_for_reviews: false }
    expect((await viewer.send('PATCH', `/stores/${owner.storeId}/products`, body)).status).toBe(403)
    await asks('beans', false)
    const detail = await person.send('GET', `/stores/${owner.storeId}/products/detail?product_id=beans`)
    expect(detail.body).toMatchObject({
      asks_for_reviews: false,
      recognised_as: null,
      history: [{ action: 'change', fields: ['asks_for_reviews'] }],
    })
  })
})

describe('a product that the buyer has reviewed', () => {
  test('is not asked about again: the others of its order are', async () => {
    const id = await order()
    await order({ customers: [aCustomer({ email: 'rui@example.com' })] })
    await review({ rating: 5, state: 'rejected', moderation_reason: 'spam' })
    expect(((await preview(id)).body as { text: string }).text).not.toContain('The beans')
    // Two mails leave at the same time.
    expect((await mailsAt(due)).toSorted()).toEqual([['beans', 'mug'], ['mug']])
    expect((await seen(id)).requests[0]?.product_ids).toEqual(['mug'])
  })

  test('ends a request that asks about nothing else', async () => {
    const id = await order({ products: [products[0]] as Order['products'] })
    await review({ rating: 1 })
    const path = `/stores/${owner.storeId}/orders/detail?order_id=${id}`
    expect((await person.send('GET', path)).body).toMatchObject({
      requests: [
        {
          state: 'scheduled',
          reasons: [{ name: 'days', values: { days: 7 } }, { name: 'reviewed' }],
          product_ids: [],
        },
      ],
    })
    expect((await preview(id)).status).toBe(409)
    expect(await mailsAt(due)).toEqual([])
    expect(await requestsOf(id)).toEqual([
      { state: 'cancelled', reason: '7 days after delivery, already reviewed' },
    ])
  })

  test('is asked about again after the days that the store set', async () => {
    await changeSettings(service, owner.storeId, { ask_again_after: 60 })
    await order({ products: [products[0]] as Order['products'] })
    const rui = [aCustomer({ email: 'rui@example.com' })]
    await order({ products: [products[0]] as Order['products'], customers: rui })
    await review({ created_at: new Date('2026-01-11T13:00:00.000Z') })
    await review({
      created_at: new Date('2026-01-11T13:00:00.001Z'),
      email: 'rui@example.com',
      address: 'rui@example.com',
    })
    expect(await mailsAt(due)).toEqual([['beans']])
    expect(server.received[0]?.to).toEqual(['lia@example.com'])
  })

  test('is asked about if the review is another person’s, another store’s, or was never confirmed', async () => {
    await order()
    await review({ address: 'another@example.com', email: 'another@example.com' })
    await review({ state: 'unconfirmed' })
    const [mine, other] = [owner, await aStore(service.database)]
    owner = other
    await order({ delivery_date: '2027-01-01T00:00:00.000Z' })
    await review()
    await changeSettings(service, other.storeId, { active: false })
    owner = mine
    expect(await mailsAt(due)).toEqual([['beans', 'mug']])
  })

  test('is not reminded of once it was reviewed through another order', async () => {
    await changeSettings(service, owner.storeId, { reminder_days: [4] })
    await order()
    const rui = [aCustomer({ email: 'rui@example.com' })]
    await order({ products: [products[0]] as Order['products'], customers: rui })
    expect(await mailsAt(due)).toHaveLength(2)
    await review()
    await review({ address: 'rui@example.com', email: 'rui@example.com' })
    expect(await mailsAt('2026-03-16T13:00:00.000Z')).toEqual([['mug']])
  })
})

test('whether a buyer has reviewed a popular product is found without reading its reviews', async () => {
  const popular = Array.from({ length: 1_500 }, (_, one) => {
    const address = `${one}@example.com`
    return aReview({ product_id: 'beans', address, email: address })
  })
  await order()
  const by = { at: new Date(delivered), actor: 'import', action: 'create' } as const
  await service.database.transaction(tx => insertReviews(tx, owner.storeId, popular, by))
  await service.database.query(sql`analyze reviews`)
  const buyer = { addresses: ['7@example.com', 'lia@example.com'], productIds: ['beans', 'mug'] }
  const [statement] = await statementsOf(() => reviewedBefore(service.database, owner.storeId, buyer))
  expect(await indexesOf(service.database, statement as NonNullable<typeof statement>)).toEqual([
    'reviews_by_author',
  ])
})
