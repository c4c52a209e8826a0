import sql from 'sql-template-tag'
import type { Connection } from '../../foundation/database/connect.ts'
import type { Buyer } from '../../foundation/personal-data/person.ts'

/**
 * What the person was promised, and got. Their mails alone know whose it is, so that erasing the person from them leaves
 * the code's row without anybody.
 */
export async function rewardsOfPerson(
  db: Connection,
  storeId: string,
  { address }: Buyer,
): Promise<object[]> {
  return await db.query<object>(sql`
    select order_id, gives, case when given_at is not null then code end as code, promised_at, until::text, given_at
    from rewards
    where store_id = ${storeId} and mailing_id in (
      select id
      from mailings
      where store_id = ${storeId} and address = ${address}
    )
    order by promised_at, order_id`)
}
