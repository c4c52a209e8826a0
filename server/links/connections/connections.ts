import { randomBytes } from 'node:crypto'
import sql from 'sql-template-tag'
import { leaveToShop } from '../../asking/orders/later/left-to-shop.ts'
import { ownStore } from '../../foundation/database/citus/own-store.ts'
import type { Connection as Db } from '../../foundation/database/connect.ts'
import { ApiError } from '../../foundation/errors/errors.ts'
import { type By, logChanges } from '../../foundation/events/audit/audit.ts'
import { enqueueForStores } from '../../foundation/jobs/jobs.ts'
import type { Secrets } from '../../foundation/lib/secret.ts'
import { inOneLine } from '../../foundation/lib/text/in-one-line.ts'
import { storable } from '../../foundation/lib/text/storable.ts'
import { nextBackfill } from './backfill/backfill-times.ts'
import { makeConnectionId } from './connection-id.ts'
import {
  type Connection,
  type ConnectionContext,
  type ConnectionRow,
  readConnection,
} from './connection-list.ts'
import type { Platform, PlatformName } from './platform.ts'
import { platforms } from './platforms.ts'
import { inEveryLanguage, type Sentence, sentence } from './sentences.ts'
import {
  changedFields,
  changeSettings,
  missingIn,
  openSettings,
  type SettingsChange,
  type StoredSettings,
  sealSettings,
} from './settings.ts'

const mostOfStore = 20

/**
 * Adds a connection and contacts nobody. `secret` is returned only if it was made here, and never again. The audit log
 * names what was given. Throws `settings_invalid`, also beyond 20 connections.
 */
export async function addConnection(
  db: Db,
  storeId: string,
  {
    platform: platformName,
    name = '',
    ...given
  }: SettingsChange & { platform: PlatformName; name?: string | undefined },
  context: ConnectionContext,
): Promise<{ connection: Connection; secret: string | undefined }> {
  const platform = platformOf(platformName)
  const made: StoredSettings = { secret: makeSecret(), options: {}, isOurSecret: true }
  const settings = changeSettings(platform, made, given)
  const connectionId = makeConnectionId(storeId)
  const place = { store_id: storeId, connection_id: connectionId }
  const at = new Date(context.now)
  const added = await db.query(sql`
    insert into connections (
      store_id, connection_id, platform, name, state, settings, created_at, cursor, backfill_at
    )
    select own.store_id, ${connectionId}, ${platformName}, ${tidy(name)}, ${stateOf(platform, settings)},
      ${sealSettings(context.secrets, place, settings)}::bytea, ${at}::timestamptz, ${`since=${at.toISOString()}`},
      ${platform.backfill ? nextBackfill(context.now, storeId) : null}::timestamptz
    from ${ownStore(storeId)} as own
    where (select count(*) from connections where store_id = ${storeId}) < ${mostOfStore}
    returning 1`)
  if (added.length === 0) throw refused('connections', sentence('tooMany', { count: mostOfStore }))
  const fields = [platformName, ...(name === '' ? [] : ['name']), ...changedFields(made, settings)]
  await logConnection(db, storeId, connectionId, { action: 'add connection', fields, ...byOf(context) })
  const connection = await readConnection(db, storeId, connectionId, context)
  return { connection, secret: settings.isOurSecret && settings.secret }
}

/** When and by whom a connection is changed. */
export const byOf = ({ now, actor = 'command' }: Pick<ConnectionContext, 'now' | 'actor'>): By => ({
  at: new Date(now),
  actor,
})

/** Names what happened to a connection in the store's audit log. */
export async function logConnection(
  tx: Db,
  storeId: string,
  connectionId: string,
  change: By & { action: string; fields?: string[] },
): Promise<void> {
  await logChanges(tx, storeId, [{ fields: [], ...change, record: 'store', recordId: connectionId }])
}

const makeSecret = () => randomBytes(32).toString('base64url')

const tidy = (name: string) => storable(inOneLine(name)).slice(0, 100)

const stateOf = (platform: Platform, settings: StoredSettings) =>
  missingIn(platform, settings).length > 0 ? 'incomplete' : 'active'

/**
 * Changes what is given. From the choice on that the shop asks, its pending requests are cancelled. Waiting events are tried with the new settings. The audit log names the changed fields. Throws
 * `settings_invalid`, `connection_unknown`.
 */
export async function changeConnection(
  tx: Db,
  storeId: string,
  connectionId: string,
  { name, ...change }: SettingsChange & { name?: string | undefined },
  context: ConnectionContext,
): Promise<Connection> {
  const row = await lockConnection(tx, storeId, connectionId)
  const platform = platformOf(row.platform)
  const before = openSettings(context.secrets, row, row.settings)
  // Sealed under a lost SECRET: everything has to be given again.
  const known = before ?? { secret: makeSecret(), options: {}, isOurSecret: true }
  const settings = changeSettings(platform, known, change)
  const fields = changedFields(known, settings)
  if (name !== undefined && tidy(name) !== row.name) fields.unshift('name')
  const state = row.state === 'paused' ? 'paused' : stateOf(platform, settings)
  await tx.query(sql`
    update connections
    set name = ${name === undefined ? row.name : tidy(name)}, state = ${state}, waits_until = null,
      settings = ${sealSettings(context.secrets, row, settings)}
    where store_id = ${storeId} and connection_id = ${connectionId}`)
  if (settings.options.asks === 'shop' && known.options.asks !== 'shop')
    await leaveToShop(
      tx,
      storeId,
      sql`select order_id from connection_orders where store_id = ${storeId} and connection_id = ${connectionId}`,
      new Date(context.now),
    )
  await tryEventsAgain(tx, storeId, connectionId)
  if (fields.length > 0)
    await logConnection(tx, storeId, connectionId, { action: 'change connection', fields, ...byOf(context) })
  return await readConnection(tx, storeId, connectionId, context)
}

