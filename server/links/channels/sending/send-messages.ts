import sql from 'sql-template-tag'
import { type Claimed, claimMessages } from '../../../asking/channels/claim.ts'
import { giveUpMessages } from '../../../asking/channels/give-up.ts'
import { hasDueMessages } from '../../../asking/channels/messages.ts'
import { type Outcome, recordOutcome } from '../../../asking/channels/outcomes.ts'
import type { ChannelName } from '../../../asking/channels/phones.ts'
import { rest, restChannel, restsUntil } from '../../../asking/channels/rest.ts'
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
  let size = firstSize(channels)
  for (;;) {
    const now = clock()
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
    const unclear = await deliverAll(deps, store, channels, claimed)
    for (const channel of unclear) await restChannel(database, storeId, channel, clock() + rest)
    if (looked < size) return false
    if (performance.now() - begun > longest) return true
    if (claimed.length > 0 && unclear.size === 0) size = most
  }
}

type OpenChannels = Map<ChannelName, OpenChannel>

/** The store's channels. Those that rest let the messages wait that came meanwhile. */
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

/** A provider whose last answer was lost gets one message before it gets ten at once again. */
function firstSize(channels: OpenChannels): number {
  return [...channels.values()].some(({ row }) => row.problem?.name === 'unclear') ? 1 : most
}

/** Delivers the messages at once. Returns the channels with an answer that was lost. */
async function deliverAll(
  deps: SendingMessages,
  store: Store,
  channels: OpenChannels,
  claimed: Claimed<Content>[],
): Promise<Set<ChannelName>> {
  const unclear = new Set<ChannelName>()
  await Promise.all(
    claimed.map(async one => {
      const { channel } = one.message
      const outcome = await deliver(deps, store, channels.get(channel), one)
      if (outcome.as === 'unclear') unclear.add(channel)
    }),
  )
  return unclear
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
