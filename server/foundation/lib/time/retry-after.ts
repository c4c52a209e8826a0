const longest = 24 * 60 * 60 * 1_000

/** How long a `Retry-After` asks to wait, in ms: seconds or an HTTP date, and at most a day. 0 without one. */
export function retryAfter(value: string | undefined, now: number): number {
  const seconds = Number(value)
  const wait = Number.isFinite(seconds) ? seconds * 1_000 : Date.parse(value ?? '') - now
  return wait > 0 ? Math.min(wait, longest) : 0
}
