import sql from 'sql-template-tag'
import type { Connection } from '../database/connect.ts'
import { requestsAgain } from '../requests/moved.ts'

/**
 * Of a store that came from elsewhere: mails that waited there are not sent here, for they may be sent there
 * still; requests that were in them wait anew. A link that is another store's stays that one's.
 */
export async function settleMovedMails(tx: Connection, storeId: string): Promise<void> {
  await requestsAgain(
    tx,
    storeId,
    sql`select id from mailings where store_id = ${storeId} and state = 'queued'`,
  )
  await tx.query(sql`
    update mailings
    set state = 'cancelled', next_attempt_at = null, last_answer = 'the store was moved before it was sent'
    where store_id = ${storeId} and state = 'queued'`)
  await dropLinksOfOthers(tx, storeId)
}

// In the same installation the store it was exported from has the same links: a link leads to one store.
async function dropLinksOfOthers(tx: Connection, storeId: string): Promise<void> {
  for (let after = lowest; ; ) {
    const mine = await tx.query<{ id: string; link_hash: Buffer }>(sql`
      select id, link_hash
      from mailings
      where store_id = ${storeId} and link_hash is not null and id > ${after}
      order by id
      limit ${atOnce}`)
    const last = mine.at(-1)
    if (!last) return
    after = last.id
    const taken = await tx.query<{ link_hash: Buffer }>(sql`
      select link_hash
      from mailings
      where store_id <> ${storeId} and link_hash = any(${mine.map(({ link_hash }) => link_hash)}::bytea[])`)
    if (taken.length === 0) continue
    await tx.query(sql`
      update mailings
      set link_hash = null
      where store_id = ${storeId} and link_hash = any(${taken.map(({ link_hash }) => link_hash)}::bytea[])`)
  }
}

const lowest = '00000000-0000-0000-0000-000000000000'
const atOnce = 1_000
