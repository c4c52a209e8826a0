/** The time in milliseconds since 1970. main.ts passes it down, so that tests and the journey can move it. */
export type Clock = () => number

export const systemClock: Clock = () => Date.now()
