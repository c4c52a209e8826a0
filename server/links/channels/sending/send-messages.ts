import sql from 'sql-template-tag'
import { type Claimed, claimMessages } from '../../../asking/channels/claim.ts'
import { giveUpMessages } from '../../../asking/channels/give-up.ts'
import { hasDueMessages } from '../../../asking/channels/messages.ts'
import { type Outcome, recordOutcome } from '../../../asking/channels/outcomes.ts'
import type { ChannelName } from '../../../asking/channels/phones.ts'
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
  const channels = new Map<ChannelName, OpenChannel | undefined>()
  for (const name of ['whatsapp', 'sms'] as const)
    channels.set(name, await readChannel(database, secrets, storeId, name))
  while ((await database.transaction(tx => giveUpMessages(tx, storeId, clock(), most))) === most)
    if (performance.now() - begun > longest) return true
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
        most,
      ),
    )
    await Promise.all(claimed.map(one => deliver(deps, store, channels.get(one.message.channel), one)))
    if (looked < most) return false
    if (performance.now() - begun > longest) return true
  }
}

async function deliver(
  deps: SendingMessages,
  { store_id }: Store,
  channel: OpenChannel | undefined,
  { message, contact, content, row }: Claimed<Content>,
): Promise<void> {
  const { database, clock } = deps
  const outcome = await attempt()
  deps.count?.(message.channel, outcome.as)
  await database.transaction(tx => recordOutcome(tx, store_id, message, outcome, clock()))

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
