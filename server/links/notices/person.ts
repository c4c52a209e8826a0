import sql from 'sql-template-tag'
import type { Connection } from '../../foundation/database/connect.ts'
import type { Buyer } from '../../foundation/personal-data/person.ts'
import { refreshKinds } from '../../tenants/notices/subscriptions.ts'

/** The notifications that go to a person's address. */
export async function targetsOfPerson(
  db: Connection,
  storeId: string,
  { address }: Buyer,
): Promise<object[]> {
  return await db.query(sql`
    select channel, email, kinds, pace, state, created_at
    from notice_targets
    where store_id = ${storeId} and address = ${address}`)
}

/** Removes the notifications that go to a person's address, and returns their number. Messages hold nothing else of a person. */
export async function erasePersonFromNotices(
  tx: Connection,
  storeId: string,
  { address }: Buyer,
  at: Date,
): Promise<number> {
  const erased = await tx.query<{ target_id: string }>(sql`
    delete from notice_targets
    where store_id = ${storeId} and address = ${address}
    returning target_id`)
  if (erased.length === 0) return 0
  await tx.query(sql`
    delete from notice_messages
    where store_id = ${storeId} and target_id = any(${erased.map(({ target_id }) => target_id)}::uuid[])`)
  await refreshKinds(tx, storeId, at)
  return erased.length
}
