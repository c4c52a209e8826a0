import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { aCustomer, anOrder, anOrderProduct } from '../../test/factories.ts'
import { aManageKey, type ManagementClient } from '../../test/management.ts'

let it: TestApp
let client: ManagementClient
beforeAll(async () => {
  it = await startTestApp()
  client = await aManageKey(it)
})
afterAll(() => it.close())

const aReview = (external_id: string, change: object) => ({
  ...{
    external_id,
    product_id: 'P-7',
    rating: 5,
    display_name: 'Ana M.',
    body: `Boils fast, ${external_id}.`,
  },
  ...change,
})

test('a review is not verified if no buyer of its order wrote it, and keeps no order', async () => {
  const order = (email: string) =>
    anOrder({ products: [anOrderProduct({ product_id: 'P-7' })], customers: [aCustomer({ email })] })
  const [kept, cancelled] = [order('bia@example.com'), order('rui@example.com')]
  const trial = { ...order('eva@example.com'), order_id: 'realword-test-0123abcd' }
  await client.send('POST', '/orders/batch', { orders: [kept, cancelled, trial] })
  await client.send('POST', `/orders/${cancelled.order_id}/cancel`)
  const unverified = { verified_purchase: false, order_id: null, purchased_at: null, state: 'published' }
  const given: [string, string, string | null][] = [
    ['b-1', kept.order_id, null],
    ['b-2', kept.order_id, null],
    ['b-3', kept.order_id, 'stranger@example.com'],
    ['b-4', kept.order_id, 'rui@example.com'],
    ['b-5', cancelled.order_id, 'rui@example.com'],
    ['b-6', trial.order_id, 'eva@example.com'],
  ]
  for (const [id, order_id, email] of given) {
    const review = aReview(id, { order_id, email })
    const { status, body } = await client.send('POST', '/reviews', review)
    expect([id, status, body]).toEqual([id, 201, expect.objectContaining(unverified)])
  }
  const own = aReview('b-7', { order_id: kept.order_id, email: 'BIA@example.com' })
  expect((await client.send('POST', '/reviews', own)).body).toMatchObject({
    ...{ verified_purchase: true, order_id: kept.order_id, purchased_at: kept.order_date },
  })
})
