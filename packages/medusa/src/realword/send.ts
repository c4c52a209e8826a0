import { createHmac, randomUUID } from 'node:crypto'
import type { Logger } from './medusa.ts'
import type { Options } from './options.ts'

/** Seconds after the failure of an attempt. What still fails then is sent by the nightly job. */
export const pauses = [5, 60, 300, 1800, 7200]

const timeout = 15_000 // ms of one attempt

/**
 * Sends one event, signed by Standard Webhooks 1.0. Resolves after the first attempt; further attempts run in the
 * background, with the same id and body, while this process lives. Never rejects: an order must not fail because
 * reviews are unavailable.
 */
export async function send(
  type: string,
  data: object,
  { webhookUrl, secret }: Options,
  logger: Logger,
  waits: readonly number[] = pauses,
): Promise<void> {
  const id = `msg_${randomUUID()}`
  const body = JSON.stringify({ type, timestamp: new Date().toISOString(), data })
  const attempt = async (number: number): Promise<void> => {
    const problem = await post(webhookUrl, body, () => sign(id, body, secret))
    if (problem === undefined) return
    const wait = problem.isFinal ? undefined : waits[number]
    const next = wait === undefined ? 'It is sent again tonight.' : `The next attempt is in ${wait} s.`
    logger.warn(`Realword did not take ${type}: ${problem.why}. ${next}`)
    if (wait !== undefined) setTimeout(attempt, wait * 1000, number + 1).unref()
  }
  await attempt(0)
}

/** The headers of one attempt. A key after `whsec_` is in base64. */
export function sign(id: string, body: string, secret: string, now = new Date()): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1000))
  const key = secret.startsWith('whsec_') ? Buffer.from(secret.slice(6), 'base64') : secret
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` }
}

type SendProblem = { why: string; isFinal: boolean }

async function post(
  url: string,
  body: string,
  signature: () => Record<string, string>,
): Promise<SendProblem | undefined> {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...signature() },
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(timeout),
    })
    await answer.body?.cancel()
    if (answer.ok) return undefined
    const isFinal = answer.status < 500 && answer.status !== 429 && answer.status !== 408
    return { why: `status ${answer.status}`, isFinal }
  } catch (error) {
    return { why: (error as Error).message, isFinal: false }
  }
}
