import sql from 'sql-template-tag'
import type { Connection } from '../../foundation/database/connect.ts'
import { uuid } from '../../foundation/lib/ids/uuid.ts'
import type { Buyer } from '../../foundation/personal-data/person.ts'

/** The plans of campaigns that the person is in. */
export async function campaignsOfPerson(
  db: Connection,
  storeId: string,
  { address }: Buyer,
): Promise<object[]> {
  return await db.query<object>(sql`
    select campaign_id, order_id, ordered_at, state, why
    from campaign_buyers
    where store_id = ${storeId} and address = ${address}
    order by campaign_id`)
}

/**
 * Erases the person from the plans of campaigns. The rows stay, so that their counts stay true: a planned one has no
 * requests any more, and is skipped when it is its turn.
 */
export async function erasePersonFromCampaigns(
  tx: Connection,
  storeId: string,
  { address }: Buyer,
): Promise<void> {
  await tx.query(sql`
    update campaign_buyers
    set address = ${`erased ${uuid()}`}
    where store_id = ${storeId} and address = ${address}`)
}
