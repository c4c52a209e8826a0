import { randomBytes } from 'node:crypto'
import sql, { type Sql } from 'sql-template-tag'
import { ownStore } from '../database/citus/own-store.ts'
import type { Connection as Db } from '../database/connect.ts'
import { ApiError } from '../errors/errors.ts'
import { enqueueForStores } from '../jobs/jobs.ts'
import type { Secrets } from '../lib/secret.ts'
import { inOneLine } from '../lib/text/in-one-line.ts'
import { storable } from '../lib/text/storable.ts'
import { nextBackfill } from './backfill-times.ts'
import { makeConnectionId } from './connection-id.ts'
import { backfillTopic } from './events.ts'
import type { Platform, PlatformName } from './platform.ts'
import { platforms } from './platforms.ts'
import {
  changeSettings,
  missingIn,
  openSettings,
  type SettingsChange,
  type StoredSettings,
  sealSettings,
} from './settings.ts'

export type ConnectionState = 'incomplete' | 'active' | 'paused'

/** A connection as members and commands see it: no key and no secret. */
export type Connection = {
  connection_id: string
  platform: PlatformName
  name: string
  state: ConnectionState
  /** Why it is paused. */
  why: string | null
  webhook_url: string
  /** Which credentials are stored. A secret that was made here counts. */
  has: { url: boolean; key: boolean; secret: boolean; token: boolean }
  url: string | null
  options: Record<string, string>
  /** What it needs before orders are scheduled. */
  missing: string[]
  created_at: Date
  last_event_at: Date | null
  last_error: { message: string; mend: string; at: Date } | null
  waiting_events: number
  failed_events: number
  backfill: { cursor: string | null; running: boolean; last_at: Date | null; next_at: Date | null } | null
  can: { test: boolean; repair: boolean; backfill: boolean }
}

/** What verbs need besides the database. `address`: our public base address. */
export type ConnectionContext = { secrets: Secrets; address: string; now: number }

export type ConnectionRow = {
  store_id: string
  connection_id: string
  platform: PlatformName
  name: string
  state: ConnectionState
  paused_why: string | null
  settings: Buffer
  created_at: Date
  last_event_at: Date | null
  last_error: string | null
  last_error_mend: string | null
  last_error_at: Date | null
  hooks_error: string | null
  hooks_error_mend: string | null
  hooks_checked_at: Date | null
  waits_until: Date | null
  cursor: string | null
  backfill_at: Date | null
  backfill_attempts: number
  is_backfilling: boolean
  backfilled_at: Date | null
}

const mostOfStore = 20

/**
 * Adds a connection and contacts nobody. `secret` is returned only if it was made here, and never again. Throws
 * `settings_invalid`, also beyond 20 connections.
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
  if (added.length === 0) throw refused('connections', `more than ${mostOfStore}; remove one first`)
  const connection = await readConnection(db, storeId, connectionId, context)
  return { connection, secret: settings.isOurSecret && settings.secret }
}

const makeSecret = () => randomBytes(32).toString('base64url')

const tidy = (name: string) => storable(inOneLine(name)).slice(0, 100)

const stateOf = (platform: Platform, settings: StoredSettings) =>
  missingIn(platform, settings).length > 0 ? 'incomplete' : 'active'

/** Changes what is given. Waiting events are tried with the new settings. Throws `settings_invalid`, `connection_unknown`. */
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
  const settings = changeSettings(
    platform,
    before ?? { secret: makeSecret(), options: {}, isOurSecret: true },
    change,
  )
  const state = row.state === 'paused' ? 'paused' : stateOf(platform, settings)
  await tx.query(sql`
    update connections
    set name = ${name === undefined ? row.name : tidy(name)}, state = ${state}, waits_until = null,
      settings = ${sealSettings(context.secrets, row, settings)}
    where store_id = ${storeId} and connection_id = ${connectionId}`)
  await tryEventsAgain(tx, storeId, connectionId)
  return await readConnection(tx, storeId, connectionId, context)
}

