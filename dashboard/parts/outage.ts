import { ApiFailure } from '../api.ts'

const longestOutage = 120_000 // ms; a restart takes up to 16 s
const firstWait = 1_000 // ms; doubled each time
const longestWait = 15_000 // ms

/**
 * Sends again while the server restarts or asks for a pause: after a lost connection, 429, 502, 503 or 504. Throws the
 * last error after two minutes, and when the signal stops it. An attempt that failed may still have reached the server, so
 * `send` must be safe to repeat; it learns the number of earlier attempts.
 */
export async function sendThroughOutage<Answer>(
  send: (earlier: number) => Promise<Answer>,
  signal: AbortSignal,
  onWait: (isWaiting: boolean) => void = () => {},
): Promise<Answer> {
  const begun = Date.now()
  for (let earlier = 0; ; earlier++) {
    try {
      const answer = await send(earlier)
      onWait(false)
      return answer
    } catch (error) {
      const wait = waitAfter(error, earlier)
      if (signal.aborted || wait === undefined || Date.now() - begun + wait > longestOutage) throw error
      onWait(true)
      await pause(wait, signal)
    }
  }
}

/** Milliseconds before the next attempt; undefined if another one cannot help. */
function waitAfter(error: unknown, earlier: number): number | undefined {
  const backoff = Math.min(firstWait * 2 ** earlier, longestWait)
  if (error instanceof TypeError) return backoff
  if (!(error instanceof ApiFailure) || !error.isPassing) return undefined
  return Math.max(backoff, error.retryAfter)
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop)
      resolve()
    }, milliseconds)
    signal.addEventListener('abort', stop, { once: true })
  })
}
