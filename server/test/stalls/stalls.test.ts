import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { longestStall } from './watch.ts'

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'realword-test-stalls-'))
  file = join(folder, 'stalls')
})
afterEach(() => rmSync(folder, { recursive: true }))

test('the longest stall counts, of those that were not over before', () => {
  expect(longestStall(file, 0)).toBeUndefined()
  const stalls = [
    { begin: 10_000, end: 30_000 },
    { begin: 40_000, end: 45_000 },
    { begin: 50_000, end: 54_000 },
  ]
  writeFileSync(file, stalls.map(stall => `${JSON.stringify(stall)}\n`).join(''))
  expect(longestStall(file, 0)).toEqual(stalls[0])
  expect(longestStall(file, 30_001)).toEqual(stalls[1])
  expect(longestStall(file, 42_000)).toEqual(stalls[1])
  expect(longestStall(file, 45_001)).toEqual(stalls[2])
  expect(longestStall(file, 54_001)).toBeUndefined()
})

test('a process that is stopped for seconds notes it', async () => {
  const code = `
    import { watchStalls } from '${new URL('watch.ts', import.meta.url)}'
    watchStalls(process.argv[1])
    setInterval(() => {}, 1_000)
    console.log('watching')`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', code, file])
  onTestFinished(() => void child.kill('SIGKILL'))
  await new Promise(resolve => child.stdout.once('data', resolve))
  const stoppedAt = Date.now()
  child.kill('SIGSTOP')
  await expect.poll(() => Date.now() - stoppedAt).toBeGreaterThan(4_000)
  child.kill('SIGCONT')
  await expect.poll(() => longestStall(file, stoppedAt)).toBeDefined()
  const { begin = 0, end = 0 } = longestStall(file, stoppedAt) ?? {}
  expect(begin).toBeLessThan(stoppedAt + 1_000)
  expect(end).toBeGreaterThan(stoppedAt + 4_000)
})