/** Its webhooks are still accepted and kept, and nothing is done with them until it is resumed. Throws `connection_unknown`. */
export async function pauseConnection(
  db: Db,
  storeId: string,
  connectionId: string,
  why: string,
): Promise<void> {
  const paused = await db.query(sql`
    update connections
    set state = 'paused', paused_why = ${storable(why)}
    where store_id = ${storeId} and connection_id = ${connectionId}
    returning 1`)
  if (paused.length === 0) throw new ApiError('connection_unknown')
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
    set state = ${state}, paused_why = null, waits_until = null
    where store_id = ${storeId} and connection_id = ${connectionId}`)
  await tryEventsAgain(tx, storeId, connectionId)
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
export async function removeConnection(tx: Db, storeId: string, connectionId: string): Promise<void> {
  await lockConnection(tx, storeId, connectionId)
  for (const table of [sql`connection_events`, sql`connection_orders`, sql`connections`])
    await tx.query(sql`
      delete from ${table}
      where store_id = ${storeId} and connection_id = ${connectionId}`)
}

/** The connections of a store, oldest first. */
export async function listConnections(
  db: Db,
  storeId: string,
  context: ConnectionContext,
): Promise<Connection[]> {
  return await readConnections(db, storeId, sql`true`, context)
}

/** Throws `connection_unknown`. */
async function readConnection(
  db: Db,
  storeId: string,
  connectionId: string,
  context: ConnectionContext,
): Promise<Connection> {
  const [connection] = await readConnections(db, storeId, sql`connection_id = ${connectionId}`, context)
  if (!connection) throw new ApiError('connection_unknown')
  return connection
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
  if (!platform) throw refused('platform', 'this release cannot connect it')
  return platform
}

function refused(path: string, what: string): ApiError {
  return new ApiError('settings_invalid', { problems: [{ path, problem: 'refused', values: [what] }] })
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

type ListedRow = ConnectionRow & { newest_event_at: Date | null; waiting: number; failed: number }

async function readConnections(
  db: Db,
  storeId: string,
  condition: Sql,
  context: ConnectionContext,
): Promise<Connection[]> {
  const events = (what: Sql) => sql`(
    select ${what}
    from connection_events as event
    where event.store_id = ${storeId} and event.connection_id = connections.connection_id`
  const rows = await db.query<ListedRow>(sql`
    select connections.*,
      ${events(sql`received_at`)} and topic <> ${backfillTopic} order by event_id desc limit 1) as newest_event_at,
      ${events(sql`count(*)::integer`)} and event.state = 'waiting') as waiting,
      ${events(sql`count(*)::integer`)} and event.state = 'failed') as failed
    from connections
    where store_id = ${storeId} and ${condition}
    order by created_at, connection_id`)
  return rows.map(row => present(row, context))
}

function present(row: ListedRow, { secrets, address }: ConnectionContext): Connection {
  const platform = platforms[row.platform]
  const settings = openSettings(secrets, row, row.settings)
  const { connection_id, name, state, created_at } = row
  return {
    ...{ connection_id, platform: row.platform, name, state, why: row.paused_why, created_at },
    webhook_url: webhookUrl(address, row),
    has: {
      url: Boolean(settings?.url),
      key: Boolean(settings?.key),
      secret: Boolean(settings?.secret),
      token: Boolean(settings?.token),
    },
    url: settings?.url ?? null,
    options: settings?.options ?? {},
    missing: platform && settings ? missingIn(platform, settings) : ['secret'],
    last_event_at: row.newest_event_at ?? row.last_event_at,
    last_error: lastError(row),
    waiting_events: row.waiting,
    failed_events: row.failed,
    backfill: platform?.backfill
      ? {
          ...{ cursor: row.cursor, running: row.is_backfilling },
          ...{ last_at: row.backfilled_at, next_at: row.backfill_at },
        }
      : null,
    can: {
      test: Boolean(platform?.test),
      repair: Boolean(platform?.repair),
      backfill: Boolean(platform?.backfill),
    },
  }
}

/** The problem of an event or a back-fill comes first; that of the webhooks stays until a check finds them in order. */
function lastError(row: ConnectionRow): Connection['last_error'] {
  if (row.last_error !== null)
    return { message: row.last_error, mend: row.last_error_mend ?? '', at: row.last_error_at as Date }
  if (row.hooks_error === null) return null
  return { message: row.hooks_error, mend: row.hooks_error_mend ?? '', at: row.hooks_checked_at as Date }
}

/** The address that the shop sends its webhooks to. */
export function webhookUrl(
  address: string,
  { platform, connection_id }: Pick<ConnectionRow, 'platform' | 'connection_id'>,
): string {
  return `${address}/connect/${platform}/${connection_id}`
}
