import sql from 'sql-template-tag'
import type { Connection } from '../../foundation/database/connect.ts'
import { isStorable, storable } from '../../foundation/lib/text/storable.ts'
import { type MessageProblem, noteChannelProblem } from './channel-rows.ts'
import { noteUnreachable, noteUserId, withdrawConsent } from './consents.ts'
import type { Message } from './messages.ts'
import { isUserId } from './phones.ts'
import { fallBack, lockLed } from './settle.ts'
import { correctUsage } from './usage.ts'

/**
 * What a provider answered. `refused`: it will not send the message; `later`: it did not take it, and may take it later;
 * `unclear`: it may have sent it, so only its report, or a day, decides.
 */
export type Outcome =
  | { as: 'accepted'; providerId?: string | undefined; userId?: string | undefined }
  | {
      as: 'refused'
      problem: MessageProblem
      answer?: string | undefined
      /** What else is known now: the person stopped, the phone is out of reach, or every message would be refused. */
      also?: 'stopped' | 'marketing_stopped' | 'out_of_reach' | 'channel_broken' | undefined
    }
  | { as: 'later'; problem: MessageProblem; answer?: string | undefined }
  | { as: 'unclear'; answer?: string | undefined }

const minute = 60_000 // ms
const brokenFor = 60 * minute
const outOfReachFor = 90 * 24 * 60 * minute
const pauses = [1, 5, 15, 30, 60] // minutes before the next attempt; the last value repeats

/** Commits what became of a message that was claimed. */
export async function recordOutcome(
  tx: Connection,
  storeId: string,
  message: Message,
  outcome: Outcome,
  now: number,
): Promise<void> {
  const at = new Date(now)
  if (outcome.as === 'accepted') {
    await recordAccepted(tx, storeId, message, outcome)
    return await noteChannelProblem(tx, storeId, message.channel, null, { at })
  }
  if (outcome.as === 'unclear') {
    await tx.query(sql`
      update messages
      set problem = 'unclear', answer = ${shown(outcome.answer)}
      where store_id = ${storeId} and id = ${message.id} and state = 'sending'`)
    const problem = { name: 'unclear' as const, ...answerOf(outcome) }
    return await noteChannelProblem(tx, storeId, message.channel, problem, { at })
  }
  await lockLed(tx, storeId, message.mailing_id)
  await release(tx, storeId, message)
  const { problem } = outcome
  if (outcome.as === 'later') {
    await tryLater(tx, storeId, message, now)
    return await noteChannelProblem(
      tx,
      storeId,
      message.channel,
      { name: problem, ...answerOf(outcome) },
      { at },
    )
  }
  await applyRefusal(tx, storeId, message, outcome, now)
  await fallBack(
    tx,
    storeId,
    { mailingId: message.mailing_id },
    { problem, answer: shown(outcome.answer) ?? undefined, now },
  )
}

async function recordAccepted(
  tx: Connection,
  storeId: string,
  { id, phone, channel }: Message,
  { providerId, userId }: { providerId?: string | undefined; userId?: string | undefined },
): Promise<void> {
  // A report may have been faster than the answer: its state stays.
  await tx.query(sql`
    update messages
    set provider_id = ${isProviderId(providerId) ? providerId : null}, state = case when state = 'sending' then 'sent' else state end
    where store_id = ${storeId} and id = ${id}`)
  if (userId && isUserId(userId) && channel === 'whatsapp') await noteUserId(tx, storeId, { phone, userId })
}

/** Whether it can be the provider's id of a message. Without one, our own id in a report finds the message, or nothing does. */
export const isProviderId = (id: string | undefined): id is string =>
  id !== undefined && id !== '' && id.length <= 500 && isStorable(id)

/** Also for refusals that a report names later. */
export async function applyRefusal(
  tx: Connection,
  storeId: string,
  { channel, phone }: Message,
  { problem, answer, also }: Omit<Extract<Outcome, { as: 'refused' }>, 'as'>,
  now: number,
): Promise<void> {
  const at = new Date(now)
  if (also === 'stopped' || also === 'marketing_stopped') {
    const onlyMarketing = also === 'marketing_stopped'
    if (phone) await withdrawConsent(tx, storeId, { channel, phone, by: 'provider', onlyMarketing }, at)
  } else if (also === 'out_of_reach') {
    if (phone) await noteUnreachable(tx, storeId, { channel, phone }, new Date(now + outOfReachFor))
  } else {
    const until = also === 'channel_broken' ? new Date(now + brokenFor) : null
    await noteChannelProblem(tx, storeId, channel, { name: problem, ...answerOf({ answer }) }, { at, until })
  }
}

/** It counts neither as a message nor as money. */
async function release(tx: Connection, storeId: string, { channel, month, cost }: Message): Promise<void> {
  if (month) await correctUsage(tx, storeId, { channel, month, messages: -1, cost: -cost })
}

async function tryLater(tx: Connection, storeId: string, { id }: Message, now: number): Promise<void> {
  await tx.query(sql`
    update messages
    set state = 'queued', sent_at = null, cost = 0, month = null,
      next_at = least(falls_back_at, ${new Date(now)}::timestamptz
        + make_interval(mins => (${pauses}::integer[])[least(attempts, ${pauses.length})]))
    where store_id = ${storeId} and id = ${id} and state = 'sending'`)
}

const answerOf = ({ answer }: { answer?: string | undefined }) => {
  const text = shown(answer)
  return text ? { answer: text } : {}
}

/** The provider's words without phone numbers, which they often repeat. */
export function shown(answer: string | undefined): string | null {
  if (!answer) return null
  return storable(answer.replace(/\+?\d[\d ().-]{5,}\d/g, '…')).slice(0, 300)
}
