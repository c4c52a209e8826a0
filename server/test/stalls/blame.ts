import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach } from 'vitest'
import { interval, longestStall } from './watch.ts'

// Says of a test that failed that the machine stood still meanwhile. vitest.config.ts runs such a test once more.

let begun: number
beforeEach(() => {
  begun = Date.now()
})

afterEach(async ({ task: { result } }) => {
  if (!result?.errors) return
  await pause(2 * interval) // both processes are woken at the same time
  const stall = longestStall(process.env.STALLS as string, begun)
  if (!stall) return
  const seconds = ((stall.end - stall.begin) / 1000).toFixed(1)
  for (const error of result.errors) error.message = `Stood still for ${seconds} s: ${error.message}`
})
