import sql from 'sql-template-tag'
import { disableWebhook } from '../webhooks.ts'
import type { Claimed } from './claims.ts'
import { notifyOwners } from './disabled-mail.ts'
import type { Outcome } from './retry.ts'
import type { SendDependencies } from './send-endpoint.ts'

type Health = Pick<SendDependencies, 'database' | 'clock' | 'secrets'>

const longestFailing = 120 * 60 * 60 * 1000 // ms

/** Remembers a success, and ends a series of failures. `responsive`: it was answered in time. */
export async function noteSuccess(
  { database, clock }: Health,
  endpoint: Claimed,
  responsive: boolean,
): Promise<void> {
  endpoint.failing_since = null
  endpoint.failures = 0
  await database.query(sql`
    update webhook_endpoints
    set responsive = ${responsive}, failing_since = null, failures = 0, waits_until = null,
      last_success_at = ${new Date(clock())}
    where store_id = ${endpoint.store_id} and webhook_id = ${endpoint.webhook_id}`)
}

/**
 * Remembers a failure, and disables an endpoint that is gone, or that did nothing but fail for 120 hours: the owners then
 * get a mail. Returns whether it is disabled.
 */
export async function noteFailure(
  { database, clock, secrets }: Health,
  endpoint: Claimed,
  { pause, isGone, responsive }: Pick<Outcome, 'pause' | 'isGone'> & { responsive: boolean },
): Promise<boolean> {
  const { store_id: storeId, webhook_id: webhookId } = endpoint
  const at = new Date(clock())
  endpoint.failing_since ??= at
  endpoint.failures++
  const isFailing = at.getTime() - endpoint.failing_since.getTime() >= longestFailing
  await database.transaction(async tx => {
    await tx.query(sql`
      update webhook_endpoints
      set responsive = ${responsive}, failing_since = coalesce(failing_since, ${at}), failures = ${endpoint.failures},
        waits_until = ${pause > 0 ? new Date(at.getTime() + pause) : null}
      where store_id = ${storeId} and webhook_id = ${webhookId}`)
    if (!isGone && !isFailing) return
    const isDisabled = await disableWebhook(tx, storeId, webhookId, isGone ? 'gone' : 'failing', at)
    if (isDisabled && isFailing && !isGone) await notifyOwners(tx, secrets, storeId, at)
  })
  return isGone || isFailing
}
