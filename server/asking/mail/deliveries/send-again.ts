import sql from 'sql-template-tag'
import type { Connection } from '../../../foundation/database/connect.ts'
import { ApiError } from '../../../foundation/errors/errors.ts'
import { type By, logChanges } from '../../../foundation/events/audit/audit.ts'
import type { Secrets } from '../../../foundation/lib/secret.ts'
import { dateOf, dayAround } from '../../../foundation/lib/time/days.ts'
import { addressesAskedOn } from '../../../foundation/mailings/asking.ts'
import type { MailKind } from '../../../foundation/mailings/kinds.ts'
import { enqueueMails, jobLostAt } from '../../../foundation/mailings/queue.ts'
import { whySuppressed } from '../../../foundation/mailings/suppressions.ts'
import { readStore } from '../../../tenants/stores/stores.ts'
import { reopenRequests } from '../../requests/requests.ts'
import { isStopped } from '../delivering/queued.ts'
import { ofTheStore } from './deliveries.ts'

/**
 * Sends a failed mail once more, with the same Message-ID and links: no server accepted it, so nobody receives it
 * twice. Throws `mail_unknown`; `mail_restored` for a restored mail; `mail_over` for a mail that did not fail;
 * `buyer_suppressed`; and `buyer_mailed` if another mail asks the buyer today.
 */
export async function sendAgain(
  tx: Connection,
  secrets: Secrets,
  storeId: string,
  id: string,
  by: By,
): Promise<void> {
  const [mail] = await tx.query<Failed>(sql`
    select kind, state, address, requests_of, link_expires_at, restored_at
    from mailings
    where store_id = ${storeId} and id = ${id} and ${ofTheStore}
    for update`)
  if (!mail) throw new ApiError('mail_unknown')
  const { kind, state, address, requests_of, link_expires_at } = mail
  if (mail.restored_at !== null) throw new ApiError('mail_restored')
  if (state !== 'failed' || address === null || link_expires_at <= by.at) throw new ApiError('mail_over')
  const reason = await whySuppressed(tx, secrets, storeId, address)
  if (reason && isStopped(kind, reason)) throw new ApiError('buyer_suppressed')
  const day = requests_of === null ? null : await dayForAsking(tx, storeId, { id, address }, by.at)
  await queueAgain(tx, storeId, id, day, by.at)
  if (kind === 'request') await reopenRequests(tx, storeId, id, 'failed')
  await enqueueMails(tx, storeId, [{ id, kind }])
  await logChanges(tx, storeId, [{ ...by, action: 'send_again', record: 'mail', recordId: id, fields: [] }])
}

type Failed = {
  kind: MailKind
  state: string
  address: string | null
  requests_of: string | null
  link_expires_at: Date
  restored_at: Date | null
}

async function queueAgain(
  tx: Connection,
  storeId: string,
  id: string,
  day: string | null,
  at: Date,
): Promise<void> {
  try {
    await tx.query(sql`
      update mailings
      set state = 'queued', next_attempt_at = ${jobLostAt(at)}, bounced_at = null, day = ${day}::date
      where store_id = ${storeId} and id = ${id}`)
  } catch (error) {
    const isTaken = (error as { code?: string }).code === '23505' // unique_violation: a concurrent mail took it
    throw isTaken ? new ApiError('buyer_mailed', { cause: error }) : error
  }
}

// The mail takes the buyer's day, like every request: the index then refuses any other.
async function dayForAsking(
  tx: Connection,
  storeId: string,
  { id, address }: { id: string; address: string },
  at: Date,
): Promise<string> {
  const store = await readStore(tx, storeId)
  const today = { date: dateOf(at.getTime(), store), begins: dayAround(at.getTime(), store).begins }
  const asked = await addressesAskedOn(tx, storeId, [address], today, id)
  if (asked.size > 0) throw new ApiError('buyer_mailed')
  return today.date
}
