import { setTimeout as pause } from 'node:timers/promises'
import sql from 'sql-template-tag'
import { type Connection, type Database, isUnavailable } from '../../../foundation/database/connect.ts'
import { Busy, createGroupCommit, type GroupCommit } from '../../../foundation/database/group-commit.ts'
import type { Clock } from '../../../foundation/lib/time/clock.ts'
import type { MailAnswer } from '../../../foundation/mailings/own-answers.ts'
import { areQueued } from '../../../foundation/mailings/queue.ts'
import { suppress } from '../../../foundation/mailings/suppressions.ts'
import { settleRequests } from '../../requests/requests.ts'

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

export type Results = { write: (storeId: string, result: Result) => Promise<void> }

const patience = 60_000 // ms; a result not written by then leads to a retry, with the same Message-ID

/**
 * Writes results in batches: those that arrive during a commit share the next one. A mail can be sent twice only if
 * the process is killed between the server's 250 and this commit, so nothing else delays it.
 */
export function createResults(database: Database, clock: Clock): Results {
  const commits: GroupCommit<null, StoreResult, Outcome> = createGroupCommit({
    write: (_key, _context, results) => writeResults(database, results, new Date(clock())),
    keyOf: ({ result }) => result.id,
    sizeOf: () => 500,
    repeat: first => first,
  })
  return {
    write: async (storeId, result) => {
      const until = performance.now() + patience
      for (;;) {
        try {
          const lost = await commits.submit('every store', null, { storeId, result })
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

type StoreResult = { storeId: string; result: Result }

/** Null if the result is stored, or why the node of its store cannot be reached. */
type Outcome = null | { error: unknown }

// One commit for all stores, with statements of their own: with a queue for each of eight stores, a commit held two
// or three mails. Stores are sorted, so that two instances cannot deadlock. A lost node of a cluster would fail the
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
  await database.transaction(async tx => {
    for (const storeId of [...byStore.keys()].sort()) {
      const results = (byStore.get(storeId) ?? []).map(({ result }) => result)
      await writeStore(tx, storeId, results, now)
    }
  })
}

async function writeStore(tx: Connection, storeId: string, results: Result[], now: Date): Promise<void> {
  const waiting = await writeMailings(tx, storeId, results, now)
  for (const state of ['sent', 'failed', 'suppressed'] as const) {
    const isIts = (one: Result) => one.state === state || (one.state === 'kept' && state === 'sent')
    const ids = results.flatMap(one => (isIts(one) && one.firstMailingId ? [one.firstMailingId] : []))
    await settleRequests(tx, storeId, ids, state, now)
  }
  // Store no address of a person who was erased while the mail was in flight.
  for (const { id, bounced, last_answer } of results)
    if (bounced && waiting.has(id)) await suppress(tx, storeId, bounced, 'bounced', now, last_answer)
}

/** Returns the ids of those that were still queued. */
async function writeMailings(
  tx: Connection,
  storeId: string,
  results: Result[],
  now: Date,
): Promise<Set<string>> {
  const written = await tx.query<{ id: string }>(sql`
    update mailings
    set state = result.state, own_answer = result.own_answer, last_answer = result.last_answer,
      next_attempt_at = result.next_attempt_at, sent_at = result.sent_at, remind_at = result.remind_at,
      attempts = attempts + case when "isAttempt" then 1 else 0 end,
      bounced_at = case
        when result.state in ('sent', 'kept') then null
        when bounced is not null then ${now}::timestamptz
        else bounced_at
      end,
      -- A mail that was never sent keeps no other one of the day back.
      day = case when result.state = 'cancelled' then null else day end
    from jsonb_to_recordset(${JSON.stringify(results)}::jsonb) as result(
      id uuid, state text, own_answer text, last_answer text, "isAttempt" boolean, next_attempt_at timestamptz,
      sent_at timestamptz, remind_at timestamptz, bounced text
    )
    where mailings.store_id = ${storeId} and mailings.id = result.id
      and ${areQueued(results.map(({ id }) => id))}
    returning mailings.id`)
  return new Set(written.map(({ id }) => id))
}
