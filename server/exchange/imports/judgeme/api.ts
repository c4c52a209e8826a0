import { setTimeout as pause } from 'node:timers/promises'
import {
  type Fetched,
  FetchFailure,
  guardedFetch,
  type Obstacle,
} from '../../../foundation/lib/network/guarded-fetch.ts'
import { Problem } from '../../../foundation/lib/problem.ts'
import type { Clock } from '../../../foundation/lib/time/clock.ts'

/** Which shop to read, with the private token of its account. */
export type JudgeMeShop = {
  /** Such as `example.myshopify.com`. */
  shop: string
  token: string
}

export type JudgeMeOptions = {
  /** The address of the API. */
  url?: string | undefined
  /** Private networks that may be reached nevertheless. */
  allow?: readonly string[]
  /** The first pause before a retry, in ms. Each further one is twice as long, up to a minute. */
  firstPause?: number
  /** Called before a pause of `ms`. */
  onPause?: (ms: number) => void
}

/** Sends a request and returns the JSON of the response. Throws Problem. */
export type AskJudgeMe = (path: string, query?: Record<string, string>) => Promise<unknown>

const home = 'https://judge.me/api/v1/'
const mostAttempts = 10
const longestBackoff = 60_000
const longestPause = 5 * 60_000 // of those that Judge.me asks for
const mostBytes = 32 * 1024 * 1024 // a hundred reviews with texts and pictures have about 200 kB

/**
 * Reads Judge.me's API from the public web. Retries for some minutes what may pass: 429, with the pause that the response
 * asks for, 5xx, lost connections, and responses that are not JSON. The token is part of each address, as Judge.me's
 * documents say, and never of an error.
 */
export function createAskJudgeMe(
  { shop, token }: JudgeMeShop,
  clock: Clock,
  { url = home, allow = [], firstPause = 1000, onPause = () => {} }: JudgeMeOptions = {},
): AskJudgeMe {
  return async (path, query = {}) => {
    const address = new URL(path, url)
    address.search = String(new URLSearchParams({ ...query, api_token: token, shop_domain: shop }))
    for (let attempt = 1; ; attempt++) {
      const result = await attemptOnce(address, shop, clock, allow)
      if ('json' in result) return result.json
      if (!result.isTemporary || attempt === mostAttempts) throw result.problem
      const ms = result.pause ?? Math.min(firstPause * 2 ** (attempt - 1), longestBackoff)
      onPause(ms)
      await pause(ms)
    }
  }
}

type Result = { json: unknown } | { problem: Problem; isTemporary: boolean; pause?: number | undefined }

const again = 'Run the command again: reviews that are already imported are skipped.'

async function attemptOnce(
  address: URL,
  shop: string,
  clock: Clock,
  allow: readonly string[],
): Promise<Result> {
  try {
    const options = { allow, maxBytes: mostBytes, timeoutMs: 60_000, accept: 'application/json' }
    return resultOf(await guardedFetch(address, options), shop, clock)
  } catch (error) {
    if (!(error instanceof FetchFailure)) throw error
    const { obstacle, detail } = error
    return { problem: new Problem(...wordFailure(obstacle, detail)), isTemporary: mayPass.has(obstacle) }
  }
}

const mayPass = new Set<Obstacle>(['unreachable', 'slow', 'name_unknown', 'unreadable'])

function wordFailure(obstacle: Obstacle, detail: string): [what: string, fix: string] {
  if (obstacle === 'large')
    return [
      `A page of Judge.me's reviews has more than ${mostBytes / 1024 / 1024} MiB.`,
      'Export the reviews as a CSV file in Judge.me, and import that file.',
    ]
  if (obstacle === 'private' || obstacle === 'port' || obstacle === 'address')
    return [`The address of Judge.me is not on the public web (${obstacle}).`, "Check this machine's DNS."]
  return [`Judge.me cannot be reached (${[obstacle, detail].filter(Boolean).join(', ')}).`, again]
}

function resultOf({ status, headers, body }: Fetched, shop: string, clock: Clock): Result {
  if (status === 200) {
    const json = parse(body)
    if (json !== undefined) return { json }
    return { problem: new Problem('Judge.me sent a page instead of reviews.', again), isTemporary: true }
  }
  if (status === 401 || status === 403)
    return {
      problem: new Problem(
        `Judge.me refused the token for ${shop}.`,
        'Copy the private token in Judge.me (Settings, Integrations, API tokens), and use the domain that is beside it.',
      ),
      isTemporary: false,
    }
  if (status === 404)
    return {
      problem: new Problem(
        `Judge.me does not know the shop ${shop}.`,
        'Use the domain that Judge.me shows beside the token, such as example.myshopify.com.',
      ),
      isTemporary: false,
    }
  return {
    problem: new Problem(`Judge.me answered with status ${status}.`, again),
    isTemporary: status === 408 || status === 429 || status >= 500,
    pause: pauseOf(headers['retry-after'], clock),
  }
}

// Seconds, or a date.
function pauseOf(text: string | undefined, clock: Clock): number | undefined {
  if (text === undefined) return undefined
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - clock()
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(ms, 0), longestPause)
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}
