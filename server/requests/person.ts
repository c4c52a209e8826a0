import sql from 'sql-template-tag'
import type { Connection } from '../database/connect.ts'
import type { Person } from '../personal-data/person.ts'
import { markDaysOf } from './requests.ts'

/** The review requests that go to the person. */
export async function requestsOfPerson(
  db: Connection,
  storeId: string,
  { address }: Person,
): Promise<object[]> {
  return await db.query(sql`
    select order_id, email, name, state, due_at, reason, created_at
    from review_requests
    where store_id = ${storeId} and address = ${address}
    order by created_at, order_id`)
}

/**
 * Leaves of the person's review requests when and why they were due. One that has not been sent is cancelled.
 * Tells the names they were sent to.
 */
export async function erasePersonFromRequests(
  tx: Connection,
  storeId: string,
  { address }: Person,
): Promise<{ requests: number; names: string[] }> {
  const rows = await tx.query<{ name: string; created_at: Date }>(sql`
    select name, created_at
    from review_requests
    where store_id = ${storeId} and address = ${address}
    for update`)
  // The address is part of the key: the request's own id takes its place, which is nobody's address.
  await tx.query(sql`
    update review_requests
    set address = 'erased ' || id, email = '', name = '',
      state = case when state = 'scheduled' then 'cancelled' else state end
    where store_id = ${storeId} and address = ${address}`)
  await markDaysOf(tx, storeId, rows)
  return { requests: rows.length, names: rows.map(({ name }) => name) }
}
