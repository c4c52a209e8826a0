import type { KeyObject } from 'node:crypto'
import sql from 'sql-template-tag'
import type { Connection, Database } from '../../../foundation/database/connect.ts'
import type { Egress } from '../../../foundation/http/egress.ts'
import {
  FetchFailure,
  type GuardedConnection,
  type GuardedOptions,
  guardedConnection,
  type Lookup,
} from '../../../foundation/lib/network/guarded-fetch.ts'
import type { Secrets } from '../../../foundation/lib/secret.ts'
import type { Clock } from '../../../foundation/lib/time/clock.ts'
import { signatureHeaders, signingKey } from '../signing.ts'
import { openSigning } from '../webhook-secrets.ts'
import { type BufferedResults, bufferResults } from './buffered-results.ts'
import type { Claimed } from './claims.ts'
import type { WriteResult } from './delivery-results.ts'
import { noteFailure, noteSuccess } from './endpoint-health.ts'
import { type Answer, type Outcome, outcomeOf } from './retry.ts'

export type SendDependencies = {
  database: Database
  clock: Clock
  secrets: Secrets
  egress: Egress
  /** The `User-Agent`. Our address in it is known once the service listens. */
  userAgent: () => string
  /** How names are resolved; absent: by the system. For tests. */
  lookup?: Lookup
  /** How long an attempt may take, in ms; absent: 15 seconds. For tests. */
  timeoutMs?: number | undefined
  log: (message: string, error?: unknown) => void
  countOutcome?: (outcome: Outcome) => void
}

type Due = { delivery_id: string; event_id: string; attempts: number; body: string }

const batchSize = 100 // of an endpoint that answers; of others one, so that those that hang keep one body in memory
const mostUnwritten = 500
const longestRun = 2_000 // ms; then the endpoints of others are next
const late = 1_000 // ms; an endpoint that has not answered by then is not responsive
const longestAttempt = 15_000 // ms
const maxBytes = 64 * 1024

/**
 * Sends the endpoint's due deliveries one after the other, in the order of their events, and those that are tried again
 * last. Ends when none is due, when the endpoint asks for a pause, when the claim is lost, after two seconds, and after an
 * answer that took more than one. Calls `onLate` after that second.
 */
export async function sendToEndpoint(
  dependencies: SendDependencies,
  write: WriteResult,
  endpoint: Claimed,
  isOurs: () => boolean,
  onLate: () => void,
): Promise<void> {
  const signing = openSigning(dependencies.secrets, endpoint, endpoint.secrets)
  if (!signing) {
    await noteFailure(dependencies, endpoint, { pause: unreadablePause, isGone: false, responsive: false })
    return
  }
  const keys = [signing.current, ...(signing.previous ? [signing.previous] : [])].map(signingKey)
  const connection = connectionTo(endpoint, dependencies)
  const results = bufferResults(result => write(endpoint.store_id, result))
  const ends = performance.now() + longestRun
  const mayContinue = () => isOurs() && performance.now() < ends && !run.isLate
  const run: Run = { ...endpoint, connection, keys, results, mayContinue, onLate, isLate: false }
  try {
    while (run.mayContinue()) {
      const size = run.responsive || run.hasSucceeded ? batchSize : 1
      const due = await readDue(dependencies.database, run, { now: dependencies.clock(), size })
      // What became due meanwhile is found when the claim is released.
      const isLast = due.length < size
      if (!(await sendBatch(dependencies, run, due)) || isLast) break
      if (results.unwritten().length > mostUnwritten) await results.settle()
    }
    await results.settle()
    if (run.hasSucceeded && run.failing_since === null) await noteSuccess(dependencies, run, !run.isLate)
  } finally {
    connection.close()
  }
}

function connectionTo(
  { url }: Claimed,
  { egress, lookup, timeoutMs = longestAttempt }: SendDependencies,
): GuardedConnection {
  const options = { allow: egress.allow, onlyHttps: true, timeoutMs, maxBytes, isCut: true }
  return guardedConnection(url, { ...options, ...(lookup && { lookup }) })
}

