import sql from 'sql-template-tag'
import { expect } from 'vitest'
import { readOrder } from '../../asking/orders/orders.ts'
import type { TestApp } from '../app.ts'
import { aCustomer, anOrder } from '../factories.ts'
import type { Member } from '../users.ts'

export const delivered = '2026-03-05T18:30:00.000Z'
export const due = Date.parse('2026-03-12T13:00:00.000Z')
export const minute = 60_000
export const hour = 60 * minute

let number = 0

/** An order whose request is due at `due`. Returns its id and its buyer. */
export async function aDueRequest(
  service: TestApp,
  owner: Member,
  email = `buyer.${++number}@example.com`,
): Promise<{ orderId: string; email: string }> {
  service.setNow(delivered)
  const body = anOrder({ delivery_date: delivered, customers: [aCustomer({ email })] })
  expect((await service.send('POST', '/orders', { headers: owner.headers, body })).status).toBe(201)
  return { orderId: body.order_id, email }
}

/** Runs everything that is due at this time. */
export async function runAt(service: TestApp, now: number): Promise<void> {
  service.setNow(now)
  await service.runDue()
}

/** The state of the order's request and of its mail, and whether its buyer is suppressed. */
export async function stateOf(service: TestApp, owner: Member, orderId: string) {
  const [request] = (await readOrder(service.database, owner.storeId, orderId)).requests
  const [suppressed] = await service.database.query<{ reason: string }>(sql`
    select reason from suppressions where store_id = ${owner.storeId} and who = ${request?.email ?? ''}`)
  return {
    request: request?.state,
    mail: request?.mail?.state,
    attempts: request?.mail?.attempts,
    answer: request?.mail?.last_answer,
    suppressed: suppressed?.reason,
  }
}
