import sql from 'sql-template-tag'
import type { Connection } from '../../foundation/database/connect.ts'
import { fallBack } from './settle.ts'

/**
 * Sends the mails of at most `most` messages of which nothing was heard for a day. A message that a killed process was
 * sending is among them: it may have arrived, so it is never sent again. Returns how many there were.
 */
export async function giveUpMessages(
  tx: Connection,
  storeId: string,
  now: number,
  most: number,
): Promise<number> {
  const silent = await tx.query<{ mailing_id: string; state: string }>(sql`
    select mailing_id, state
    from messages
    where store_id = ${storeId} and state in ('sending', 'sent') and next_at <= ${new Date(now)}
    order by next_at
    limit ${most}`)
  for (const { mailing_id, state } of silent)
    await fallBack(
      tx,
      storeId,
      { mailingId: mailing_id },
      { problem: state === 'sending' ? 'unclear' : 'not_delivered', now },
    )
  return silent.length
}
