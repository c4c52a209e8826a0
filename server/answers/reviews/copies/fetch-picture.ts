import {
  type Fetched,
  FetchFailure,
  guardedFetch,
  type Lookup,
  type Obstacle,
} from '../../../foundation/lib/network/guarded-fetch.ts'
import { retryAfter } from '../../../foundation/lib/time/retry-after.ts'
import { beginsAsVideo } from '../../../foundation/storage/pictures/other-formats.ts'
import type { CopyProblem } from './copies.ts'

/** The bytes of a picture, or why there are none. `wait`: how long the server asks to be left alone, in ms. */
export type FetchedPicture =
  | { bytes: Buffer }
  | { isVideo: true }
  | { problem: CopyProblem; status: number | null; wait: number }

export type FetchOptions = {
  /** Private networks that may be reached nevertheless. */
  allow: readonly string[]
  userAgent: string
  lookup?: Lookup | undefined
  /** The limit of each request. */
  timeoutMs?: number | undefined
}

/** As of an upload. */
const mostBytes = 10_000_000
const mostRedirects = 5

/** Fetches a picture from the public web. Each redirect is checked as the first address is. */
export async function fetchPicture(
  address: string,
  { allow, userAgent, lookup, timeoutMs = 30_000 }: FetchOptions,
  now: () => number,
): Promise<FetchedPicture> {
  // Only formats that are read: some servers would send AVIF to others.
  const accept = 'image/webp,image/jpeg,image/png'
  // Cut after one byte too many, so that the beginning of a video is seen.
  const options = { allow, userAgent, accept, timeoutMs, maxBytes: mostBytes + 1, isCut: true }
  let next = address
  try {
    for (let hop = 0; hop <= mostRedirects; hop++) {
      const answer = await guardedFetch(next, { ...options, ...(lookup && { lookup }) })
      if (answer.location === undefined) return readAnswer(answer, now())
      next = answer.location
    }
    return failure('redirects')
  } catch (error) {
    if (error instanceof FetchFailure) return failure(problems[error.obstacle])
    throw error
  }
}

const problems: Record<Obstacle, CopyProblem> = {
  address: 'not_public',
  port: 'not_public',
  private: 'not_public',
  name_unknown: 'unreachable',
  unreachable: 'unreachable',
  slow: 'slow',
  unreadable: 'unreachable',
  certificate: 'certificate',
  large: 'large',
}

function failure(problem: CopyProblem, status: number | null = null, wait = 0): FetchedPicture {
  return { problem, status, wait }
}

function readAnswer({ status, headers, body, isPrivate }: Fetched, now: number): FetchedPicture {
  // A store must not learn the answers of a private network.
  const shown = isPrivate ? null : status
  if (status === 404 || status === 410) return failure('gone', shown)
  if (status === 408 || status === 429 || status >= 500)
    return failure('busy', shown, retryAfter(headers['retry-after'], now))
  if (status !== 200) return failure('refused', shown)
  if (beginsAsVideo(body)) return { isVideo: true }
  return body.length > mostBytes ? failure('large') : { bytes: body }
}
