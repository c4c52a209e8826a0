import type { Database } from '../../foundation/database/connect.ts'
import { ApiError } from '../../foundation/errors/errors.ts'
import { createFairLimit, type FairLimit } from '../../foundation/lib/fair-limit.ts'

// An export or an erasure reads all of a store's orders and texts. Two at once leave a core and connections for the other
// requests. One of 100,000 orders takes about a second, so a store's full queue ends before a proxy gives up.
const atOnce = 2
const atOnceOfStore = 1
const queue = {
  most: 96,
  share: 24,
  refusal: () => new ApiError('too_many', { headers: { 'retry-after': '5' } }),
}

const turnsOf = new WeakMap<Database, FairLimit>()

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
  const turns = turnsOf.get(db) ?? createFairLimit(atOnce, { share: atOnceOfStore, queue })
  turnsOf.set(db, turns)
  return await turns.run(storeId, act, signal)
}
