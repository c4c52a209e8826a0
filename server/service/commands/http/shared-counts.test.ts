import { expect, test } from 'vitest'
import { limitCostlyReads } from '../../../foundation/database/costly-reads.ts'
import { type Counts, countInMemory } from '../../../foundation/http/limits/counts.ts'
import { answerHttpProcess, askFirstProcess } from './shared-counts.ts'

let now = Date.parse('2026-03-05T21:30:00Z')

/** The counts of as many HTTP processes, which ask one first process. */
function startProcesses(processes: number): Counts[] {
  const clock = () => now
  const kept = { counts: countInMemory(clock), costlyReads: limitCostlyReads() }
  return Array.from({ length: processes }, () => {
    const { handlers } = answerHttpProcess(kept)
    const call = async (name: string, value?: unknown) => await handlers[name]?.(value as never)
    return askFirstProcess(call, processes, clock).counts
  })
}

/** Adds 1 so many times, at each process in turn. Returns how many were within the limit. */
async function addMany(processes: Counts[], most: number, times: number): Promise<number> {
  let accepted = 0
  for (let at = 0; at < times; at++) {
    const counts = processes[at % processes.length] as Counts
    const { sum } = await counts.add({ name: 'reads', most, window: 60_000, keys: 10 }, '192.0.2.1', 1)
    if (sum <= most) accepted++
  }
  return accepted
}

test('processes exceed a limit together by a twentieth at most, and refuse nothing below it', async () => {
  const accepted = await addMany(startProcesses(3), 1_000, 1_500)
  expect(accepted).toBeGreaterThanOrEqual(1_000)
  expect(accepted).toBeLessThanOrEqual(1_050)
})

test('a small limit is exact', async () => {
  expect(await addMany(startProcesses(3), 20, 100)).toBe(20)
})

test('a window that is over, and a clock that was wrong and is set back, start a new one', async () => {
  const processes = startProcesses(2)
  expect(await addMany(processes, 20, 50)).toBe(20)
  now += 60_000
  expect(await addMany(processes, 20, 50)).toBe(20)
  now -= 3 * 60 * 60_000
  expect(await addMany(processes, 20, 50)).toBe(20)
})
