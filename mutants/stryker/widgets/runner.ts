import { appendFileSync, readFileSync } from 'node:fs'
import { setTimeout as after } from 'node:timers/promises'
import { type RunnerTestCase, type RunnerTestSuite, TestRunner } from 'vitest'
import { pages } from './browsers.ts'
import { type Line, linesOf, type Outcome, outcomesIn, written } from './lines.ts'

const results = process.env.MUTATE_RESULTS ?? ''
/** The mutants that each test tries. Without it, each test tells which it reaches. */
const plan: Record<string, string[]> | undefined =
  process.env.MUTATE_PLAN && JSON.parse(readFileSync(process.env.MUTATE_PLAN, 'utf8'))

const longest = 20_000 // ms; a page in an endless loop answers nothing
const betweenChecks = 5

/** Repeats each test with one mutant after another, in the service and the browser that its file has started. */
// biome-ignore lint/style/noDefaultExport: Vitest requires it
export default class extends TestRunner {
  runTask = async (test: RunnerTestCase): Promise<void> => {
    const name = nameOf(test)
    const mutants = plan ? (plan[name] ?? []) : undefined
    const start = performance.now()
    pages.reached = new Set()
    const before = new Set(pages.open)
    await TestRunner.getTestFn(test)()
    const ms = performance.now() - start
    await closeAllBut(before)
    if (mutants) return await tryAll(test, name, mutants)
    const reached = [...pages.reached]
    const repeats = (await attempt(test)) === 'passed'
    write({ test: name, file: test.file.name, reached, repeats, ms })
  }
}

async function tryAll(test: RunnerTestCase, name: string, mutants: string[]): Promise<void> {
  let unsure: Line[] = []
  for (const mutant of mutants) {
    if (isKilled(mutant)) continue
    const outcome = await attempt(test, mutant)
    const line = { test: name, mutant, outcome }
    if (outcome === 'passed') write(line)
    else unsure.push(line)
    if (outcome === 'hung') break // it may still act on the store
    if (unsure.length < betweenChecks) continue
    // What a mutant did to the store must not be blamed on the next one.
    if ((await attempt(test)) !== 'passed') return
    unsure = write(...unsure)
  }
  if (unsure.length > 0 && (await attempt(test)) === 'passed') write(...unsure)
}

async function attempt(test: RunnerTestCase, mutant?: string): Promise<Outcome> {
  const before = new Set(pages.open)
  for (const suite of suitesOf(test))
    for (const hook of TestRunner.getSuiteHooks(suite).beforeEach) await hook(test.context, suite)
  pages.active = mutant
  const end = new AbortController()
  const outcome = await Promise.race([
    Promise.try(TestRunner.getTestFn(test)).then(
      () => 'passed' as const,
      () => 'failed' as const,
    ),
    after(longest, 'hung' as const, { signal: end.signal }).catch(() => 'hung' as const),
  ])
  end.abort()
  pages.active = undefined
  await closeAllBut(before)
  return outcome
}

async function closeAllBut(before: Set<unknown>): Promise<void> {
  const opened = [...pages.open].filter(context => !before.has(context))
  for (const context of opened) {
    pages.open.delete(context)
    await Promise.race([context.close().catch(() => {}), after(5_000)])
  }
}

/** From the file inwards. */
function suitesOf(test: RunnerTestCase): RunnerTestSuite[] {
  const suites: RunnerTestSuite[] = []
  for (let suite = test.suite; suite; suite = suite.suite) suites.unshift(suite)
  return [test.file, ...suites.filter(suite => suite !== test.file)]
}

const nameOf = (test: RunnerTestCase): string =>
  [...suitesOf(test).map(({ name }) => name), test.name].join(' > ')

function write(...lines: Line[]): [] {
  appendFileSync(results, written(lines))
  return []
}

/** By this test or another, in another process too. */
function isKilled(mutant: string): boolean {
  return (outcomesIn(linesOf(results)).get(mutant) ?? 'passed') !== 'passed'
}
