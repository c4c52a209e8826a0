import {
  limitsOf,
  type MessageProblem,
  noteChannelProblem,
  priceOf,
} from '../../asking/channels/channel-rows.ts'
import { hasWithdrawn } from '../../asking/channels/consents.ts'
import { shown } from '../../asking/channels/outcomes.ts'
import { type ChannelName, readContact } from '../../asking/channels/phones.ts'
import { correctUsage, monthOf, reserveMessage } from '../../asking/channels/usage.ts'
import type { Database } from '../../foundation/database/connect.ts'
import { ApiError } from '../../foundation/errors/errors.ts'
import { uuid } from '../../foundation/lib/ids/uuid.ts'
import type { Store } from '../../tenants/stores/stores.ts'
import { type ChannelContext, readChannel, webhookAddress } from './channels.ts'
import { composeMessage } from './content.ts'
import { deliverContent } from './sending/deliver.ts'
import type { Reaching } from './sending/provider.ts'

/** What the provider answered to a test message. */
export type Tested =
  | { as: 'accepted'; id: string | null }
  | { as: 'refused' | 'later' | 'unclear'; problem: MessageProblem; answer: string | null }

/**
 * Sends one message with sample values to a phone of the merchant. It counts towards the month. Throws `channel_unknown`,
 * and `settings_invalid` for a phone that is none.
 */
export async function testChannel(
  db: Database,
  store: Store,
  { channel, to }: { channel: ChannelName; to: string },
  { secrets, address, now, ...reaching }: ChannelContext & Reaching,
): Promise<Tested> {
  const storeId = store.store_id
  const known = await readChannel(db, secrets, storeId, channel)
  if (!known) throw new ApiError('channel_unknown')
  const contact = readContact(to, store.country)
  if (!contact)
    throw new ApiError('settings_invalid', {
      problems: [{ path: 'to', problem: 'like', values: ['+5511912345678'] }],
    })
  const { row, settings, isOpen } = known
  // The merchant's own phone needs no consent. A person who objected is left alone.
  if (await hasWithdrawn(db, secrets, storeId, channel, contact.phone))
    return { as: 'refused', problem: 'stopped', answer: null }
  if (!isOpen) return { as: 'refused', problem: 'key', answer: null }
  const asked = [{ name: 'Realword', order_id: '1001' }] as Parameters<typeof composeMessage>[3]['asked']
  const facts = { name: null, language: store.locale, asked, link: 'preview' }
  const composed = composeMessage(store, row, { is_marketing: false }, facts, address)
  if ('problem' in composed) return { as: 'refused', problem: composed.problem, answer: null }
  const counted = {
    channel,
    month: monthOf(new Date(now)),
    cost: priceOf(row, { isMarketing: false, segments: composed.segments }),
  }
  if (!(await reserveMessage(db, storeId, counted, limitsOf(row))))
    return { as: 'refused', problem: 'cap', answer: null }
  const outcome = await deliverContent({
    ...{
      storeId,
      settings,
      id: uuid(),
      contact,
      content: composed.content,
      isMarketing: false,
      now,
      reaching,
    },
    callback: webhookAddress(address, row),
  })
  if (outcome.as === 'accepted') {
    await noteChannelProblem(db, storeId, channel, null, { at: new Date(now) })
    return { as: 'accepted', id: outcome.providerId ?? null }
  }
  if (outcome.as !== 'unclear')
    await correctUsage(db, storeId, { ...counted, messages: -1, cost: -counted.cost })
  const problem = outcome.as === 'unclear' ? 'unclear' : outcome.problem
  const answer = shown(outcome.answer)
  await noteChannelProblem(
    db,
    storeId,
    channel,
    { name: problem, ...(answer && { answer }) },
    { at: new Date(now) },
  )
  return { as: outcome.as, problem, answer }
}
