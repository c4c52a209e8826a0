export type RetryOptions = {
  /** Attempts after the first one; 6 by default, so that a restart of the service is over by then. */
  retries?: number | undefined
  /** The longest wait before an attempt in milliseconds; 60,000 by default. A longer `Retry-After` ends the attempts. */
  longestWait?: number | undefined
}

const firstWait = 500 // ms; doubled each time

export type Received = { response: Response; text: string }

/**
 * Sends until there is an answer. Network errors, 429, 502 to 504, and 409 with `Retry-After` (the same request still
 * runs) are tried again. Rejects with the last network error, or with the signal's reason.
 */
export async function sendWithRetries(
  send: () => Promise<Response>,
  { retries = 6, longestWait = 60_000 }: RetryOptions,
  signal: AbortSignal | undefined,
): Promise<Received> {
  for (let attempt = 0; ; attempt++) {
    const outcome = await receive(send).catch((error: unknown) => ({ error }))
    signal?.throwIfAborted()
    const wait = attempt < retries ? waitAfter(outcome, attempt) : undefined
    if (wait !== undefined && wait <= longestWait) await pause(wait, signal)
    else if ('error' in outcome) throw outcome.error
    else return outcome
  }
}

// A connection can also break while the body is read.
async function receive(send: () => Promise<Response>): Promise<Received> {
  const response = await send()
  return { response, text: await response.text() }
}

/** The milliseconds before the next attempt; undefined when there is none. */
function waitAfter(outcome: Received | { error: unknown }, attempt: number): number | undefined {
  const backoff = firstWait * 2 ** attempt * (0.5 + Math.random() / 2)
  if ('error' in outcome) return backoff
  const { status, headers } = outcome.response
  const after = readRetryAfter(headers.get('retry-after'))
  const isRepeatable = [429, 502, 503, 504].includes(status) || (status === 409 && after !== undefined)
  if (!isRepeatable) return undefined
  // Never earlier than asked. Later by a random part, so that many clients do not return at one instant.
  return after === undefined ? backoff : after + Math.random() * firstWait
}

/** Milliseconds of seconds or of an HTTP date. */
function readRetryAfter(value: string | null): number | undefined {
  if (value === null) return undefined
  const wait = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now()
  return Number.isNaN(wait) ? undefined : Math.max(wait, 0)
}

function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, milliseconds)
    signal?.addEventListener('abort', stop, { once: true })
  })
}
