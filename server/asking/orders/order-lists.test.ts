import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { aCustomer, anOrder, anOrderProduct, times } from '../../test/factories.ts'
import { aManageKey, type ManagementClient } from '../../test/management.ts'

let service: TestApp
let program: ManagementClient
beforeAll(async () => {
  service = await startTestApp()
  program = await aManageKey(service)
})
afterAll(() => service.close())

const tagged = (count: number) => [anOrderProduct({ tags: times(count, n => `tag ${n}`) })]

test.each([
  {
    of: 'products',
    most: 500,
    with: (count: number) => ({ products: times(count, () => anOrderProduct()) }),
  },
  { of: 'customers', most: 10, with: (count: number) => ({ customers: times(count, () => aCustomer()) }) },
  { of: 'products.0.tags', most: 50, with: (count: number) => ({ products: tagged(count) }) },
])('an order has at most $most $of', async ({ of, most, with: change }) => {
  const orders = [anOrder(change(most)), anOrder(change(most + 1))]
  const { results } = (await program.send('POST', '/orders/batch', { orders })).body
  expect(results[0]).toMatchObject({ status: 201 })
  expect(results[1]).toMatchObject({
    status: 400,
    error: { user_message: { en_us: `${of}: Array must contain at most ${most} element(s)` } },
  })
})
