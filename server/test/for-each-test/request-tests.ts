import sql from 'sql-template-tag'
import { expect } from 'vitest'
import type { TestApp } from '../app.ts'
import { aCustomer, anOrder, anOrderProduct, aReview } from '../factories.ts'
import type { ManagementClient } from '../management.ts'
import { addReviews } from '../reading.ts'
import type { Member } from '../users.ts'

/** The orders of each half of a test, in the order in which they were sent. */
export type Halves = Record<'a' | 'b', string[]>

export const addressOf = (orderId: string) => `${orderId.toLowerCase()}@buyers.example`

/** Sends orders of one buyer each, when they are delivered, and returns their ids by their half. */
export async function orderMany(
  service: TestApp,
  { member, program }: { member: Member; program: ManagementClient },
  ids: string[],
  delivery_date: string,
): Promise<Halves> {
  service.setNow(delivery_date)
  const orders = ids.map(order_id =>
    anOrder({
      ...{ order_id, delivery_date },
      products: [anOrderProduct({ product_id: 'pot', name: 'Moka pot' })],
      customers: [aCustomer({ email: addressOf(order_id) })],
    }),
  )
  const answer = await program.send('POST', '/orders/batch', { orders })
  expect(answer.status).toBe(200)
  const rows = await service.database.query<{ order_id: string; variant: 'a' | 'b' }>(sql`
    select order_id, rule ->> 'variant' as variant
    from review_requests
    where store_id = ${member.storeId} and order_id = any(${ids})
    order by array_position(${ids}::text[], order_id::text)`)
  expect(rows.length).toBe(ids.length)
  const ofHalf = (half: 'a' | 'b') => rows.filter(({ variant }) => variant === half).map(row => row.order_id)
  return { a: ofHalf('a'), b: ofHalf('b') }
}

/** Each of the orders gets a review that was written at this time. */
export async function reviewOrders(
  service: TestApp,
  member: Member,
  orderIds: string[],
  at: string,
): Promise<void> {
  const written = orderIds.map(order_id =>
    aReview({
      ...{ product_id: 'pot', order_id, email: addressOf(order_id), address: addressOf(order_id) },
      created_at: new Date(at),
    }),
  )
  await addReviews(service, member, ...written)
}