const unreadablePause = 60 * 60 * 1000 // ms; doctor reports that its secrets cannot be read

/** `keys`: the current one, and the one before the last rotation. */
type Run = Claimed & {
  connection: GuardedConnection
  keys: KeyObject[]
  results: BufferedResults
  mayContinue: () => boolean
  onLate: () => void
  isLate: boolean
  hasSucceeded?: true
}

/** Without those that were sent, and whose results are not written yet. */
async function readDue(
  db: Connection,
  { store_id, webhook_id, results }: Run,
  { now, size }: { now: number; size: number },
): Promise<Due[]> {
  const unwritten = results.unwritten()
  return await db.query<Due>(sql`
    select delivery_id, delivery.event_id, attempts, body
    from (
      select delivery_id, event_id, attempts, next_at
      from webhook_deliveries
      where store_id = ${store_id} and webhook_id = ${webhook_id} and state = 'waiting'
        and (next_at is null or next_at <= ${new Date(now)}) and delivery_id <> all(${unwritten}::uuid[])
      order by next_at nulls first, event_id
      limit ${size}
    ) as delivery
    join webhook_events as event on event.store_id = ${store_id} and event.event_id = delivery.event_id
    order by next_at nulls first, event_id`)
}

/** Returns whether more may be sent. */
async function sendBatch(dependencies: SendDependencies, run: Run, due: Due[]): Promise<boolean> {
  for (let delivery = due.shift(); delivery; delivery = due.shift()) {
    if (!run.mayContinue()) return false
    const answer = await watched(run, due, () => attempt(dependencies, run, delivery))
    const now = dependencies.clock()
    const outcome = outcomeOf(answer, { attempts: delivery.attempts, failures: run.failures }, now)
    dependencies.countOutcome?.(outcome)
    run.results.add(resultOf(delivery, outcome, answer, now))
    if (outcome.state === 'delivered') {
      run.hasSucceeded = true
      if (run.failing_since !== null) await noteSuccess(dependencies, run, !run.isLate)
      continue
    }
    await run.results.settle()
    const responsive = outcome.status !== null && !run.isLate
    const isDisabled = await noteFailure(dependencies, run, { ...outcome, responsive })
    if (isDisabled || outcome.pause > 0) return false
  }
  return true
}

/** A late answer ends the run, so `rest` of its batch is forgotten: bodies of 20 kB each, while the request hangs. */
async function watched(run: Run, rest: Due[], send: () => Promise<Answer>): Promise<Answer> {
  const timer = setTimeout(() => {
    run.isLate = true
    rest.length = 0
    run.onLate()
  }, late)
  try {
    return await send()
  } finally {
    clearTimeout(timer)
  }
}

function resultOf(
  { delivery_id, attempts }: Due,
  { state, status, error, answer, delay }: Outcome,
  { at: begun, ms }: Answer,
  now: number,
) {
  const nextAt = delay === null ? null : new Date(now + delay)
  // From its beginning, so that the signed timestamp can be told from the end and the duration.
  const at = new Date(begun + ms)
  return { delivery_id, state, status, error, answer, ms, nextAt, attempts: attempts + 1, at }
}

async function attempt(
  { clock, userAgent }: SendDependencies,
  { connection, keys, previous_until }: Run,
  { event_id, body }: Due,
): Promise<Answer> {
  const at = clock()
  const bothSign = previous_until !== null && previous_until.getTime() > at
  const options: GuardedOptions = {
    method: 'POST',
    userAgent: userAgent(),
    accept: '*/*',
    headers: {
      'content-type': 'application/json',
      ...signatureHeaders(bothSign ? keys : keys.slice(0, 1), { id: event_id, body, at }),
    },
    body,
  }
  const begun = performance.now()
  const ms = () => Math.round(performance.now() - begun)
  try {
    return { fetched: await connection.send(options), at, ms: ms() }
  } catch (error) {
    if (!(error instanceof FetchFailure)) throw error
    return { obstacle: error.obstacle, detail: error.detail, at, ms: ms() }
  }
}