/**
 * Replaces a secret that was made here and returns the new one, this once. What the shop signs with the former one is
 * refused from now on. Throws `connection_unknown`, and `connection_state` if the secret is the shop's own.
 */
export async function renewSecret(
  tx: Db,
  storeId: string,
  connectionId: string,
  context: ConnectionContext,
): Promise<string> {
  const row = await lockConnection(tx, storeId, connectionId)
  const settings = openSettings(context.secrets, row, row.settings)
  if (!settings || platformOf(row.platform).needs.includes('secret')) throw new ApiError('connection_state')
  const secret = makeSecret()
  await tx.query(sql`
    update connections
    set settings = ${sealSettings(context.secrets, row, { ...settings, secret, isOurSecret: true })}
    where store_id = ${storeId} and connection_id = ${connectionId}`)
  const change = { action: 'renew secret', fields: ['secret'], ...byOf(context) }
  await logConnection(tx, storeId, connectionId, change)
  return secret
}

/** Its webhooks are still accepted and kept, and nothing is done with them until it is resumed. Throws `connection_unknown`. */
export async function pauseConnection(
  tx: Db,
  storeId: string,
  connectionId: string,
  why: Sentence,
  by: By,
): Promise<void> {
  const paused = await tx.query(sql`
    update connections
    set state = 'paused', pause = ${JSON.stringify(why)}
    where store_id = ${storeId} and connection_id = ${connectionId}
    returning 1`)
  if (paused.length === 0) throw new ApiError('connection_unknown')
  await logConnection(tx, storeId, connectionId, { action: 'pause connection', ...by })
}

/** Works through what was kept meanwhile. Throws `connection_unknown`. */
export async function resumeConnection(
  tx: Db,
  storeId: string,
  connectionId: string,
  context: ConnectionContext,
): Promise<Connection> {
  const row = await lockConnection(tx, storeId, connectionId)
  const settings = openSettings(context.secrets, row, row.settings)
  const state = settings ? stateOf(platformOf(row.platform), settings) : 'incomplete'
  await tx.query(sql`
    update connections
    set state = ${state}, pause = null, waits_until = null
    where store_id = ${storeId} and connection_id = ${connectionId}`)
  await tryEventsAgain(tx, storeId, connectionId)
  await logConnection(tx, storeId, connectionId, { action: 'resume connection', ...byOf(context) })
  return await readConnection(tx, storeId, connectionId, context)
}

async function tryEventsAgain(tx: Db, storeId: string, connectionId: string): Promise<void> {
  await tx.query(sql`
    update connection_events
    set next_at = null
    where store_id = ${storeId} and connection_id = ${connectionId} and state = 'waiting' and next_at is not null`)
  await enqueueForStores(tx, 'take-events', [storeId])
}

/** Deletes the connection with its events; orders stay. Throws `connection_unknown`. */
export async function removeConnection(tx: Db, storeId: string, connectionId: string, by: By): Promise<void> {
  const { platform } = await lockConnection(tx, storeId, connectionId)
  for (const table of [sql`connection_events`, sql`connection_orders`, sql`waiting_orders`, sql`connections`])
    await tx.query(sql`
      delete from ${table}
      where store_id = ${storeId} and connection_id = ${connectionId}`)
  await logConnection(tx, storeId, connectionId, { action: 'remove connection', fields: [platform], ...by })
}

/** The row, and its settings as a platform needs them. Throws `connection_unknown`. */
export async function openConnection(
  db: Db,
  secrets: Secrets,
  storeId: string,
  connectionId: string,
): Promise<{ row: ConnectionRow; platform: Platform; settings: StoredSettings | undefined }> {
  const [row] = await db.query<ConnectionRow>(sql`
    select * from connections
    where store_id = ${storeId} and connection_id = ${connectionId}`)
  if (!row) throw new ApiError('connection_unknown')
  return { row, platform: platformOf(row.platform), settings: openSettings(secrets, row, row.settings) }
}

/** Throws `settings_invalid` for one that this release does not have. */
function platformOf(name: PlatformName): Platform {
  const platform = platforms[name]
  if (!platform) throw refused('platform', sentence('noPlatform'))
  return platform
}

function refused(path: string, what: Sentence): ApiError {
  const values = [inEveryLanguage(what)]
  return new ApiError('settings_invalid', { problems: [{ path, problem: 'refused', values }] })
}

/** Throws `connection_unknown`. */
async function lockConnection(tx: Db, storeId: string, connectionId: string): Promise<ConnectionRow> {
  const [row] = await tx.query<ConnectionRow>(sql`
    select * from connections
    where store_id = ${storeId} and connection_id = ${connectionId}
    for update`)
  if (!row) throw new ApiError('connection_unknown')
  return row
}
