const length = 60_000 // ms

/** Minutes since 1970. */
export function minuteOf(instant: number): number {
  return Math.floor(instant / length)
}

/**
 * How many minutes the clock of another machine may be ahead. What was counted in a later minute was counted by a clock
 * that was wrong and is set back, and counts no more.
 */
export const mostAhead = 10

/** The end of the minute, in ms since 1970. */
export function endOfMinute(instant: number): number {
  return (minuteOf(instant) + 1) * length
}

/** Seconds until the minute ends, from 1 to 60. */
export function secondsLeft(instant: number): number {
  return Math.ceil((endOfMinute(instant) - instant) / 1000)
}
