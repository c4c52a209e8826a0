import sql from 'sql-template-tag'
import { type ChannelRow, noteChannelProblem, priceOf } from '../../../asking/channels/channel-rows.ts'
import { changeUserId, noteUserId, phonesOfUser, withdrawConsent } from '../../../asking/channels/consents.ts'
import {
  findMessage,
  isSendingSince,
  type Message,
  openMessagesTo,
} from '../../../asking/channels/messages.ts'
import { applyRefusal, isProviderId, shown } from '../../../asking/channels/outcomes.ts'
import { isUserId, readContact, spellingsOf } from '../../../asking/channels/phones.ts'
import { fallBack, lockLed, settleDelivered } from '../../../asking/channels/settle.ts'
import { isStop } from '../../../asking/channels/stop-words.ts'
import { correctUsage } from '../../../asking/channels/usage.ts'
import type { Connection } from '../../../foundation/database/connect.ts'
import type { Store } from '../../../tenants/stores/stores.ts'
import type { Report } from './reports.ts'

type Status = Extract<Report, { kind: 'status' }>

/**
 * Applies a report of the channel's provider. `unknown`: it is about a message that is not known yet, because its answer
 * is still on its way: the provider should report it again. Idempotent, whatever the order of reports.
 */
export async function applyReport(
  tx: Connection,
  store: Store,
  row: ChannelRow,
  report: Report,
  now: number,
): Promise<'applied' | 'unknown'> {
  const storeId = store.store_id
  const at = new Date(now)
  if (report.kind === 'status') {
    const { by } = report
    const isFindable = 'id' in by || isProviderId(by.providerId)
    return isFindable ? await applyStatus(tx, store, row, report, now) : 'applied'
  }
  if (report.kind === 'message') {
    if (report.isOptOut || isStop(report.text)) await stop(tx, store, row, report, { by: 'message', now })
  } else if (report.kind === 'opt_out') {
    const { onlyMarketing } = report
    await stop(tx, store, row, report, { by: 'provider', onlyMarketing, now })
  } else if (report.kind === 'user_changed') {
    if (isUserId(report.before) && isUserId(report.after)) await changeUserId(tx, storeId, report)
  } else if (report.isMarketing && report.template === row.settings.template) {
    // Its messages would cost more, and reach nobody in North America, than the merchant decided.
    const problem = { name: 'template' as const, answer: `${report.template}: MARKETING` }
    await noteChannelProblem(tx, storeId, row.channel, problem, { at })
  }
  return 'applied'
}

const sendingFor = 60_000 // ms that an answer may take

async function applyStatus(
  tx: Connection,
  store: Store,
  row: ChannelRow,
  { by, state, refusal, price, userId }: Status,
  now: number,
): Promise<'applied' | 'unknown'> {
  const storeId = store.store_id
  const found = await findMessage(tx, storeId, row.channel, by)
  if (!found) {
    const isOurs =
      'providerId' in by && (await isSendingSince(tx, storeId, row.channel, new Date(now - sendingFor)))
    return isOurs ? 'unknown' : 'applied'
  }
  await lockLed(tx, storeId, found.mailing_id)
  const message = (await findMessage(tx, storeId, row.channel, { id: found.id })) ?? found
  // What was never handed to the provider has no report: somebody else's id.
  if (message.state === 'queued' || message.state === 'cancelled') return 'applied'
  if (userId && isUserId(userId) && message.phone)
    await noteUserId(tx, storeId, { phone: message.phone, userId })
  if (state === 'sent') await noteAccepted(tx, storeId, message.id)
  else if (state === 'failed') await applyFailure(tx, storeId, message, refusal, now)
  else if (await settleDelivered(tx, store, message, state, now)) {
    if (price) await correctCost(tx, storeId, row, message, price)
  }
  return 'applied'
}

async function noteAccepted(tx: Connection, storeId: string, id: string): Promise<void> {
  await tx.query(sql`
    update messages
    set state = 'sent'
    where store_id = ${storeId} and id = ${id} and state = 'sending'`)
}

async function applyFailure(
  tx: Connection,
  storeId: string,
  message: Message,
  refusal: Status['refusal'],
  now: number,
): Promise<void> {
  if (message.state !== 'sending' && message.state !== 'sent') return
  const { problem = 'not_delivered', answer } = refusal ?? {}
  // WhatsApp charges for delivered messages, senders of SMS for those they took.
  if (message.channel === 'whatsapp') await setCost(tx, storeId, message, 0)
  if (refusal && refusal.also !== 'channel_broken') await applyRefusal(tx, storeId, message, refusal, now)
  await fallBack(
    tx,
    storeId,
    { mailingId: message.mailing_id },
    { problem, answer: shown(answer) ?? undefined, now, isProvisional: true },
  )
}

async function correctCost(
  tx: Connection,
  storeId: string,
  row: ChannelRow,
  message: Message,
  { isFree, isMarketing }: NonNullable<Status['price']>,
): Promise<void> {
  const cost = isFree ? 0 : priceOf(row, { isMarketing: isMarketing ?? message.is_marketing })
  await setCost(tx, storeId, message, cost)
}

async function setCost(
  tx: Connection,
  storeId: string,
  { id, channel, month }: Message,
  cost: number,
): Promise<void> {
  if (!month) return
  const [before] = await tx.query<{ cost: number }>(sql`
    select cost
    from messages
    where store_id = ${storeId} and id = ${id}`)
  if (!before || before.cost === cost) return
  await tx.query(sql`
    update messages
    set cost = ${cost}
    where store_id = ${storeId} and id = ${id}`)
  await correctUsage(tx, storeId, { channel, month, cost: cost - before.cost })
}

/** Withdraws the sender's consent. Whoever answered has the message, so that no mail follows it. */
async function stop(
  tx: Connection,
  store: Store,
  { channel }: ChannelRow,
  { sender, userId = sender }: { sender: string; userId?: string | undefined },
  { by, onlyMarketing = false, now }: { by: string; onlyMarketing?: boolean; now: number },
): Promise<void> {
  const contact = readContact(sender, store.country)
  const ofUser = isUserId(userId) ? await phonesOfUser(tx, store.store_id, userId) : []
  const phones = [...new Set([...(contact ? [contact.phone] : []), ...ofUser].flatMap(spellingsOf))]
  if (!onlyMarketing)
    for (const message of await openMessagesTo(tx, store.store_id, channel, phones))
      await settleDelivered(tx, store, message, 'read', now)
  for (const phone of phones.toSorted())
    await withdrawConsent(tx, store.store_id, { channel, phone, by, onlyMarketing }, new Date(now))
}
