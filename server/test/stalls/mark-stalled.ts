import { setTimeout as pause } from 'node:timers/promises'
import { aroundEach, vi } from 'vitest'
import { stalled } from './retry.ts'
import { interval, longestStall } from './watch.ts'

// Marks the errors of a test during which the machine stalled, also those of its hooks. `retryAfterStall` looks for the mark.
aroundEach(async (runTest, { task }) => {
  const begun = vi.getRealSystemTime()
  const before = task.result?.errors?.length ?? 0
  await runTest()
  const errors = task.result?.errors?.slice(before) ?? []
  if (errors.length === 0) return
  await pause(2 * interval) // until the watcher has looked, which wakes at the same time
  const stall = longestStall(process.env.STALLS_FILE as string, begun)
  if (!stall) return
  const seconds = ((stall.end - stall.begin) / 1000).toFixed(1)
  for (const error of errors) error.message = `${stalled} ${seconds} s during this test: ${error.message}`
})
