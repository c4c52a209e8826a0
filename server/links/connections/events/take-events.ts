import sql, { type Sql } from 'sql-template-tag'
import { type Database, type Connection as Db, isUnavailable } from '../../../foundation/database/connect.ts'
import { ApiError, errorBody } from '../../../foundation/errors/errors.ts'
import type { Secrets } from '../../../foundation/lib/secret.ts'
import { storable } from '../../../foundation/lib/text/storable.ts'
import { readStore, type Store } from '../../../tenants/stores/stores.ts'
import { type ApplyDependencies, applyChange } from '../applying/apply.ts'
import type { ConnectionRow } from '../connection-list.ts'
import { openConnection } from '../connections.ts'
import { ShopProblem } from '../platform.ts'
import { createShopFetch } from '../shop/shop-fetch.ts'
import {
  bySubject,
  inTurns,
  type Opened,
  type Read,
  readEvent,
  readUnnamed,
  type WaitingEvent,
} from './read-events.ts'

export type EventDependencies = ApplyDependencies & {
  secrets: Secrets
  /** Private networks in which shops may lie. */
  allowedNetworks: readonly string[]
  log: (message: string, error?: unknown) => void
  countOutcome?: (platform: string, outcome: Outcome['state'] | 'postponed') => void
}

type Outcome = { state: 'done' | 'failed'; outcome: string; mend?: string }

/** A condition for a statement about `stores`: `processEvents` has something to do. */
export function hasWaitingEvents(now: Date): Sql {
  return sql`exists (
    select from connections
    where connections.store_id = stores.store_id and state = 'active'
      and (waits_until is null or waits_until <= ${now})
      and exists (
        select from connection_events as event
        where event.store_id = connections.store_id and event.connection_id = connections.connection_id
          and event.state = 'waiting' and (next_at is null or next_at <= ${now})
      ))`
}

const minute = 60_000
const hour = 60 * minute
const most = 40 // events per read
const longest = 1_000 // ms per run, before the other stores have theirs

/**
 * Works through a store's waiting events, oldest first: what a shop's platform reads in each is applied. A killed run
 * is repeated, which changes nothing twice. Returns whether more are due: call it again after the other stores.
 */
export async function processEvents(dependencies: EventDependencies, storeId: string): Promise<boolean> {
  const { database, clock } = dependencies
  const begun = performance.now()
  for (let isOver = false; ; isOver = performance.now() - begun > longest) {
    const store = await readStore(database, storeId)
    if (!store.active) return false
    const events = await readWaiting(database, storeId, new Date(clock()))
    if (events.length === 0) return false
    if (isOver) return true
    const connections = new Map<string, Promise<Opened | undefined>>()
    for (const { connection_id } of events)
      if (!connections.has(connection_id))
        connections.set(connection_id, openForEvents(dependencies, storeId, connection_id))
    const take = async (event: WaitingEvent, read?: Read) => {
      const opened = await connections.get(event.connection_id)
      if (opened && !opened.isPostponed) await processEvent(dependencies, store, opened, event, read)
    }
    const reads = await readUnnamed(dependencies, events, id => connections.get(id))
    await inTurns(bySubject(events), async event => take(event, reads.get(event.event_id)))
  }
}

async function readWaiting(db: Db, storeId: string, now: Date): Promise<WaitingEvent[]> {
  return await db.query<WaitingEvent>(sql`
    select event_id, connection_id, topic, subject, body, received_at, attempts
    from connection_events as event
    where store_id = ${storeId} and state = 'waiting' and (next_at is null or next_at <= ${now})
      and connection_id in (
        select connection_id
        from connections
        where store_id = ${storeId} and state = 'active' and (waits_until is null or waits_until <= ${now})
      )
    order by event_id
    limit ${most}`)
}

async function openForEvents(
  { database, clock, secrets, allowedNetworks }: EventDependencies,
  storeId: string,
  connectionId: string,
): Promise<Opened | undefined> {
  const { row, platform, settings } = await openConnection(database, secrets, storeId, connectionId)
  if (!settings) {
    await noteProblem(database, row, sealedProblem, new Date(clock()), new Date(clock() + hour))
    return undefined
  }
  const shop = { settings, fetch: createShopFetch({ allow: allowedNetworks }) }
  return { row, platform, shop, isPostponed: false }
}

const sealedProblem = new ShopProblem(
  'The stored keys cannot be read: they were encrypted under another SECRET.',
  'Set SECRET_PREVIOUS to the earlier secret, or give the keys of this connection again.',
  { isTemporary: true },
)

async function processEvent(
  dependencies: EventDependencies,
  store: Store,
  opened: Opened,
  event: WaitingEvent,
  read?: Read,
): Promise<void> {
  const { database, clock, countOutcome } = dependencies
  const { row, platform } = opened
  try {
    const outcome = await workThrough(dependencies, store, opened, event, read)
    await finish(database, row, event, { state: 'done', outcome })
    countOutcome?.(row.platform, 'done')
  } catch (error) {
    // The job fails and is retried: nothing can be recorded now.
    if (isUnavailable(error)) throw error
    const problem = toShopProblem(error)
    if (!problem) dependencies.log(`event ${event.event_id} of a ${platform.name} connection failed`, error)
    const known = problem ?? unexpected
    const delay = delayAfter(event.attempts + 1)
    if (!known.isTemporary || delay === undefined) {
      const failed = { state: 'failed', outcome: known.message, mend: known.mend } as const
      await finish(database, row, event, failed)
      await noteProblem(database, row, known, new Date(clock()))
      countOutcome?.(row.platform, 'failed')
      return
    }
    const now = clock()
    const left = event.received_at.getTime() + longestWithout - now
    const isOld = known.meanwhile.length > 0 && left <= 0
    const outcome = isOld ? await applyMeanwhile(dependencies, store, opened, event, known) : known.message
    // The others of a shop that stays away would wait behind this one.
    opened.isPostponed = !isOld
    const next = known.meanwhile.length > 0 && !isOld ? Math.min(delay, left) : delay
    await postpone(database, row, event, known, { now, delay: next, outcome, isOld })
    countOutcome?.(row.platform, 'postponed')
  }
}

