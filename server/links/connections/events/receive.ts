import { randomBytes } from 'node:crypto'
import sql from 'sql-template-tag'
import type { Database } from '../../../foundation/database/connect.ts'
import { ApiError } from '../../../foundation/errors/errors.ts'
import { enqueueForStores } from '../../../foundation/jobs/jobs.ts'
import { uuid } from '../../../foundation/lib/ids/uuid.ts'
import type { Secrets } from '../../../foundation/lib/secret.ts'
import { storable } from '../../../foundation/lib/text/storable.ts'
import { storeOfConnection } from '../connection-id.ts'
import type { Authenticated, ConnectionSettings, Delivery, Platform, PlatformName } from '../platform.ts'
import { platformNames } from '../platform.ts'
import { platforms } from '../platforms.ts'
import { openSettings } from '../settings.ts'

export type ReceiveDependencies = {
  database: Database
  secrets: Secrets
  /** Counts an accepted webhook of this many bytes. Throws `too_many`. */
  countAccepted: (connectionId: string, bytes: number) => Promise<void>
  /** Counts a refused one. Throws `too_many`. */
  countRefused: () => Promise<void>
}

/**
 * Stores a shop's webhook, and resolves after the commit. A repeated delivery is stored once; a ping is not stored.
 * Throws `webhook_refused`, equally for an unknown connection, another platform, a wrong signature, and a store that is
 * suspended or deleted.
 */
export async function receiveDelivery(
  { database, secrets, countAccepted, countRefused }: ReceiveDependencies,
  platformName: string,
  connectionId: string,
  delivery: Delivery,
  at: Date,
): Promise<void> {
  const known = await findConnection(database, secrets, platformName, connectionId)
  const platform = known?.platform ?? anyPlatform(platformName)
  // The signature is computed for an unknown connection too, so that both answers take as long.
  const read = platform && authenticate(platform, delivery, known?.settings ?? unguessable(), at.getTime())
  if (!known || !read || read.kind === 'refused') {
    await countRefused()
    throw new ApiError('webhook_refused')
  }
  if (read.kind === 'ping') return
  await countAccepted(connectionId, delivery.body.length)
  await storeEvent(database, known.storeId, connectionId, read, delivery.body, at)
}

function authenticate(
  platform: Platform,
  delivery: Delivery,
  settings: ConnectionSettings,
  now: number,
): Authenticated {
  try {
    return platform.authenticate(delivery, settings, now)
  } catch {
    // A body that a platform cannot read before it knows the sender is refused like a wrong signature.
    return { kind: 'refused', why: 'unreadable' }
  }
}

const unguessable = (): ConnectionSettings => ({ secret: randomBytes(32).toString('base64url'), options: {} })

function anyPlatform(name: string): Platform | undefined {
  return (platformNames as readonly string[]).includes(name) ? platforms[name as PlatformName] : undefined
}

async function findConnection(db: Database, secrets: Secrets, platformName: string, connectionId: string) {
  const storeId = storeOfConnection(connectionId)
  const platform = anyPlatform(platformName)
  if (!storeId || !platform) return undefined
  const [row] = await db.pipeline.query<{ settings: Buffer }>({
    name: 'find-connection',
    text: `
      select settings
      from connections
      join stores using (store_id)
      where connections.store_id = $1 and connection_id = $2 and platform = $3 and deleted_at is null and active`,
    values: [storeId, connectionId, platformName],
  })
  if (!row) return undefined
  const settings = openSettings(secrets, { store_id: storeId, connection_id: connectionId }, row.settings)
  // Sealed under a secret that is not set: the operator can repair it, so the shop should send again.
  if (!settings) throw new ApiError('unavailable')
  return { storeId, platform, settings }
}

async function storeEvent(
  db: Database,
  storeId: string,
  connectionId: string,
  { topic, deliveryId, subject }: Extract<Authenticated, { kind: 'event' }>,
  body: Buffer,
  at: Date,
): Promise<void> {
  const short = (text: string | undefined) => (text === undefined ? null : storable(text).slice(0, 255))
  await db.transaction(async tx => {
    const stored = await tx.query(sql`
      insert into connection_events (
        store_id, event_id, connection_id, topic, delivery_id, subject, body, received_at, state
      )
      select store_id, ${uuid()}::uuid, connection_id, ${short(topic)}, ${short(deliveryId)}, ${short(subject)},
        ${body}::bytea, ${at}::timestamptz, 'waiting'
      from connections
      where store_id = ${storeId} and connection_id = ${connectionId}
      on conflict (store_id, connection_id, delivery_id) do nothing
      returning 1`)
    if (stored.length > 0) await enqueueForStores(tx, 'take-events', [storeId])
  })
}
