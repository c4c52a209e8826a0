import sql, { type Sql } from 'sql-template-tag'
import { type Database, type Connection as Db, isUnavailable } from '../../../foundation/database/connect.ts'
import { ApiError, errorBody } from '../../../foundation/errors/errors.ts'
import type { Secrets } from '../../../foundation/lib/secret.ts'
import { readStore, type Store } from '../../../tenants/stores/stores.ts'
import { type ApplyDependencies, applyChange } from '../applying/apply.ts'
import type { ConnectionRow } from '../connection-list.ts'
import { openConnection } from '../connections.ts'
import { ShopProblem } from '../platform.ts'
import { quote, type Sentence, sentence, uniqueSentences } from '../sentences.ts'
import { createShopFetch } from '../shop/shop-fetch.ts'
import type { Result } from './events.ts'
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

type Outcome = { state: 'done' | 'failed'; result: Result }

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

const sealedProblem = new ShopProblem(sentence('otherSecret'), sentence('otherSecretMend'), {
  isTemporary: true,
})

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
    const what = await workThrough(dependencies, store, opened, event, read)
    await finish(database, row, event, { state: 'done', result: { what } })
    countOutcome?.(row.platform, 'done')
  } catch (error) {
    // The job fails and is retried: nothing can be recorded now.
    if (isUnavailable(error)) throw error
    const problem = toShopProblem(error)
    if (!problem) dependencies.log(`event ${event.event_id} of a ${platform.name} connection failed`, error)
    const known = problem ?? unexpected
    const delay = delayAfter(event.attempts + 1)
    if (!known.isTemporary || delay === undefined) {
      await finish(database, row, event, { state: 'failed', result: resultOf(known) })
      await noteProblem(database, row, known, new Date(clock()))
      countOutcome?.(row.platform, 'failed')
      return
    }
    const now = clock()
    const left = event.received_at.getTime() + longestWithout - now
    const isOld = known.meanwhile.length > 0 && left <= 0
    const what = isOld ? await applyMeanwhile(dependencies, store, opened, event, known) : [known.what]
    // The others of a shop that stays away would wait behind this one.
    opened.isPostponed = !isOld
    const next = known.meanwhile.length > 0 && !isOld ? Math.min(delay, left) : delay
    await postpone(database, row, event, known, { now, delay: next, what, isOld })
    countOutcome?.(row.platform, 'postponed')
  }
}

async function workThrough(
  dependencies: EventDependencies,
  store: Store,
  opened: Opened,
  event: WaitingEvent,
  read?: Read,
): Promise<Sentence[]> {
  const { row, shop } = opened
  const now = dependencies.clock()
  const changes = read ? read() : await readEvent(dependencies, opened, event, now)
  const reading = { now, receivedAt: event.received_at.getTime(), eventId: event.event_id }
  const outcomes: Sentence[] = []
  for (const change of changes)
    outcomes.push(...(await applyChange(dependencies, store, row, shop.settings, change, reading)))
  return outcomes.length > 0 ? uniqueSentences(outcomes) : [sentence('nothing')]
}

const longestWithout = hour // ms that an order waits for what only the shop's API knows

/** The order as its webhook says it, until the shop can be asked for the rest. Repeating it changes nothing. */
async function applyMeanwhile(
  dependencies: EventDependencies,
  store: Store,
  opened: Opened,
  event: WaitingEvent,
  { what, mend, meanwhile }: ShopProblem,
): Promise<Sentence[]> {
  const outcome = await workThrough(dependencies, store, opened, event, () => meanwhile).catch(error => {
    const problem = isUnavailable(error) ? undefined : toShopProblem(error)
    if (!problem) throw error
    return [problem.what]
  })
  return [...outcome, sentence('completedLater'), what, mend]
}

/** A bug of ours: its events are kept, and are retried for some days. */
const unexpected = new ShopProblem(sentence('unexpected'), sentence('unexpectedMend'), {
  isTemporary: true,
})

/** An error in words for the merchant; undefined for a bug. */
export function toShopProblem(error: unknown): ShopProblem | undefined {
  if (error instanceof ShopProblem) return error
  if (!(error instanceof ApiError) || error.status >= 500) return undefined
  const { en_us } = errorBody(error.errorName, { problems: error.problems }).user_message
  const isTemporary = error.status === 429
  return new ShopProblem(quote(error.message), quote(en_us), { isTemporary, cause: error })
}

const delays = [1, 5, 30, 120, 360, 720, 1440, 1440, 1440, 1440, 1440, 1440].map(one => one * minute)

/** How long to wait after a failed attempt; undefined after the last one, about eight days later. */
function delayAfter(attempts: number): number | undefined {
  const delay = delays[attempts - 1]
  return delay === undefined ? undefined : delay * (0.9 + Math.random() * 0.2)
}

async function finish(
  db: Db,
  { store_id, connection_id, problem }: ConnectionRow,
  { event_id }: WaitingEvent,
  { state, result }: Outcome,
): Promise<void> {
  // The body of a failed event stays, so that it can be retried.
  await db.query(sql`
    update connection_events
    set state = ${state}, result = ${JSON.stringify(result)}, attempts = attempts + 1, next_at = null,
      body = case when ${state === 'done'} then null else body end
    where store_id = ${store_id} and event_id = ${event_id} and state = 'waiting'`)
  if (state === 'done' && problem !== null)
    await db.query(sql`
      update connections
      set problem = null, problem_at = null
      where store_id = ${store_id} and connection_id = ${connection_id}
        and problem = ${JSON.stringify(problem)}::jsonb`)
}

/** The event is tried later, and the other events of the connection a minute from now. */
async function postpone(
  db: Database,
  row: ConnectionRow,
  { event_id }: WaitingEvent,
  problem: ShopProblem,
  { now, delay, what, isOld }: { now: number; delay: number; what: Sentence[]; isOld: boolean },
): Promise<void> {
  await db.query(sql`
    update connection_events
    set attempts = attempts + 1, next_at = ${new Date(now + delay)},
      result = ${JSON.stringify({ ...resultOf(problem), what })}
    where store_id = ${row.store_id} and event_id = ${event_id} and state = 'waiting'`)
  await noteProblem(db, row, problem, new Date(now), isOld ? undefined : new Date(now + minute))
}

/** Shows a problem on the connection. `until`: its events are not tried before. */
export async function noteProblem(
  db: Db,
  { store_id, connection_id }: ConnectionRow,
  { what, mend }: ShopProblem,
  at: Date,
  until?: Date,
): Promise<void> {
  await db.query(sql`
    update connections
    set problem = ${JSON.stringify({ what, mend })}, problem_at = ${at},
      waits_until = coalesce(${until ?? null}::timestamptz, waits_until)
    where store_id = ${store_id} and connection_id = ${connection_id}`)
}

/** What the log says of an event that met a problem. */
export const resultOf = ({ what, mend }: ShopProblem): Result => ({ what: [what], mend })
