import type { KeyObject } from 'node:crypto'
import sql from 'sql-template-tag'
import type { Connection, Database } from '../database/connect.ts'
import type { Egress } from '../http/egress.ts'
import {
  FetchFailure,
  type GuardedConnection,
  type GuardedOptions,
  guardedConnection,
  type Lookup,
} from '../lib/guarded-fetch.ts'
import type { Secrets } from '../lib/secret.ts'
import type { Clock } from '../lib/time/clock.ts'
import { type BufferedResults, bufferResults } from './buffered-results.ts'
import type { Claimed } from './claims.ts'
import type { WriteResult } from './delivery-results.ts'
import { noteFailure, noteSuccess } from './endpoint-health.ts'
import { type Answer, type Outcome, outcomeOf } from './outcome.ts'
import { signatureHeaders, signingKey } from './signing.ts'
import { openSigning } from './webhook-secrets.ts'

export type SendDependencies = {
  database: Database
  clock: Clock
  secrets: Secrets
  egress: Egress
  /** The `User-Agent`. Our address in it is known once the service listens. */
  userAgent: () => string
  /** How names are resolved; absent: by the system. For tests. */
  lookup?: Lookup
  log: (message: string, error?: unknown) => void
  countOutcome?: (outcome: Outcome) => void
}

type Due = { delivery_id: string; event_id: string; attempts: number; body: string }

const batchSize = 100
const mostUnwritten = 500
const longestRun = 2_000 // ms; then the endpoints of others are next
const timeoutMs = 15_000
const maxBytes = 64 * 1024

/**
 * Sends the endpoint's due deliveries one after the other, in the order of their events, and those that are tried again
 * last. Ends when none is due, when the endpoint asks for a pause, when the claim is lost, or after two seconds.
 */
export async function sendToEndpoint(
  dependencies: SendDependencies,
  write: WriteResult,
  endpoint: Claimed,
  isOurs: () => boolean,
): Promise<void> {
  const { database, secrets, egress, lookup } = dependencies
  const signing = openSigning(secrets, endpoint, endpoint.secrets)
  if (!signing) {
    await noteFailure(dependencies, endpoint, { pause: unreadablePause, isGone: false })
    return
  }
  const begun = performance.now()
  const connection = guardedConnection(endpoint.url, {
    ...{ allow: egress.allow, onlyHttps: true, timeoutMs, maxBytes, isCut: true },
    ...(lookup && { lookup }),
  })
  const keys = [signing.current, ...(signing.previous ? [signing.previous] : [])].map(signingKey)
  const results = bufferResults(result => write(endpoint.store_id, result))
  const run: Run = { ...endpoint, connection, keys, results, isOurs }
  try {
    while (isOurs() && performance.now() - begun < longestRun) {
      const due = await readDue(database, endpoint, dependencies.clock(), results.unwritten())
      if (due.length === 0 || !(await sendBatch(dependencies, run, due))) break
      if (results.unwritten().length > mostUnwritten) await results.settle()
    }
    await results.settle()
    if (run.hasSucceeded && run.failing_since === null) await noteSuccess(dependencies, run)
  } finally {
    connection.close()
  }
}

const unreadablePause = 60 * 60 * 1000 // ms; doctor reports that its secrets cannot be read

/** `keys`: the current one, and the one before the last rotation. */
type Run = Claimed & {
  connection: GuardedConnection
  keys: KeyObject[]
  results: BufferedResults
  isOurs: () => boolean
  hasSucceeded?: true
}

/** Without `unwritten`, which were sent. */
async function readDue(
  db: Connection,
  { store_id, webhook_id }: Claimed,
  now: number,
  unwritten: string[],
): Promise<Due[]> {
  return await db.query<Due>(sql`
    select delivery_id, delivery.event_id, attempts, body
    from (
      select delivery_id, event_id, attempts, next_at
      from webhook_deliveries
      where store_id = ${store_id} and webhook_id = ${webhook_id} and state = 'waiting'
        and (next_at is null or next_at <= ${new Date(now)}) and delivery_id <> all(${unwritten}::uuid[])
      order by next_at nulls first, event_id
      limit ${batchSize}
    ) as delivery
    join webhook_events as event on event.store_id = ${store_id} and event.event_id = delivery.event_id
    order by next_at nulls first, event_id`)
}

/** Returns whether more may be sent. */
async function sendBatch(dependencies: SendDependencies, run: Run, due: Due[]): Promise<boolean> {
  for (const delivery of due) {
    if (!run.isOurs()) return false
    const answer = await attempt(dependencies, run, delivery)
    const now = dependencies.clock()
    const outcome = outcomeOf(answer, { attempts: delivery.attempts, failures: run.failures }, now)
    dependencies.countOutcome?.(outcome)
    run.results.add(resultOf(delivery, outcome, answer, now))
    if (outcome.state === 'delivered') {
      run.hasSucceeded = true
      if (run.failing_since !== null) await noteSuccess(dependencies, run)
      continue
    }
    await run.results.settle()
    const isDisabled = await noteFailure(dependencies, run, outcome)
    if (isDisabled || outcome.pause > 0) return false
  }
  return true
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
