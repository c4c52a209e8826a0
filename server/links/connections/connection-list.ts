import sql, { type Sql } from 'sql-template-tag'
import type { Connection as Db } from '../../foundation/database/connect.ts'
import { ApiError } from '../../foundation/errors/errors.ts'
import type { Actor } from '../../foundation/events/audit/audit.ts'
import type { Secrets } from '../../foundation/lib/secret.ts'
import { backfillTopic } from './events/events.ts'
import type { PlatformName, ShopMails } from './platform.ts'
import { platforms } from './platforms.ts'
import { type Sentence, wordSentences } from './sentences.ts'
import { missingIn, openSettings } from './settings.ts'
import { problemOfMails } from './shop/shop-mails.ts'

/** A problem of a connection, and what to do about it. */
export type NotedProblem = { what: Sentence; mend?: Sentence }

export type ConnectionState = 'incomplete' | 'active' | 'paused'

/** A connection as members and commands see it: no key and no secret. */
export type Connection = {
  connection_id: string
  platform: PlatformName
  name: string
  state: ConnectionState
  /** Why it is paused. */
  why: Sentence | null
  webhook_url: string
  /** Which credentials are stored. A secret that was made here counts. */
  has: { url: boolean; key: boolean; secret: boolean; token: boolean }
  url: string | null
  options: Record<string, string>
  /** What it needs before orders are scheduled. */
  missing: string[]
  created_at: Date
  last_event_at: Date | null
  last_error: (NotedProblem & { at: Date }) | null
  /** The shop's own review mails, as far as its system has any. */
  shop_mails: { state: ShopMails; at: Date } | null
  waiting_events: number
  failed_events: number
  backfill: { cursor: string | null; running: boolean; last_at: Date | null; next_at: Date | null } | null
  can: { test: boolean; repair: boolean; backfill: boolean }
}

/** What verbs need besides the database. `address`: our public base address. `actor`: who changes it, by default a command. */
export type ConnectionContext = { secrets: Secrets; address: string; now: number; actor?: Actor }

export type ConnectionRow = {
  store_id: string
  connection_id: string
  platform: PlatformName
  name: string
  state: ConnectionState
  pause: Sentence | null
  settings: Buffer
  created_at: Date
  last_event_at: Date | null
  problem: NotedProblem | null
  problem_at: Date | null
  hooks_problem: NotedProblem | null
  hooks_checked_at: Date | null
  shop_mails: ShopMails | null
  shop_mails_at: Date | null
  waits_until: Date | null
  cursor: string | null
  backfill_at: Date | null
  backfill_attempts: number
  is_backfilling: boolean
  currencies: string[]
  backfilled_at: Date | null
}

/** The connections of a store, oldest first. */
export async function listConnections(
  db: Db,
  storeId: string,
  context: ConnectionContext,
): Promise<Connection[]> {
  return await readConnections(db, storeId, sql`true`, context)
}

export async function hasConnections(db: Db, storeId: string): Promise<boolean> {
  const found = await db.query(sql`
    select
    from connections
    where store_id = ${storeId}
    limit 1`)
  return found.length > 0
}

/** Throws `connection_unknown`. */
export async function readConnection(
  db: Db,
  storeId: string,
  connectionId: string,
  context: ConnectionContext,
): Promise<Connection> {
  const [connection] = await readConnections(db, storeId, sql`connection_id = ${connectionId}`, context)
  if (!connection) throw new ApiError('connection_unknown')
  return connection
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
    ...{ connection_id, platform: row.platform, name, state, why: row.pause, created_at },
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
    last_error: lastError(row, settings?.options ?? {}),
    shop_mails: row.shop_mails && { state: row.shop_mails, at: row.shop_mails_at as Date },
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

/**
 * The problem of an event or a back-fill comes first; that of the webhooks stays until a check finds them in order. Last
 * comes that both the shop and Realword ask, or neither.
 */
function lastError(row: ConnectionRow, options: Record<string, string>): Connection['last_error'] {
  if (row.problem) return { ...row.problem, at: row.problem_at as Date }
  if (row.hooks_problem) return { ...row.hooks_problem, at: row.hooks_checked_at as Date }
  const mails = problemOfMails(row.shop_mails, options)
  return mails && { ...mails, at: row.shop_mails_at as Date }
}

/** The address that the shop sends its webhooks to. */
export function webhookUrl(
  address: string,
  { platform, connection_id }: Pick<ConnectionRow, 'platform' | 'connection_id'>,
): string {
  return `${address}/connect/${platform}/${connection_id}`
}

/** The connection as commands print it. */
export function wordConnection({ why, last_error, ...connection }: Connection) {
  return {
    ...connection,
    why: why && wordSentences([why]),
    last_error: last_error && {
      message: wordSentences([last_error.what]),
      mend: last_error.mend ? wordSentences([last_error.mend]) : '',
      at: last_error.at,
    },
  }
}
