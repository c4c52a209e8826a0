import type { Outcome } from '../../../asking/channels/outcomes.ts'
import { FetchFailure, guardedFetch } from '../../../foundation/lib/network/guarded-fetch.ts'
import { messageIn, parseJson } from '../../connections/shop/parse-json.ts'

/** A request to a provider. */
export type ProviderRequest = {
  url: string
  method: 'POST' | 'PUT' | 'GET'
  headers: Record<string, string>
  body?: string
}

/** What it answered; `json` is undefined if it is none. */
export type ProviderAnswer = { status: number; json: unknown }

export type Reaching = { allow: readonly string[]; timeoutMs?: number | undefined }

const timeoutMs = 15_000

// The connection was never made: nothing was sent.
const neverSent = new Set(['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND'])

/**
 * Sends a request once, to the public web by HTTPS only. What may have arrived is `unclear`; an answer is read by `read`.
 */
export async function askProvider(
  { url, method, headers, body }: ProviderRequest,
  reaching: Reaching,
  read: (answer: ProviderAnswer) => Outcome,
): Promise<Outcome> {
  try {
    const answer = await guardedFetch(url, {
      ...{ method, headers, onlyHttps: true, accept: 'application/json', allow: reaching.allow },
      ...(body !== undefined && { body }),
      ...{ timeoutMs: reaching.timeoutMs ?? timeoutMs, maxBytes: 256 * 1024 },
    })
    // A redirect would receive the credentials.
    if (answer.location !== undefined)
      return {
        as: 'refused',
        problem: 'provider',
        answer: `redirect ${answer.status}`,
        also: 'channel_broken',
      }
    return read({ status: answer.status, json: jsonIn(answer.body) })
  } catch (error) {
    if (!(error instanceof FetchFailure)) throw error
    const words = `${error.obstacle} ${error.detail}`.trim()
    if (['address', 'private', 'port', 'certificate'].includes(error.obstacle))
      return { as: 'refused', problem: 'provider', answer: words, also: 'channel_broken' }
    if (error.obstacle === 'name_unknown' || neverSent.has(error.detail))
      return { as: 'later', problem: 'provider', answer: words }
    return { as: 'unclear', answer: words }
  }
}

function jsonIn(body: Buffer): unknown {
  try {
    return parseJson(body)
  } catch {
    return { message: messageIn(body) }
  }
}
