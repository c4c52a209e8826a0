import { randomBytes } from 'node:crypto'
import type { ChannelName } from '../../../asking/channels/phones.ts'
import type { Connection, Database } from '../../../foundation/database/connect.ts'
import { ApiError } from '../../../foundation/errors/errors.ts'
import { storeOfScopedId } from '../../../foundation/lib/ids/scoped-id.ts'
import type { Secrets } from '../../../foundation/lib/secret.ts'
import { findStore } from '../../../tenants/stores/stores.ts'
import { isSame } from '../../connections/shop/webhook-signature.ts'
import type { ChannelSettings } from '../channel-settings.ts'
import { type OpenChannel, readChannel } from '../channels.ts'
import { isSignedByProvider } from '../sms/signatures.ts'
import { smsReports } from '../sms/sms-reports.ts'
import { isSignedByMeta, whatsappReports } from '../whatsapp/whatsapp-reports.ts'
import { applyReport } from './apply-report.ts'
import type { Incoming } from './reports.ts'

type Receiving = {
  database: Database
  secrets: Secrets
  /** Throws `too_many`. */
  countAccepted: (channelId: string) => Promise<void>
  countRefused: () => Promise<void>
}

/**
 * Applies what a provider reports, and resolves after the commit. Throws `webhook_refused`, equally for an unknown channel,
 * a wrong signature, and a store that is suspended or deleted; and `unavailable` for a message that is not known yet.
 */
export async function receiveReport(
  { database, secrets, countAccepted, countRefused }: Receiving,
  { channel, channelId }: { channel: ChannelName; channelId: string },
  incoming: Incoming,
): Promise<void> {
  const known = await findChannel(database, secrets, channel, channelId)
  // Computed for an unknown channel too, so that both answers take as long.
  const isSigned = isSignedFor(channel, known?.settings ?? unguessable(channel), incoming)
  if (!known || !isSigned) {
    await countRefused()
    throw new ApiError('webhook_refused')
  }
  await countAccepted(channelId)
  const reports = (channel === 'whatsapp' ? whatsappReports : smsReports)(known.settings, incoming)
  let isMissing = false
  for (const report of reports) {
    const outcome = await database.transaction(tx =>
      applyReport(tx, known.store, known.row, report, incoming.now),
    )
    if (outcome === 'unknown') isMissing = true
  }
  if (isMissing) throw new ApiError('unavailable')
}

/** Whether this is the token that the WhatsApp channel shares with Meta. */
export async function verifyEndpoint(
  db: Connection,
  secrets: Secrets,
  channelId: string,
  token: string,
): Promise<boolean> {
  const known = await findChannel(db, secrets, 'whatsapp', channelId)
  const expected = known?.settings.secrets.verify_token ?? randomBytes(24).toString('base64url')
  return isSame(token, expected) && known !== undefined
}

function isSignedFor(channel: ChannelName, settings: ChannelSettings, incoming: Incoming): boolean {
  try {
    return (channel === 'whatsapp' ? isSignedByMeta : isSignedByProvider)(settings, incoming)
  } catch {
    return false
  }
}

const unguessable = (channel: ChannelName): ChannelSettings => {
  const secret = randomBytes(32).toString('base64url')
  return { options: channel === 'sms' ? { provider: 'custom' } : {}, secrets: { app_secret: secret, secret } }
}

async function findChannel(db: Connection, secrets: Secrets, channel: ChannelName, channelId: string) {
  const storeId = storeOfScopedId(channelId)
  if (!storeId) return undefined
  const store = await findStore(db, storeId)
  if (!store?.active || store.deleted_at) return undefined
  const known: OpenChannel | undefined = await readChannel(db, secrets, storeId, channel)
  if (known?.row.channel_id !== channelId) return undefined
  // Sealed under a secret that is not set: the operator can repair it, so the provider should report again.
  if (!known.isOpen) throw new ApiError('unavailable')
  return { ...known, store }
}
