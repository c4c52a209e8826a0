/** The time, in milliseconds since 1970. Handed down from main.ts: tests and the journey move it. */
export type Clock = () => number

export const systemClock: Clock = () => Date.now()