async function workThrough(
  dependencies: EventDependencies,
  store: Store,
  opened: Opened,
  event: WaitingEvent,
  read?: Read,
): Promise<string> {
  const { row, shop } = opened
  const now = dependencies.clock()
  const changes = read ? read() : await readEvent(dependencies, opened, event, now)
  const reading = { now, receivedAt: event.received_at.getTime(), eventId: event.event_id }
  const outcomes: string[] = []
  for (const change of changes)
    outcomes.push(await applyChange(dependencies, store, row, shop.settings, change, reading))
  return [...new Set(outcomes)].join(' ') || 'Nothing to do.'
}

const longestWithout = hour // ms that an order waits for what only the shop's API knows

/** The order as its webhook says it, until the shop can be asked for the rest. Repeating it changes nothing. */
async function applyMeanwhile(
  dependencies: EventDependencies,
  store: Store,
  opened: Opened,
  event: WaitingEvent,
  { message, mend, meanwhile }: ShopProblem,
): Promise<string> {
  const outcome = await workThrough(dependencies, store, opened, event, () => meanwhile).catch(error => {
    const problem = isUnavailable(error) ? undefined : toShopProblem(error)
    if (!problem) throw error
    return problem.message
  })
  return `${outcome} Completed later: ${message} ${mend}`
}

/** A bug of ours: its events are kept, and are retried for some days. */
const unexpected = new ShopProblem(
  'An unexpected error; the log of the service has its details.',
  'Update Realword, then retry the event.',
  {
    isTemporary: true,
  },
)

/** An error in words for the merchant; undefined for a bug. */
export function toShopProblem(error: unknown): ShopProblem | undefined {
  if (error instanceof ShopProblem) return error
  if (!(error instanceof ApiError) || error.status >= 500) return undefined
  const { en_us } = errorBody(error.errorName, { problems: error.problems }).user_message
  const isTemporary = error.status === 429
  return new ShopProblem(error.message, en_us, { isTemporary, cause: error })
}

const delays = [1, 5, 30, 120, 360, 720, 1440, 1440, 1440, 1440, 1440, 1440].map(one => one * minute)

/** How long to wait after a failed attempt; undefined after the last one, about eight days later. */
function delayAfter(attempts: number): number | undefined {
  const delay = delays[attempts - 1]
  return delay === undefined ? undefined : delay * (0.9 + Math.random() * 0.2)
}

async function finish(
  db: Db,
  { store_id, connection_id, last_error }: ConnectionRow,
  { event_id }: WaitingEvent,
  { state, outcome, mend }: Outcome,
): Promise<void> {
  // The body of a failed event stays, so that it can be retried.
  await db.query(sql`
    update connection_events
    set state = ${state}, outcome = ${shorten(outcome)}, mend = ${mend === undefined ? null : shorten(mend)},
      attempts = attempts + 1, next_at = null, body = case when ${state === 'done'} then null else body end
    where store_id = ${store_id} and event_id = ${event_id} and state = 'waiting'`)
  if (state === 'done' && last_error !== null)
    await db.query(sql`
      update connections
      set last_error = null, last_error_mend = null, last_error_at = null
      where store_id = ${store_id} and connection_id = ${connection_id} and last_error = ${last_error}`)
}

/** The event is tried later, and the other events of the connection a minute from now. */
async function postpone(
  db: Database,
  row: ConnectionRow,
  { event_id }: WaitingEvent,
  problem: ShopProblem,
  { now, delay, outcome, isOld }: { now: number; delay: number; outcome: string; isOld: boolean },
): Promise<void> {
  await db.query(sql`
    update connection_events
    set attempts = attempts + 1, next_at = ${new Date(now + delay)}, outcome = ${shorten(outcome)},
      mend = ${shorten(problem.mend)}
    where store_id = ${row.store_id} and event_id = ${event_id} and state = 'waiting'`)
  await noteProblem(db, row, problem, new Date(now), isOld ? undefined : new Date(now + minute))
}

/** Shows a problem on the connection. `until`: its events are not tried before. */
export async function noteProblem(
  db: Db,
  { store_id, connection_id }: ConnectionRow,
  { message, mend }: ShopProblem,
  at: Date,
  until?: Date,
): Promise<void> {
  await db.query(sql`
    update connections
    set last_error = ${shorten(message)}, last_error_mend = ${shorten(mend)}, last_error_at = ${at},
      waits_until = coalesce(${until ?? null}::timestamptz, waits_until)
    where store_id = ${store_id} and connection_id = ${connection_id}`)
}

export const shorten = (text: string) => storable(text).slice(0, 1000)
