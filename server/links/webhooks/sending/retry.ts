import type { Fetched, Obstacle } from '../../../foundation/lib/network/guarded-fetch.ts'
import { retryAfter } from '../../../foundation/lib/time/retry-after.ts'
import { addressesIn } from '../../../foundation/personal-data/addresses.ts'
import { maskContacts } from '../../../foundation/personal-data/contacts/mask-contacts.ts'

/** The answer to an attempt, or why there is none. `at` is when it began, which its signature covers, in ms. */
export type Answer = { at: number; ms: number } & (
  | { fetched: Fetched }
  | { obstacle: Obstacle; detail: string }
)

/** What follows an attempt. `pause`: how long nothing else is sent to the endpoint, in ms. */
export type Outcome = {
  state: 'waiting' | 'delivered' | 'failed'
  /** ms until the next attempt; null: none. */
  delay: number | null
  pause: number
  isGone: boolean
  status: number | null
  error: string | null
  answer: string | null
}

const second = 1_000
const minute = 60 * second
const hour = 60 * minute

/** The waits after each failed attempt. There are ten attempts, over 75 hours. */
const delays = [
  ...[5 * second, 5 * minute, 30 * minute],
  ...[2, 5, 10, 14, 20, 24].map(hours => hours * hour),
]
const longestPause = 5 * minute

const kept = 2_000 // bytes of an answer

/**
 * `attempts` and `failures` are those before it: of the delivery, and in a row of the endpoint. An answer that asks for
 * time, or none at all, concerns the endpoint, so its other deliveries wait too, up to five minutes.
 */
export function outcomeOf(
  answer: Answer,
  { attempts, failures }: { attempts: number; failures: number },
  now: number,
): Outcome {
  const status = 'fetched' in answer ? answer.fetched.status : null
  const error = 'fetched' in answer ? null : answer.obstacle
  const common = { status, error, answer: keptAnswer(answer), isGone: status === 410 }
  if (status !== null && status >= 200 && status < 300)
    return { ...common, state: 'delivered', delay: null, pause: 0 }
  const asked = 'fetched' in answer ? retryAfter(answer.fetched.headers['retry-after'], now) : 0
  const isBusy = status === null || [429, 502, 503, 504].includes(status)
  const pause = isBusy ? Math.max(asked, Math.min(5 * second * 2 ** Math.min(failures, 10), longestPause)) : 0
  const delay = delays[attempts]
  if (common.isGone || delay === undefined) return { ...common, state: 'failed', delay: null, pause }
  return { ...common, state: 'waiting', delay: Math.max(spread(delay), asked), pause }
}

/** ± 10 %, so that the deliveries of an outage do not return at one moment. */
function spread(delay: number): number {
  return delay * (0.9 + Math.random() * 0.2)
}

/** The answer of a private network may be anything of the operator's machines, so none of it is kept. */
function keptAnswer(answer: Answer): string | null {
  if ('obstacle' in answer) return named.includes(answer.obstacle) ? answer.detail || null : null
  if (answer.fetched.isPrivate) return null
  const text = new TextDecoder().decode(answer.fetched.body.subarray(0, kept))
  return withoutAddresses(text.replaceAll('\0', '').replace(/\uFFFD+$/, '')) || null
}

/** A server may repeat what it received. Without addresses, an erasure need not read the answers of all deliveries. */
function withoutAddresses(text: string): string | null {
  const holdsAny = (some: string) => addressesIn(some, 0) === undefined
  if (!holdsAny(text)) return text
  const masked = maskContacts(text, {})
  return holdsAny(masked) ? null : masked
}

/** Obstacles whose detail is a code of the system, and no address of a private network. */
const named: Obstacle[] = ['unreachable', 'certificate', 'unreadable']
