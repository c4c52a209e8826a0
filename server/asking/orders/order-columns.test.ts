import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { startTestApp } from '../../test/app.ts'
import { anOrder, anOrderProduct } from '../../test/factories.ts'
import { openForTests } from '../../test/for-each-test/open-for-tests.ts'
import { changeSettings } from '../../test/hearing.ts'
import { aStore } from '../../test/users.ts'

const service = openForTests(startTestApp)

/** The columns that only later changes of an order write. */
const writtenLater = ['cancelled_at', 'cancelled_by_shop', 'updated_at']

test('each statement that inserts orders writes every column, and so does a new one', async () => {
  const shop = await aStore(service.database, { order_limit: 2 })
  const products = [anOrderProduct()]
  const send = async () => {
    const body = anOrder({ products, request_review_at: '2030-01-07T10:00:00.000Z' })
    const { status } = await service.send('POST', '/orders', { headers: shop.headers, body })
    return { status, id: body.order_id }
  }
  // Of an unknown product, of a known one, and beyond the limit; then of a store that was beyond it.
  const [first, second, refused] = [await send(), await send(), await send()]
  expect(refused.status).toBe(403)
  await changeSettings(service, shop.storeId, { order_limit: 10 })
  const last = await send()
  const ids = [first, second, last].map(({ id }) => id)
  const rows = await service.database.query<{ order: Record<string, unknown> }>(sql`
    select to_jsonb(orders) as "order"
    from orders
    where store_id = ${shop.storeId} and order_id = any(${ids}::text[])`)
  expect(rows).toHaveLength(3)
  for (const { order } of rows) {
    const missing = Object.keys(order).filter(name => order[name] === null)
    expect(missing.sort()).toEqual(writtenLater)
  }
})
