import type { Database } from '../../foundation/database/connect.ts'
import { type CostlyReads, limitCostlyReads } from '../../foundation/database/costly-reads.ts'
import { Busy } from '../../foundation/database/group-commit.ts'
import { ApiError } from '../../foundation/errors/errors.ts'

// An export or an erasure reads all of a store's orders and texts. Two at once leave a core and connections for the other
// requests. One of 100,000 orders takes about a second, so a store's full queue ends before a proxy gives up.
const limits = { running: 2, runningOfStore: 1, waiting: 96, waitingOfStore: 24 }

const turnsOf = new WeakMap<Database, CostlyReads>()

/**
 * Runs an export or an erasure of a person when it is the store's turn: one of a store at once, and two of a process, with
 * the stores in rotation. One that waits holds no connection, and `signal` ends its wait. Throws `too_many` if too many
 * wait.
 */
export async function inTurn<T>(
  db: Database,
  storeId: string,
  act: () => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const turns = turnsOf.get(db) ?? limitCostlyReads(limits)
  turnsOf.set(db, turns)
  try {
    return await turns(storeId, act, signal)
  } catch (error) {
    if (error instanceof Busy) throw new ApiError('too_many', { headers: { 'retry-after': '5' } })
    throw error
  }
}
