import { setTimeout as pause } from 'node:timers/promises'
import {
  type Fetched,
  FetchFailure,
  guardedFetch,
  type Obstacle,
} from '../../../foundation/lib/network/guarded-fetch.ts'
import { type ShopFetch, ShopProblem } from '../platform.ts'
import { parseJson, quoteMessage } from './parse-json.ts'

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
  throw new ShopProblem(
    'The shop’s API redirects to another address.',
    'Set the shop’s own address, exactly as the browser shows it: with or without www, and with https.',
  )
}

function delayBefore(attempt: number, retryAfter: string | undefined): number {
  const seconds = Number(retryAfter)
  if (retryAfter !== undefined && Number.isFinite(seconds) && seconds >= 0) return seconds * 1000
  const until = Date.parse(retryAfter ?? '') - Date.now()
  return until > 0 ? until : 500 * 2 ** (attempt - 1)
}

function busy(status: number): ShopProblem {
  const what =
    status === 429
      ? 'The shop’s API asks us to send fewer requests.'
      : `The shop’s API answers with an error (${status}).`
  return new ShopProblem(what, 'Nothing is to be done: it is asked again later.', { isTemporary: true })
}

function readJson({ status, body }: Fetched): unknown {
  if (body.length === 0) return undefined
  try {
    return parseJson(body)
  } catch {
    if (status >= 400) return undefined
    throw new ShopProblem(
      `The shop’s API answers with something that is not JSON${quoteMessage(body)}.`,
      'Check the address of the shop. A plugin that shows its errors, a page for maintenance or a firewall may answer in its place.',
      { isTemporary: true },
    )
  }
}

const words: Record<Obstacle, [what: string, mend: string, isTemporary: boolean]> = {
  address: ['The address of the shop is not an http or https address.', 'Correct it.', false],
  port: ['The address of the shop names a port.', 'Remove the port: shops answer on 443.', false],
  name_unknown: [
    'The name of the shop’s address does not exist.',
    'Check the address for typing errors.',
    true,
  ],
  private: [
    'The address of the shop is in a private network.',
    'Set the address that buyers use, or ask the operator to allow this network.',
    false,
  ],
  unreachable: [
    'The shop cannot be reached.',
    'Open its address in a browser. It is tried again later.',
    true,
  ],
  certificate: ['The certificate of the shop is not valid.', 'Renew it. It is tried again later.', true],
  slow: ['The shop takes too long to answer.', 'It is asked again later.', true],
  large: ['The shop’s answer is too large.', 'Report this to the makers of Realword.', false],
  unreadable: ['The shop’s answer is not readable HTTP.', 'Check the address of the shop.', true],
}

function unreachable(failure: FetchFailure): ShopProblem {
  const [what, mend, isTemporary] = words[failure.obstacle]
  return new ShopProblem(what, mend, { isTemporary, cause: failure })
}
