import { LRUCache } from 'lru-cache'
import sql from 'sql-template-tag'
import type { Connection } from '../../foundation/database/connect.ts'
import { ApiError } from '../../foundation/errors/errors.ts'
import { type Quota, quotaHeaders } from '../../foundation/http/limits/quota-headers.ts'
import type { Clock } from '../../foundation/lib/time/clock.ts'
import { minuteOf, mostAhead, secondsLeft } from '../../foundation/lib/time/minutes.ts'
import type { StoreLimits } from '../stores/limits.ts'

/**
 * Counts a request towards `api_requests_per_minute` of its store. Returns what is left of it, undefined if there is no
 * limit. Throws `requests_often` beyond it.
 */
export type CountApiRequest = (store: LimitedStore) => Promise<Quota | undefined>

/** `isPublic`: anybody can send this request, because it needs no API key. */
type LimitedStore = { storeId: string; limits: StoreLimits; isPublic?: boolean }

/** One process's part of a store's minute. */
type Lease = {
  minute: number
  limit: number
  /** Requests that this process may still accept without asking. */
  left: number
  /** What all processes had taken when this one last asked. */
  taken: number
  isSpent: boolean
  waiting: number
  asking: Promise<void> | undefined
}

// A process asks for half a percent of the limit at a time: at most 200 statements a minute for a store, however many
// requests it sends, and none after a refusal. An idle process wastes at most its lease, so eleven processes stay
// within 5 %. Below 400 a minute the limit is exact.
const shareOfLease = 1 / 200

const mostStores = 10_000

// Of the limit, for requests with the API key. Otherwise a stranger could stop the orders of a store by reading.
const shareOfKey = 1 / 5

export function limitApiRequests(db: Connection, clock: Clock): CountApiRequest {
  const leases = new LRUCache<string, Lease>({ max: mostStores })

  function leaseOf(storeId: string, limit: number, minute: number): Lease {
    const known = leases.get(storeId)
    if (known && known.minute === minute && known.limit === limit) return known
    // A raised limit keeps what was leased before; a lowered one applies at once.
    const isRaised = known !== undefined && known.minute === minute && known.limit < limit
    const [left, taken] = isRaised ? [known.left, known.taken] : [0, 0]
    const lease = { minute, limit, left, taken, isSpent: false, waiting: 0, asking: undefined }
    leases.set(storeId, lease)
    return lease
  }

  return async ({ storeId, limits, isPublic = false }) => {
    const limit = limits.api_requests_per_minute
    if (limit === undefined) return undefined
    for (;;) {
      const now = clock()
      const lease = leaseOf(storeId, limit, minuteOf(now))
      const left = lease.left + Math.max(0, limit - lease.taken)
      if (isPublic && left <= limit * shareOfKey) throw tooOften(limit, now)
      if (lease.left > 0) {
        lease.left--
        return quotaOf(limit, left - 1, now)
      }
      if (lease.isSpent) throw tooOften(limit, now)
      lease.waiting++
      lease.asking ??= extend(db, storeId, lease).finally(() => {
        lease.asking = undefined
      })
      await lease.asking.finally(() => lease.waiting--)
    }
  }
}

async function extend(db: Connection, storeId: string, lease: Lease): Promise<void> {
  const { minute, limit } = lease
  const wanted = Math.min(limit, Math.max(1, Math.floor(limit * shareOfLease), lease.waiting))
  const { taken, granted } = await claimRequests(db, storeId, { minute, limit, wanted })
  lease.taken = taken
  lease.left += granted
  lease.isSpent = granted === 0
}

type Taken = { taken: number; granted: number }

/**
 * Takes up to `wanted` requests from the store's minute. A process whose clock is behind takes from the newest minute.
 * Exported for the test of stores with the same ids.
 */
export async function claimRequests(
  db: Connection,
  storeId: string,
  { minute, limit, wanted }: { minute: number; limit: number; wanted: number },
): Promise<Taken> {
  const isSame = sql`used.minute - excluded.minute between 0 and ${mostAhead}`
  const before = sql`case when ${isSame} then used.taken else 0 end`
  const granted = sql`greatest(0, least(${wanted}::integer, ${limit}::integer - ${before}))`
  const [row] = await db.query<Taken>(sql`
    insert into request_usage as used (store_id, minute, taken, granted)
    values (${storeId}, ${minute}, ${wanted}, ${wanted})
    on conflict (store_id) do update
    set minute = case when ${isSame} then used.minute else excluded.minute end,
      taken = ${before} + ${granted},
      granted = ${granted}
    returning taken, granted`)
  return row as Taken
}

/** The requests of the minute of `now`, including those that processes took in advance. */
export async function requestsOfMinute(db: Connection, storeId: string, now: number): Promise<number> {
  const minute = minuteOf(now)
  const [used] = await db.query<{ taken: number }>(sql`
    select taken
    from request_usage
    where store_id = ${storeId} and minute between ${minute} and ${minute + mostAhead}`)
  return used?.taken ?? 0
}

function quotaOf(limit: number, left: number, now: number): Quota {
  return { name: 'api_requests_per_minute', limit, left, seconds: secondsLeft(now) }
}

function tooOften(limit: number, now: number): ApiError {
  const headers = { 'retry-after': String(secondsLeft(now)), ...quotaHeaders(quotaOf(limit, 0, now)) }
  return new ApiError('requests_often', { headers })
}
