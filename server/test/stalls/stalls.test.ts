import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { longestStall } from './watch.ts'

const checkout = fileURLToPath(new URL('../../..', import.meta.url))

// In the checkout, so that Vitest is found from there.
let folder: string
let file: string
let child: ChildProcess | undefined
beforeEach(() => {
  mkdirSync(join(checkout, 'build'), { recursive: true })
  folder = mkdtempSync(join(checkout, 'build/stalls-'))
  file = join(folder, 'stalls')
})
afterEach(() => {
  child?.kill('SIGKILL')
  child = undefined
  rmSync(folder, { recursive: true })
})

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

test('a process that is stopped for seconds writes a stall, and one that is busy does not', async () => {
  const program = join(folder, 'program.mjs')
  writeFileSync(
    program,
    `import { watchStalls } from ${JSON.stringify(new URL('watch.ts', import.meta.url))}
    watchStalls(${JSON.stringify(file)})
    setInterval(() => {}, 1_000)
    setTimeout(() => {
      for (const begun = Date.now(); Date.now() - begun < 4_000; );
      console.log('was busy')
    }, 1_000)`,
  )
  const started = spawn(process.execPath, [program])
  child = started
  await Promise.race([
    once(started.stdout, 'data'),
    once(started, 'exit').then(() => Promise.reject(new Error('the watcher ended'))),
  ])
  expect(longestStall(file, 0)).toBeUndefined()
  const stoppedAt = Date.now()
  child.kill('SIGSTOP')
  await expect.poll(() => Date.now() - stoppedAt).toBeGreaterThan(4_000)
  child.kill('SIGCONT')
  await expect.poll(() => longestStall(file, stoppedAt)).toBeDefined()
  const { begin = 0, end = 0 } = longestStall(file, stoppedAt) ?? {}
  expect(begin).toBeLessThan(stoppedAt + 1_000)
  expect(end).toBeGreaterThan(stoppedAt + 4_000)
})

test('a test that fails during a stall is run once more, and no other', () => {
  writeFileSync(
    join(folder, 'vitest.config.ts'),
    `import { retryAfterStall } from '../../server/test/stalls/retry.ts'
    export default { test: { ...retryAfterStall, include: ['sample.ts'] } }`,
  )
  writeFileSync(
    join(folder, 'sample.ts'),
    `import { appendFileSync } from 'node:fs'
    import { afterEach, expect, test } from 'vitest'

    let runs = 0
    const stall = (begin, end) =>
      appendFileSync(process.env.STALLS_FILE, JSON.stringify({ begin: Date.now() - begin, end: Date.now() - end }) + '\\n')
    afterEach(({ task }) => {
      if (task.name === 'in a hook' && runs < 6) throw new Error('not the last run')
    })
    test('before', () => {
      stall(60_000, 30_000)
      expect(1).toBe(2)
    })
    test('once', () => {
      stall(4_000, 0)
      expect(++runs).toBe(2)
    })
    test('twice', () => {
      stall(4_000, 0)
      expect(++runs).toBe(0)
    })
    test('in a hook', () => {
      stall(4_000, 0)
      runs++
    })`,
  )
  const report = join(folder, 'report.json')
  const vitest = join(checkout, 'node_modules/vitest/vitest.mjs')
  const args = ['run', '--root', folder, '--reporter=json', `--outputFile=${report}`]
  expect(() =>
    execFileSync(process.execPath, [vitest, ...args], {
      env: { ...process.env, STALLS_FILE: file },
      stdio: 'ignore',
    }),
  ).toThrow()
  const [{ assertionResults }] = JSON.parse(readFileSync(report, 'utf8')).testResults
  const outcomes = assertionResults.map(({ title, status }: Record<string, unknown>) => [title, status])
  expect(outcomes).toEqual([
    ['before', 'failed'],
    ['once', 'passed'],
    ['twice', 'failed'],
    ['in a hook', 'passed'],
  ])
})
