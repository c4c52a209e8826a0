import sql from 'sql-template-tag'
import type { Connection } from '../../foundation/database/connect.ts'
import { uuid } from '../../foundation/lib/ids/uuid.ts'
import { queueNotice } from '../../foundation/mailings/mailings.ts'
import type { Mailing } from '../mail/opened-links.ts'

type Buyer = Pick<Mailing, 'address' | 'email' | 'name' | 'language' | 'requests'>

/** What was given for a review. */
export type Given = { code: string; gives: string; code_expires_on: string | null; review_id: string }

/**
 * Whether the buyer writes for a reward: one was promised for an order of this mail, and its time is not over, or was
 * given. Reviews of other products of the order, written later, count too.
 */
export async function isPromised(tx: Connection, storeId: string, buyer: Buyer, at: Date): Promise<boolean> {
  const found = await tx.query(sql`
    select
    from rewards
    where ${isOf(storeId, buyer)} and (given_at is not null or kept_until > ${at})
    limit 1`)
  return found.length > 0
}

/**
 * Gives the buyer of this mail what was promised to them, once, and queues the mail with the code, in the transaction
 * that writes their review. It receives the ids of the review and its order alone: no stars, no words, no state.
 */
export async function giveReward(
  tx: Connection,
  storeId: string,
  buyer: Buyer,
  { reviewId, orderId }: { reviewId: string; orderId: string },
  at: Date,
): Promise<void> {
  const id = uuid()
  const ofOrder = sql`(
    select from rewards
    where store_id = ${storeId} and order_id = ${orderId}
  )`
  const given = await tx.query(sql`
    update rewards
    set given_at = ${at}, review_id = ${reviewId}, reward_id = ${id}
    where store_id = ${storeId} and given_at is null and order_id = (
      select order_id
      from rewards
      where ${isOf(storeId, buyer)} and given_at is null and kept_until > ${at}
        -- A mail about several orders promises one reward, by one of them.
        and (order_id = ${orderId} or not exists ${ofOrder})
      order by order_id <> ${orderId}, promised_at, order_id
      limit 1
      for update
    )
    returning 1`)
  if (given.length === 0) return
  await queueNotice(tx, storeId, { kind: 'reward', recordId: id, to: buyer, at })
}

/** Whether a reward was given to the buyer of this mail for one of its orders. */
export async function wasGiven(db: Connection, storeId: string, buyer: Buyer): Promise<boolean> {
  const found = await db.query(sql`
    select
    from rewards
    where ${isOf(storeId, buyer)} and given_at is not null
    limit 1`)
  return found.length > 0
}

/** What was given, for the mail with the code. Throws if the store has no such reward. */
export async function readGiven(db: Connection, storeId: string, rewardId: string): Promise<Given> {
  const [given] = await db.query<Given>(sql`
    select code, gives, code_expires_on::text, review_id
    from rewards
    where store_id = ${storeId} and reward_id = ${rewardId} and given_at is not null`)
  if (!given) throw new Error('the reward is gone')
  return given
}

// An order may have several buyers. What was promised to one of them is nobody else's.
function isOf(storeId: string, { address, requests }: Buyer) {
  const orderIds = requests.map(({ order_id }) => order_id)
  return sql`store_id = ${storeId} and order_id = any(${orderIds}::text[]) and mailing_id in (
    select id
    from mailings
    where store_id = ${storeId} and address = ${address} and id in (
      select mailing_id
      from rewards
      where store_id = ${storeId} and order_id = any(${orderIds}::text[])
    )
  )`
}
