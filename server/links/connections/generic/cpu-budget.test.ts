import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { type Connected, connected } from '../../../test/shops/connected.ts'
import { aStore } from '../../../test/users.ts'

const secret = 'a-secret-of-the-shop'
const mapping = {
  ...{ order_id: 'id', ordered_at: 'date', delivered_at: 'date', products: 'lines', product_id: 'id' },
  customer_email: 'email',
}
const begin = Date.now()
const hour = 60 * 60_000

let service: TestApp
let storeId: string
let slow: Connected
beforeAll(async () => {
  service = await startTestApp()
  service.setNow(begin)
  ;({ storeId } = await aStore(service.database))
  const options = { ...mapping, when: '$count([1..3000][$ % 7 = 3]) > 0' }
  slow = await connected(service, storeId, { platform: 'generic', secret, options })
})
afterAll(() => service.close())

let sent = 0
const send = (shop: Connected) =>
  shop.deliver({
    headers: { 'x-realword-secret': secret },
    body: {
      id: `O-${++sent}`,
      email: 'ana@example.com',
      date: '2026-03-01',
      lines: [{ id: 'P-1' }],
    } as never,
  })
const states = async (shop: Connected) => (await shop.log()).map(({ state }) => state)
const used = async () => {
  const [row] = await service.database.query<{ ms: number }>(sql`
    select ms from mapping_usage where store_id = ${storeId}`)
  return row?.ms ?? 0
}

test('a store whose mappings took 20 s in an hour waits, and other stores do not', async () => {
  await send(slow)
  expect(await states(slow)).toEqual(['done'])
  expect(await used()).toBeGreaterThan(0)
  // As after many such events, also of another connection of the store.
  await service.database.query(sql`update mapping_usage set ms = 20000 where store_id = ${storeId}`)
  const second = await connected(service, storeId, { platform: 'generic', secret, options: mapping })
  for (const shop of [slow, second]) {
    await send(shop)
    expect((await shop.log()).at(-1)).toMatchObject({
      state: 'waiting',
      outcome: 'The mappings of this store took more than 20 s of processor time within an hour.',
      mend: expect.stringContaining('simpler expressions'),
      next_at: expect.any(Date),
    })
  }
  expect(await used()).toBe(20_000)

  const other = await aStore(service.database)
  const quick = await connected(service, other.storeId, { platform: 'generic', secret, options: mapping })
  await send(quick)
  expect(await states(quick)).toEqual(['done'])

  service.setNow(begin + hour)
  await service.runDue()
  await send(slow)
  expect(await states(slow)).toEqual(['done', 'done', 'done'])
  expect(await states(second)).toEqual(['done'])
  expect(await used()).toBeLessThan(20_000)
})
