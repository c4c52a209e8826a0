import { setTimeout as pause } from 'node:timers/promises'
import sql from 'sql-template-tag'
import { type Database, isUnavailable } from '../../../foundation/database/connect.ts'
import { Busy, createGroupCommit } from '../../../foundation/database/group-commit.ts'
import type { Clock } from '../../../foundation/lib/time/clock.ts'
import type { Outcome } from './retry.ts'

/** What became of an attempt. `at` is its end, `nextAt` when the next one is due. */
export type Result = Pick<Outcome, 'state' | 'status' | 'error' | 'answer'> & {
  delivery_id: string
  attempts: number
  at: Date
  ms: number
  nextAt: Date | null
}

export type WriteResult = (storeId: string, result: Result) => Promise<void>

const patience = 30_000 // ms; a result that is not written by then is an attempt that is made again

/** Writes results: those that arrive during a store's commit share the next one. */
export function createResultWriter(db: Database, clock: Clock): WriteResult {
  const commits = createGroupCommit<null, Result, null>({
    write: (storeId, _context, results) => writeResults(db, storeId, results, new Date(clock())),
    keyOf: ({ delivery_id, attempts }) => `${delivery_id} ${attempts}`,
    sizeOf: ({ answer }) => 300 + (answer?.length ?? 0),
    repeat: first => first,
    table: 'webhook_deliveries',
  })
  return async (storeId, result) => {
    const until = performance.now() + patience
    for (;;) {
      try {
        await commits.submit(storeId, null, result)
        return
      } catch (error) {
        if (!(isUnavailable(error) || error instanceof Busy) || performance.now() > until) throw error
        await pause(250)
      }
    }
  }
}

// A replay while the attempt was made starts from no attempts: its result is then the first of the replay. The condition
// on `state` must not fit the index of waiting deliveries: while PostgreSQL's statistics are from before an outage, it would
// read all of the store's there, for each write.
async function writeResults(db: Database, storeId: string, results: Result[], now: Date): Promise<null[]> {
  const ids = results.map(({ delivery_id }) => delivery_id)
  await db.query(sql`
    update webhook_deliveries
    set state = result.state, attempts = result.attempts, next_at = "nextAt", last_at = result.at, last_ms = ms,
      last_status = status, last_error = error, last_answer = answer, updated_at = ${now}
    from jsonb_to_recordset(${JSON.stringify(results)}::jsonb) as result(
      delivery_id uuid, state text, attempts integer, "nextAt" timestamptz, at timestamptz, ms integer,
      status integer, error text, answer text
    )
    where webhook_deliveries.store_id = ${storeId} and webhook_deliveries.delivery_id = result.delivery_id
      and webhook_deliveries.delivery_id = any(${ids}::uuid[])
      and webhook_deliveries.state not in ('delivered', 'failed')`)
  return results.map(() => null)
}
