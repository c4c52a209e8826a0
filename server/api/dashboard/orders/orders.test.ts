import sql from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { expectError, expectInvalid } from '../../../test/answers.ts'
import { aCustomer, anOrderProduct } from '../../../test/factories.ts'
import {
  due,
  emailOf,
  idsOf,
  orderScreenInEachTest,
  query,
} from '../../../test/for-each-test/order-screen.ts'
import { aStore } from '../../../test/users.ts'

const screen = orderScreenInEachTest()
const { order, path, list, paged, detail, act, runAt, asRole } = screen

describe('products that arrive later, or go back', () => {
  test('are asked about later, or never, and the order says so', async () => {
    const products = ['pot', 'mill'].map(product_id =>
      anOrderProduct({ product_id, name: `A ${product_id}` }),
    )
    const { order_id } = await order({ products })
    const answer = await act('deliver', { order_id, date: '2026-03-09', product_ids: ['mill'] })
    expect(answer.status).toBe(200)
    const requestOf = (product_ids: string[], due_at: string) => ({ product_ids, due_at, state: 'scheduled' })
    expect(answer.body).toMatchObject({
      products: [
        { product_id: 'pot', state: null, delivered_at: null },
        {
          product_id: 'mill',
          state: 'delivered',
          delivered_at: '2026-03-09T03:00:00.000Z',
          is_estimated: false,
        },
      ],
      requests: [requestOf(['pot'], due), requestOf(['mill'], '2026-03-16T13:00:00.000Z')],
      no_request: null,
      history: [{ who: 'The moderator', action: 'deliver', fields: ['products'] }],
    })
    expect((await list()).body.result[0]).toMatchObject({ order_id, waiting: 0 })
    // The two parts of an order are one entry of the list, with and without a filter.
    expect(await paged({ state: 'scheduled' })).toEqual([order_id])
    expect(await paged({ email: answer.body.requests[0].email })).toEqual([order_id])
    const [, request] = answer.body.requests
    const preview = await screen.moderator.send(
      'GET',
      path(`/preview${query({ order_id, request_id: request.id })}`),
    )
    expect(preview.body.text).toContain('A mill')
    expect(preview.body.text).not.toContain('A pot')
    const returned = await act('refund', { order_id })
    expect(returned.body.requests.map(({ state }: { state: string }) => state)).toEqual([
      'cancelled',
      'cancelled',
    ])
    expect(await runAt('2026-03-16T13:00:00.000Z')).toEqual([])
  })

  test('are refused with a sentence', async () => {
    const { order_id } = await order()
    for (const date of ['2026-02-30', 'soon'])
      expectInvalid(await act('deliver', { order_id, date }), 'date: Expected a date such as 2026-11-24')
    for (const [verb, more] of [
      ['deliver', { date: '2026-03-09' }],
      ['refund', {}],
    ] as const) {
      const body = { order_id, product_ids: ['x'], ...more }
      expectInvalid(await act(verb, body), 'product_ids.0: The order has no product x')
      expectError(await act(verb, { ...body, order_id: 'nothing' }), 404, 804042)
    }
  })
})

test('the preview shows all orders of one mail, which are due on one day, without cancelled ones', async () => {
  const names = ['pot', 'mill', 'cup', 'jar']
  const aOrderOf = async (name: string, change = {}) => {
    const products = [anOrderProduct({ product_id: name, name: `A ${name}` })]
    const customers = [aCustomer({ email: 'ana@example.com' })]
    return (await order({ products, customers, ...change })).order_id
  }
  const [pot, mill, cup] = [await aOrderOf('pot'), await aOrderOf('mill'), await aOrderOf('cup')]
  const jar = await aOrderOf('jar', { request_review_at: '2026-03-17T13:00:00.000Z' })
  const inMail = async (order_id: string) => {
    const request_id = (await detail(order_id)).body.requests[0].id
    const { body } = await screen.moderator.send('GET', path(`/preview${query({ order_id, request_id })}`))
    return names.filter(name => body.text.includes(`A ${name}`))
  }
  await act('cancel', { order_id: cup })
  expect(await inMail(pot)).toEqual(['pot', 'mill'])
  expect(await inMail(cup)).toEqual(['cup'])
  expect(await inMail(jar)).toEqual(['jar'])
  expect(await runAt(due)).toHaveLength(1)
  await act('cancel', { order_id: mill })
  expect(await inMail(pot)).toEqual(['pot'])
})

test('a reason that a newer release wrote is a text here', async () => {
  const { order_id } = await order()
  await screen.service.database.query(
    sql`update review_requests set reasons = '[{"name": "of_tomorrow"}]' where order_id = ${order_id}`,
  )
  const asText = { requests: [{ reasons: [{ name: 'other', values: { text: 'of_tomorrow' } }] }] }
  expect((await detail(order_id)).body).toMatchObject(asText)
  expect((await list()).body.result[0]).toMatchObject(asText)
})

describe('moving', () => {
  test('puts a request at the sending time of a day, even a closed one', async () => {
    const { order_id } = await order()
    const { status, body } = await act('move', { order_id, date: '2026-03-14' }) // a Saturday
    expect(status).toBe(200)
    expect(body.requests).toMatchObject([{ due_at: '2026-03-14T13:00:00.000Z', state: 'scheduled' }])
    expect(await runAt('2026-03-14T13:00:00.000Z')).toHaveLength(1)
    expectError(await act('move', { order_id, date: '2026-03-20' }), 409, 804090)
  })

  test('is refused for a past or invalid day', async () => {
    const { order_id } = await order()
    expectInvalid(await act('move', { order_id, date: '2026-03-04' }), 'date: Expected today or a later day')
    for (const date of ['2026-02-30', '20200101', 'tomorrow'])
      expectInvalid(await act('move', { order_id, date }), 'date: Expected a date such as 2026-11-24')
    expectError(await act('move', { order_id: 'nothing', date: '2026-03-14' }), 404, 804042)
  })
})

test('a viewer may read and change nothing, and an outsider sees nothing', async () => {
  const one = await order()
  const viewer = await asRole('viewer')
  expect(idsOf(await list({}, viewer))).toEqual([one.order_id])
  expect((await detail(one.order_id, viewer)).body.requests[0].email).toBe(emailOf(one))
  const other = await aStore(screen.service.database)
  const outsider = await asRole('owner', other)
  const requestId = (await detail(one.order_id)).body.requests[0].id
  const reads = ['', '/detail', '/preview'].map(
    rest => rest + query({ order_id: one.order_id, request_id: requestId }),
  )
  for (const rest of reads) expectError(await outsider.send('GET', path(rest)), 404, 804047)
  for (const verb of ['move', 'cancel', 'send-now', 'deliver', 'refund'] as const) {
    const body = { order_id: one.order_id, ...(['move', 'deliver'].includes(verb) && { date: '2026-03-14' }) }
    expectError(await act(verb, body, viewer), 403, 8141304)
    expectError(await act(verb, body, outsider), 404, 804047)
    // Through a store of their own, a foreign order is answered like an unknown one.
    expectError(await outsider.send('POST', path(`/${verb}`, other), body), 404, 804042)
  }
  for (const rest of reads.slice(1)) expectError(await outsider.send('GET', path(rest, other)), 404, 804042)
  expect(idsOf(await outsider.send('GET', path(reads[0] ?? '', other)))).toEqual([])
  const rows = await screen.service.database.query(sql`
    select state, mailing_id from review_requests where store_id = ${screen.store.storeId}`)
  expect(rows).toEqual([{ state: 'scheduled', mailing_id: null }])
})
