import sql from 'sql-template-tag'
import { unclearFor } from '../../../asking/channels/channel-rows.ts'
import { type Claimed, claimMessages } from '../../../asking/channels/claim.ts'
import { giveUpMessages } from '../../../asking/channels/give-up.ts'
import { hasDueMessages } from '../../../asking/channels/messages.ts'
import { type Outcome, recordOutcome } from '../../../asking/channels/outcomes.ts'
import type { ChannelName } from '../../../asking/channels/phones.ts'
import { restChannel, restsUntil } from '../../../asking/channels/rest.ts'
import type { Connection, Database } from '../../../foundation/database/connect.ts'
import { enqueueForStores } from '../../../foundation/jobs/jobs.ts'
import type { Secrets } from '../../../foundation/lib/secret.ts'
import type { Clock } from '../../../foundation/lib/time/clock.ts'
import { reachableStoresWith } from '../../../tenants/stores/all-stores.ts'
import { readStore, type Store } from '../../../tenants/stores/stores.ts'
import { type OpenChannel, readChannel, webhookAddress } from '../channels.ts'
import { type Content, composeMessage } from '../content.ts'
import { deliverContent } from './deliver.ts'

export type SendingMessages = {
  database: Database
  clock: Clock
  secrets: Secrets
  address: () => string
  allow: readonly string[]
  timeoutMs?: number | undefined
  /** Counts what became of a message. */
  count?: ((channel: ChannelName, outcome: Outcome['as']) => void) | undefined
}

/** Creates a job for every store with a message that is due. */
export async function enqueueMessages(db: Connection, at: Date): Promise<void> {
  const stores = await reachableStoresWith(db, sql`active and not requests_paused and ${hasDueMessages(at)}`)
  await enqueueForStores(db, 'send-messages', stores)
}

const most = 10 // messages in flight
const longest = 1_000 // ms per run, before the other stores have theirs

/**
 * Sends the store's due messages, each at most once, and the mails of those of which nothing was heard for a day. Returns
 * whether more are due: call it again after the other stores.
 */
export async function sendMessages(deps: SendingMessages, storeId: string): Promise<boolean> {
  const { database, secrets, clock } = deps
  const begun = performance.now()
  const store = await readStore(database, storeId)
  if (!store.active || store.requests_paused) return false
  const channels = await openChannels(deps, storeId)
  while ((await database.transaction(tx => giveUpMessages(tx, storeId, clock(), most))) === most)
    if (performance.now() - begun > longest) return true
  const unproven = unprovenAmong(channels)
  for (;;) {
    const now = clock()
    const size = unproven.size > 0 ? 1 : most
    const { claimed, looked } = await database.transaction(tx =>
      claimMessages<Content>(
        tx,
        {
          ...{ secrets, store, now },
          compose: (row, message, { tokens, ...mailing }) =>
            composeMessage(store, row, message, { ...mailing, link: tokens.link ?? '' }, deps.address()),
        },
        size,
      ),
    )
    await deliverAll(deps, store, channels, claimed)
    if (looked < size) return false
    if (performance.now() - begun > longest) return true
    for (const { message } of claimed) unproven.delete(message.channel)
  }
}

type OpenChannels = Map<ChannelName, OpenChannel>

/** The store's channels. Messages that came while a channel waits are postponed too. */
async function openChannels(
  { database, secrets, clock }: SendingMessages,
  storeId: string,
): Promise<OpenChannels> {
  const channels: OpenChannels = new Map()
  for (const name of ['whatsapp', 'sms'] as const) {
    const channel = await readChannel(database, secrets, storeId, name)
    if (!channel) continue
    channels.set(name, channel)
    const until = restsUntil(channel.row, clock())
    if (until) await restChannel(database, storeId, name, until)
  }
  return channels
}

/** The channels whose last answer was lost: one message shows whether they answer, before ten are sent at once again. */
function unprovenAmong(channels: OpenChannels): Set<ChannelName> {
  const found = [...channels].filter(([, { row }]) => row.problem?.name === 'unclear')
  return new Set(found.map(([name]) => name))
}

/** Delivers the messages at once. The others of a channel with an answer that was lost are postponed. */
async function deliverAll(
  deps: SendingMessages,
  store: Store,
  channels: OpenChannels,
  claimed: Claimed<Content>[],
): Promise<void> {
  const unclear = new Set<ChannelName>()
  await Promise.all(
    claimed.map(async one => {
      const { channel } = one.message
      const outcome = await deliver(deps, store, channels.get(channel), one)
      if (outcome.as === 'unclear') unclear.add(channel)
    }),
  )
  for (const channel of unclear)
    await restChannel(deps.database, store.store_id, channel, deps.clock() + unclearFor)
}

async function deliver(
  deps: SendingMessages,
  { store_id }: Store,
  channel: OpenChannel | undefined,
  { message, contact, content, row }: Claimed<Content>,
): Promise<Outcome> {
  const { database, clock } = deps
  const outcome = await attempt()
  deps.count?.(message.channel, outcome.as)
  await database.transaction(tx => recordOutcome(tx, store_id, message, outcome, clock()))
  return outcome

  async function attempt(): Promise<Outcome> {
    // Removed or replaced since the store's channels were read: another address of its webhooks.
    if (!channel?.isOpen || channel.row.channel_id !== row.channel_id)
      return { as: 'refused', problem: 'key', also: 'channel_broken' }
    return await deliverContent({
      ...{ storeId: store_id, settings: channel.settings, id: message.id, contact, content },
      ...{ isMarketing: message.is_marketing, callback: webhookAddress(deps.address(), row), now: clock() },
      reaching: deps,
    })
  }
}
