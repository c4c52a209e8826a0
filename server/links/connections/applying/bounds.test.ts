import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readOrder } from '../../../asking/orders/orders.ts'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { type Connected, connected } from '../../../test/shops/connected.ts'
import {
  delivery,
  orderJson,
  type WooLine,
  type WooOrder,
  wooOrder,
} from '../../../test/shops/woocommerce.ts'
import { aStore } from '../../../test/users.ts'

// How much of what a shop says is kept.

let it: TestApp
let storeId: string
let shop: Connected
beforeAll(async () => {
  it = await startTestApp()
  it.setNow('2026-11-25T12:00:00Z')
  ;({ storeId } = await aStore(it.database))
  shop = await connected(it, storeId, { platform: 'woocommerce', secret: 'whs' })
})
afterAll(() => it.close())

const [line] = wooOrder(1).line_items as [WooLine]

async function say(id: number, change: Partial<WooOrder>): Promise<void> {
  expect(await shop.deliver(delivery('order.updated', orderJson(wooOrder(id, change)), 'whs'))).toBe(200)
}

test('of an order that waits, long words are cut, and of a huge one the buyer is kept alone', async () => {
  const lines = (count: number) =>
    Array.from({ length: count }, (_, at) => ({
      ...line,
      id: at + 1,
      product_id: at + 1,
      name: 'p'.repeat(500),
    }))
  const waits = { status: 'processing', completed: undefined } as object
  const billing = { first_name: 'n'.repeat(3000), last_name: '', email: 'ana@example.com', phone: '' }
  await say(1, { ...waits, billing, line_items: lines(40) })
  await say(2, { ...waits, line_items: lines(80) })
  const kept = await it.database.query(sql`
    select order_id, said ->> 'email' as email, length(said ->> 'name') as name,
      jsonb_array_length(said -> 'lines') as lines
    from waiting_orders
    where store_id = ${storeId}
    order by order_id`)
  expect(kept).toEqual([
    { order_id: '1', email: 'ana@example.com', name: 2048, lines: 40 },
    { order_id: '2', email: 'ana2@example.com', name: 11, lines: 0 },
  ])
})

test('a price is at most 9,999,999,999', async () => {
  await say(3, { line_items: [{ ...line, price: 1e12, total: '1000000000000' }] })
  const { products } = await readOrder(it.database, storeId, '3')
  expect(products).toMatchObject([{ product_id: '10', price: 9_999_999_999 }])
})
