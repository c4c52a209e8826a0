import { randomBytes } from 'node:crypto'
import sql from 'sql-template-tag'
import {
  type ChannelProblem,
  type ChannelRow,
  limitsOf,
  million,
  readChannels,
} from '../../asking/channels/channel-rows.ts'
import type { ChannelName } from '../../asking/channels/phones.ts'
import { monthOf, readChannelUsage } from '../../asking/channels/usage.ts'
import { ownStore } from '../../foundation/database/citus/own-store.ts'
import type { Connection } from '../../foundation/database/connect.ts'
import { ApiError } from '../../foundation/errors/errors.ts'
import { type By, logChanges } from '../../foundation/events/audit/audit.ts'
import { makeScopedId } from '../../foundation/lib/ids/scoped-id.ts'
import type { Secrets } from '../../foundation/lib/secret.ts'
import { type ChannelSettings, changeChannelSettings } from './channel-settings.ts'
import { openChannel, sealChannel } from './sealed-channels.ts'

/** A channel as members and commands see it: no credential. Money is in its currency. */
export type Channel = {
  channel: ChannelName
  channel_id: string
  webhook_url: string
  settings: Record<string, string>
  /** The names of the credentials that are stored. */
  credentials: string[]
  created_at: Date
  problem: (ChannelProblem & { at: Date }) | null
  /** Until then everybody gets mail. */
  waits_until: Date | null
  month: { messages: number; most_messages: number; money: number; most_money: number }
}

export type ChannelContext = { secrets: Secrets; address: string; now: number }

const addressOf = (address: string, { channel, channel_id }: Pick<ChannelRow, 'channel' | 'channel_id'>) =>
  `${address}/channels/${channel}/${channel_id}`

/** The address that the provider sends reports to. */
export const webhookAddress = addressOf

type Row = ChannelRow & { sealed: Buffer }

export type OpenChannel = { row: ChannelRow; settings: ChannelSettings; isOpen: boolean }

/** The channel with its credentials; undefined if the store has none. `isOpen`: they are sealed under a SECRET that is set. */
export async function readChannel(
  db: Connection,
  secrets: Secrets,
  storeId: string,
  channel: ChannelName,
): Promise<OpenChannel | undefined> {
  const [found] = await db.query<Row>(sql`
    select channel, channel_id, settings, created_at, problem, problem_at, waits_until, sealed
    from channels
    where store_id = ${storeId} and channel = ${channel}`)
  if (!found) return undefined
  const { sealed, ...row } = found
  const opened = openChannel(secrets, { store_id: storeId, ...row }, sealed)
  return { row, settings: { options: row.settings, secrets: opened ?? {} }, isOpen: opened !== undefined }
}

/**
 * Adds the channel, or changes what is given of it; contacts nobody. `secrets` are those that were made here, which are
 * returned only now. Throws `settings_invalid`.
 */
export async function saveChannel(
  tx: Connection,
  storeId: string,
  { channel, set }: { channel: ChannelName; set: Record<string, string> },
  by: By,
  context: ChannelContext,
): Promise<{ channel: Channel; secrets: Record<string, string> }> {
  const [known] = await tx.query<Row>(sql`
    select channel, channel_id, settings, created_at, problem, problem_at, waits_until, sealed
    from channels
    where store_id = ${storeId} and channel = ${channel}
    for update`)
  const channel_id = known?.channel_id ?? makeScopedId(storeId)
  const place = { store_id: storeId, channel, channel_id }
  const opened = known && openChannel(context.secrets, place, known.sealed)
  const before = { options: known?.settings ?? {}, secrets: opened ?? {} }
  const changed = changeChannelSettings(channel, withDefaults(before), set)
  const made = madeSecrets(channel, changed)
  const secrets = { ...changed.secrets, ...made }
  await tx.query(sql`
    insert into channels as known (store_id, channel, channel_id, settings, sealed, created_at)
    select own.store_id, ${channel}, ${channel_id}, ${JSON.stringify(changed.options)}::jsonb,
      ${sealChannel(context.secrets, place, secrets)}::bytea, ${by.at}::timestamptz
    from ${ownStore(storeId)} as own
    on conflict (store_id, channel) do update
    set settings = excluded.settings, sealed = excluded.sealed, waits_until = null, problem = null, problem_at = null`)
  const fields = [channel, ...Object.keys(set)].slice(0, 50)
  const action = known ? 'change channel' : 'add channel'
  await logChanges(tx, storeId, [{ ...by, action, record: 'store', recordId: channel_id, fields }])
  const [shown] = (await listChannels(tx, storeId, context)).filter(one => one.channel === channel)
  return { channel: shown as Channel, secrets: made }
}

const withDefaults = ({ options, secrets }: ChannelSettings): ChannelSettings => ({
  options: { monthly_messages: '1000', ...options },
  secrets,
})

// What the provider has to be given: Meta's handshake, and the header of providers that do not sign.
function madeSecrets(channel: ChannelName, { options, secrets }: ChannelSettings): Record<string, string> {
  const name = channel === 'whatsapp' ? 'verify_token' : 'secret'
  const isNeeded = channel === 'whatsapp' || options.provider === 'zenvia' || options.provider === 'custom'
  return isNeeded && !secrets[name] ? { [name]: randomBytes(24).toString('base64url') } : {}
}

/** The store's channels with what they sent this month. */
export async function listChannels(
  db: Connection,
  storeId: string,
  { secrets, address, now }: ChannelContext,
): Promise<Channel[]> {
  const rows = await readChannels(db, storeId)
  const sealed = await db.query<{ channel: string; sealed: Buffer }>(sql`
    select channel, sealed
    from channels
    where store_id = ${storeId}`)
  const sealedOf = new Map(sealed.map(one => [one.channel, one.sealed]))
  const shown: Channel[] = []
  for (const row of rows) {
    const { problem, problem_at, channel, channel_id, settings, created_at, waits_until } = row
    const bytes = sealedOf.get(channel)
    const opened = bytes && openChannel(secrets, { store_id: storeId, ...row }, bytes)
    const usage = await readChannelUsage(db, storeId, channel, monthOf(new Date(now)))
    const limits = limitsOf(row)
    shown.push({
      ...{ channel, channel_id, webhook_url: addressOf(address, row), settings, created_at },
      credentials: Object.keys(opened ?? {}),
      problem: problem && problem_at && { ...problem, at: problem_at },
      waits_until: waits_until && waits_until.getTime() > now ? waits_until : null,
      month: {
        ...{ messages: usage.messages, most_messages: limits.messages },
        ...{ money: usage.spent / million, most_money: limits.money / million },
      },
    })
  }
  return shown
}

/**
 * Deletes the channel with its credentials. Consents and messages stay; those that are not sent yet become mails. Throws
 * `channel_unknown`.
 */
export async function removeChannel(
  tx: Connection,
  storeId: string,
  channel: ChannelName,
  by: By,
): Promise<void> {
  const [removed] = await tx.query<{ channel_id: string }>(sql`
    delete from channels
    where store_id = ${storeId} and channel = ${channel}
    returning channel_id`)
  if (!removed) throw new ApiError('channel_unknown')
  const change = { action: 'remove channel', record: 'store', recordId: removed.channel_id } as const
  await logChanges(tx, storeId, [{ ...by, ...change, fields: [channel] }])
}
