import packageJson from '../../../package.json' with { type: 'json' }
import type { Egress } from '../../foundation/http/egress.ts'
import { FetchFailure, guardedFetch, type Lookup } from '../../foundation/lib/network/guarded-fetch.ts'
import { retryAfter } from '../../foundation/lib/time/retry-after.ts'
import type { Channel } from '../../tenants/notices/kinds.ts'
import { discordAddress } from './dialects/discord.ts'

/** What became of a request. `wait`: how long the chat asks us to send nothing, in ms. `error`: a few words for owners. */
export type Delivered =
  | { as: 'sent' }
  | { as: 'busy'; wait: number; error: string }
  | { as: 'gone' | 'failed'; error: string }

export type Delivering = {
  egress: Egress
  /** Our public base address. */
  address: string
  lookup?: Lookup | undefined
}

const timeoutMs = 10_000
// Longer than any chat asks for: one has once named seconds in milliseconds.
const longestWait = 6 * 60 * 60 * 1000
const shortestWait = 1_000

/** Sends a body to the address of a chat, once. Redirects are not followed. Never throws for what the receiver does. */
export async function deliverBody(
  channel: Exclude<Channel, 'email'>,
  url: string,
  body: string,
  id: string,
  now: number,
  { egress, address, lookup }: Delivering,
): Promise<Delivered> {
  try {
    const {
      status,
      headers,
      body: answer,
      isPrivate,
    } = await guardedFetch(channel === 'discord' ? discordAddress(url) : url, {
      allow: egress.allow,
      onlyHttps: true,
      reachesOurs: true,
      method: 'POST',
      // Receivers of our own recognise a repetition by the id. Workflows of Teams refuse an Authorization header.
      headers: { 'content-type': 'application/json', ...(channel === 'webhook' && { 'webhook-id': id }) },
      userAgent: `Realword/${packageJson.version} (+${address})`,
      accept: '*/*',
      body,
      timeoutMs,
      maxBytes: 10_000,
      isCut: true,
      ...(lookup && { lookup }),
    })
    const error = `${status} ${isPrivate ? '' : shortWord(answer)}`.trim()
    if (status >= 200 && status < 300) return { as: 'sent' }
    if (status === 404 || status === 410) return { as: 'gone', error }
    if (status !== 429) return { as: 'failed', error }
    const wait = Math.min(Math.max(retryAfter(headers['retry-after'], now), shortestWait), longestWait)
    return { as: 'busy', wait, error }
  } catch (error) {
    if (!(error instanceof FetchFailure)) throw error
    return { as: 'failed', error: error.obstacle }
  }
}

/** Slack answers with one word, such as `no_service`. Anything longer may be somebody's page. */
function shortWord(answer: Buffer): string {
  const text = answer.subarray(0, 100).toString()
  return /^[\w .:-]{1,60}$/.test(text.trim()) ? text.trim() : ''
}
