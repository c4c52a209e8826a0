import { setTimeout as pause } from 'node:timers/promises'
import {
  type Fetched,
  FetchFailure,
  guardedFetch,
  type Obstacle,
} from '../../../foundation/lib/network/guarded-fetch.ts'
import { type ShopFetch, ShopProblem } from '../platform.ts'
import { type Sentence, sentence } from '../sentences.ts'
import { messageIn, parseJson } from './parse-json.ts'

export type ShopFetchOptions = {
  /** Private networks in which shops may lie. */
  allow?: readonly string[]
  wait?: (ms: number) => Promise<unknown>
}

const tries = 3
const longestWait = 30_000 // ms that Retry-After may ask for; a longer one postpones the event
const timeoutMs = 15_000
const maxBytes = 20_000_000 // 200 orders with their lines

/** See `ShopFetch`. Redirects are not followed: they would receive the shop's keys. */
export function createShopFetch({ allow = [], wait = pause }: ShopFetchOptions = {}): ShopFetch {
  return async ({ method = 'GET', url, headers = {}, body }) => {
    for (let attempt = 1; ; attempt++) {
      const answer = await send(url, {
        method,
        headers: {
          ...headers,
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        accept: 'application/json',
        ...(body !== undefined && { body: JSON.stringify(body) }),
        ...{ allow, timeoutMs, maxBytes },
      })
      const isBusy = answer.status === 429 || answer.status >= 500
      if (!isBusy) return { status: answer.status, headers: answer.headers, json: readJson(answer) }
      const delay = delayBefore(attempt, answer.headers['retry-after'])
      if (attempt === tries || delay > longestWait) throw busy(answer.status)
      await wait(delay)
    }
  }
}

type Sent = NonNullable<Parameters<typeof guardedFetch>[1]>

async function send(url: string | URL, options: Sent): Promise<Fetched> {
  const answer = await guardedFetch(url, options).catch(error => {
    throw error instanceof FetchFailure ? unreachable(error) : error
  })
  if (answer.location === undefined) return answer
  throw new ShopProblem(sentence('redirects'), sentence('redirectsMend'))
}

function delayBefore(attempt: number, retryAfter: string | undefined): number {
  const seconds = Number(retryAfter)
  if (retryAfter !== undefined && Number.isFinite(seconds) && seconds >= 0) return seconds * 1000
  const until = Date.parse(retryAfter ?? '') - Date.now()
  return until > 0 ? until : 500 * 2 ** (attempt - 1)
}

function busy(status: number): ShopProblem {
  const what = status === 429 ? sentence('fewer') : sentence('apiError', { status })
  return new ShopProblem(what, sentence('apiErrorMend'), { isTemporary: true })
}

function readJson({ status, body }: Fetched): unknown {
  if (body.length === 0) return undefined
  try {
    return parseJson(body)
  } catch {
    if (status >= 400) return undefined
    const words = messageIn(body)
    throw new ShopProblem(
      words ? sentence('notJsonSaying', { words }) : sentence('notJson'),
      sentence('notJsonMendPage'),
      { isTemporary: true },
    )
  }
}

const words: Record<Obstacle, [what: Sentence, mend: Sentence, isTemporary: boolean]> = {
  address: [sentence('notHttp'), sentence('correctIt'), false],
  port: [sentence('port'), sentence('portMend'), false],
  name_unknown: [sentence('nameUnknown'), sentence('nameUnknownMend'), true],
  private: [sentence('private'), sentence('privateMend'), false],
  unreachable: [sentence('unreachable'), sentence('unreachableMend'), true],
  certificate: [sentence('certificate'), sentence('certificateMend'), true],
  slow: [sentence('slow'), sentence('slowMend'), true],
  large: [sentence('large'), sentence('largeMend'), false],
  unreadable: [sentence('notReadable'), sentence('checkAddress'), true],
}

function unreachable(failure: FetchFailure): ShopProblem {
  const [what, mend, isTemporary] = words[failure.obstacle]
  return new ShopProblem(what, mend, { isTemporary, cause: failure })
}
