import { setTimeout as pause } from 'node:timers/promises'
import { type Connection, type Database, isUnavailable } from '../../../foundation/database/connect.ts'
import { Busy, createGroupCommit, type GroupCommit } from '../../../foundation/database/group-commit.ts'
import type { Clock } from '../../../foundation/lib/time/clock.ts'
import type { MailAnswer } from '../../../foundation/mailings/own-answers.ts'
import { suppress } from '../../../foundation/mailings/suppressions.ts'
import { type ReportedRequest, reportRequests } from '../../requests/request-events.ts'
import { reportedResultStatement, resultStatement } from './result-statement.ts'

/** The changes of one attempt to a mailing's row. */
export type Result = MailAnswer & {
  id: string
  state: 'queued' | 'sent' | 'kept' | 'failed' | 'suppressed' | 'cancelled'
  /** Whether the mail server was contacted. */
  isAttempt: boolean
  next_attempt_at: Date | null
  sent_at: Date | null
  remind_at: Date | null
  /** For a first request: the mailing whose requests change with it. */
  firstMailingId: string | null
  /** Set to an address that does not exist. */
  bounced: string | null
}

export type Results = {
  /** Runs an attempt whose result will be written: a commit waits for it, if not for long. */
  expect: <T>(attempt: () => Promise<T>) => Promise<T>
  write: (storeId: string, result: Result) => Promise<void>
}

// A commit waits for eight results, or for all that are expected, but not for longer than this. A quick mail server took
// two mails during each commit, and commits then cost more than all else that PostgreSQL does for a mail.
const enough = 8
const longestWait = 50 // ms

const patience = 60_000 // ms; a result not written by then leads to a retry, with the same Message-ID

/**
 * Writes results in batches. A mail can be sent twice only if the process is killed between the server's 250 and this
 * commit, so only the wait for other results delays it.
 */
export function createResults(database: Database, clock: Clock): Results {
  const gathering = createGathering()
  const commits: GroupCommit<null, StoreResult, Outcome> = createGroupCommit({
    write: (_key, _context, results) => writeResults(database, results, new Date(clock())),
    keyOf: ({ result }) => result.id,
    sizeOf: () => 500,
    gather: gathering.isReady,
    repeat: first => first,
  })
  return {
    expect: gathering.expect,
    write: async (storeId, result) => {
      const until = performance.now() + patience
      const one = { storeId, result, isStored: false }
      for (;;) {
        try {
          const written = commits.submit('every store', null, one)
          gathering.add()
          const lost = await written
          if (lost) throw lost.error
          return
        } catch (error) {
          if (!(isUnavailable(error) || error instanceof Busy) || performance.now() > until) throw error
          await pause(250)
        }
      }
    },
  }
}

/** Decides when a commit has enough results. */
function createGathering() {
  let expected = 0
  let waiting = 0
  let enoughWait = Promise.withResolvers<void>()
  const check = () => {
    if (waiting >= enough || expected === 0) enoughWait.resolve()
  }
  return {
    expect: async <T>(attempt: () => Promise<T>): Promise<T> => {
      expected++
      try {
        return await attempt()
      } finally {
        expected--
      }
    },
    add: () => {
      waiting++
      check()
    },
    isReady: async () => {
      check()
      await Promise.race([enoughWait.promise, pause(longestWait, undefined, { ref: false })])
      enoughWait = Promise.withResolvers()
      waiting = 0
    },
  }
}

/** `isStored`: a retry leaves it out, because writing it again would count its attempt twice. */
type StoreResult = { storeId: string; result: Result; isStored: boolean }

/** Null if the result is stored, or why the node of its store cannot be reached. */
type Outcome = null | { error: unknown }

// One commit for all stores, with a statement for each: with a queue for each of eight stores, a commit held two or
// three mails. Stores are sorted, so that two instances cannot deadlock. A lost node of a cluster would fail the
// results of all stores until it returns, so each store then has a commit of its own.
async function writeResults(database: Database, results: StoreResult[], now: Date): Promise<Outcome[]> {
  const byStore = Map.groupBy(results, ({ storeId }) => storeId)
  try {
    await writeStores(database, byStore, now)
    return results.map(() => null)
  } catch (error) {
    if (byStore.size === 1 || !isUnavailable(error)) throw error
  }
  const outcomes = new Map<string, Outcome>()
  for (const [storeId, ofStore] of byStore) {
    const write = writeStores(database, new Map([[storeId, ofStore]]), now)
    outcomes.set(
      storeId,
      await write.then(
        () => null,
        error => ({ error }),
      ),
    )
  }
  return results.map(({ storeId }) => outcomes.get(storeId) ?? null)
}

async function writeStores(
  database: Database,
  byStore: Map<string, StoreResult[]>,
  now: Date,
): Promise<void> {
  const stores = [...byStore.keys()].sort().flatMap(storeId => {
    const rows = (byStore.get(storeId) ?? []).filter(({ isStored }) => !isStored)
    return rows.length > 0 ? [{ storeId, rows, results: rows.map(({ result }) => result) }] : []
  })
  const simple = stores.filter(({ results }) => results.every(({ bounced }) => bounced === null))
  const written =
    simple.length > 0
      ? await database.writes.transaction(
          simple.map(({ storeId, results }) => resultStatement(storeId, results, now)),
        )
      : []
  const isWritten = new Set(simple.filter((_one, index) => written[index]?.length))
  for (const { rows } of isWritten) for (const row of rows) row.isStored = true
  const others = stores.filter(one => !isWritten.has(one))
  if (others.length === 0) return
  await database.transaction(async tx => {
    for (const { storeId, results } of others) await writeReported(tx, storeId, results, now)
  })
}

/**
 * Writes results in the caller's transaction. Also reports the requests to the store's endpoints, and suppresses the
 * addresses that do not exist.
 */
export async function writeReported(
  tx: Connection,
  storeId: string,
  results: Result[],
  now: Date,
): Promise<void> {
  const [row] = await tx.query<{ written: string[]; settled: ReportedRequest[] }>(
    reportedResultStatement(storeId, results, now),
  )
  const { written = [], settled = [] } = row ?? {}
  const requests = settled.map(request => ({ ...request, due_at: new Date(request.due_at) }))
  await reportRequests(tx, storeId, requests, now)
  // Store no address of a person who was erased while the mail was in flight.
  for (const { id, bounced, last_answer } of results)
    if (bounced && written.includes(id)) await suppress(tx, storeId, bounced, 'bounced', now, last_answer)
}
