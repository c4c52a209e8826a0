import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative } from 'node:path'
import type { Part } from '../parts.ts'
import type { Result } from '../report.ts'
import { type Line, linesOf, outcomesIn, type Reached, written } from './lines.ts'

/** A mutant as StrykerJS's instrumenter describes it, with `status` if it is ignored. */
type Mutant = Omit<Result, 'status'> & { id: string; status?: string }

// How many tests try a mutant, in rounds: first those whose names share words with its file's. One that survives them all is
// unlikely to be killed by the rest.
const rounds = [1, 3, 6, 12]

/**
 * Mutants of the widgets, which run in a browser over the service: StrykerJS starts its test runner anew for each mutant,
 * and so a service. Here its instrumenter puts all mutants into a copy of the widgets, each test says which it reaches, and then
 * repeats itself with each, in new pages of the same service. `work` is a folder; what it knows is kept unless `fresh`.
 */
export async function mutateWidgets(
  part: Part,
  root: string,
  work: string,
  fresh: boolean,
): Promise<Result[]> {
  const copy = join(work, 'sandbox-widgets')
  const known = join(work, 'widgets')
  if (fresh) rmSync(known, { recursive: true, force: true })
  mkdirSync(known, { recursive: true })
  copyTo(root, copy)
  const mutants = await instrument(part, root, copy)
  const [reachedFile, triedFile] = [join(known, 'reached.jsonl'), join(known, 'tried.jsonl')]
  const files = part.tests.flatMap(glob => globSync(glob, { cwd: root }))
  const hashes = Object.fromEntries(files.map(file => [file, hashOf(readFileSync(join(root, file)))]))
  const state = { mutants: hashOf(JSON.stringify(mutants)), hashes }
  const stateFile = join(known, 'state.json')
  const changed = forgetChanged(state, stateFile, [reachedFile, triedFile])
  if (changed.length > 0) runTests(copy, changed, { MUTATE_RESULTS: reachedFile })
  writeFileSync(stateFile, JSON.stringify(state))
  const reached = linesOf(reachedFile).filter(line => 'reached' in line)
  if (reached.length === 0) throw new Error('No test said which mutants it reaches.')
  const planFile = join(known, 'plan.json')
  for (const most of rounds) {
    const plan = planOf(root, mutants, reached, linesOf(triedFile), most)
    const planned = new Set(reached.filter(({ test }) => plan[test]).map(({ file }) => file))
    if (planned.size === 0) continue
    writeFileSync(planFile, JSON.stringify(plan))
    runTests(copy, [...planned], { MUTATE_RESULTS: triedFile, MUTATE_PLAN: planFile })
  }
  return resultsOf(mutants, linesOf(triedFile))
}

type State = { mutants: string; hashes: Record<string, string> }

/**
 * Forgets what is known of other mutants, whose numbers are others', and of test files that changed or whose first run was
 * interrupted. Returns these files.
 */
function forgetChanged({ mutants, hashes }: State, stateFile: string, lineFiles: string[]): string[] {
  const before: State = existsSync(stateFile)
    ? JSON.parse(readFileSync(stateFile, 'utf8'))
    : { mutants: '', hashes: {} }
  const isKnown = (file: string) => before.mutants === mutants && before.hashes[file] === hashes[file]
  for (const lineFile of lineFiles) {
    const kept = linesOf(lineFile).filter(({ test }) => isKnown(test.split(' > ', 1)[0] ?? ''))
    writeFileSync(lineFile, written(kept))
  }
  rmSync(stateFile, { force: true })
  return Object.keys(hashes).filter(file => !isKnown(file))
}

const hashOf = (content: Buffer | string) => createHash('sha256').update(content).digest('hex')

/** What git knows, with what is not committed yet, and the same packages. */
function copyTo(root: string, copy: string): void {
  rmSync(copy, { recursive: true, force: true })
  const list = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  })
  const left = /^(?:bench|docs|findings)\//
  for (const name of list.split('\0')) {
    if (name === '' || left.test(name) || !existsSync(join(root, name))) continue
    mkdirSync(dirname(join(copy, name)), { recursive: true })
    cpSync(join(root, name), join(copy, name))
  }
  for (const folder of globSync(['node_modules', 'packages/*/node_modules'], { cwd: root }))
    symlinkSync(join(root, folder), join(copy, folder))
}

async function instrument(part: Part, root: string, copy: string): Promise<Mutant[]> {
  const files = part.mutate.flatMap(glob => globSync(glob, { cwd: root })).sort()
  // Not by a literal: type checks run without this package.
  const instrumenter = '@stryker-mutator/instrumenter'
  const { Instrumenter } = await import(instrumenter)
  const log = { debug() {}, info() {}, warn: console.warn, isDebugEnabled: () => false }
  const done: { files: { name: string; content: string }[]; mutants: Mutant[] } = await new Instrumenter(
    log,
  ).instrument(
    files.map(name => ({
      name: join(root, name),
      mutate: true,
      content: readFileSync(join(root, name), 'utf8'),
    })),
    { ignorers: [{ name: 'imports', shouldIgnore: whyImport }], excludedMutations: [], plugins: null },
  )
  for (const { name, content } of done.files) writeFileSync(name.replace(root, `${copy}/`), content)
  return done.mutants
}

type Path = { parent?: { type: string; callee?: { type: string } } }

function whyImport({ parent }: Path): string | undefined {
  const isImport = parent?.type === 'ImportExpression' || parent?.callee?.type === 'Import'
  return isImport ? 'A build needs the name of each module.' : undefined
}

function runTests(copy: string, files: string[], env: Record<string, string>): void {
  const config = 'mutants/stryker/widgets/vitest.config.ts'
  try {
    execFileSync('node', ['node_modules/vitest/vitest.mjs', 'run', '--config', config], {
      cwd: copy,
      stdio: 'inherit',
      env: { ...process.env, ...env, MUTATE_TESTS: files.join(' ') },
    })
  } catch {
    // Tests of sizes and of the files themselves fail with mutants inside. They are not used.
  }
}

/**
 * For each test, the mutants that it tries. A mutant is tried by the tests whose names share the rarest words with its file's, and then
 * by those that killed the largest share of what they tried.
 */
function planOf(
  root: string,
  mutants: Mutant[],
  reached: Reached[],
  tried: Line[],
  most: number,
): Record<string, string[]> {
  const outcomes = outcomesIn(tried)
  const isKilled = ({ id }: Mutant) => (outcomes.get(id) ?? 'passed') !== 'passed'
  const done = new Set(tried.flatMap(line => ('mutant' in line ? [`${line.test}\n${line.mutant}`] : [])))
  const reaching = new Map<string, Reached[]>()
  for (const test of reached.filter(({ repeats }) => repeats))
    for (const mutant of test.reached) reaching.set(mutant, [...(reaching.get(mutant) ?? []), test])
  const nearness = nearnessOf(reached.map(({ test }) => test))
  const strength = strengthOf(tried)
  const plan: Record<string, string[]> = {}
  for (const mutant of mutants.filter(one => !isKilled(one))) {
    const tests = reaching.get(mutant.id) ?? []
    const near = nearness(relative(root, mutant.fileName))
    const nearest = tests.toSorted(
      (a, b) => near(b.test) - near(a.test) || strength(b) - strength(a) || a.ms - b.ms,
    )
    for (const { test } of nearest.slice(0, most))
      if (!done.has(`${test}\n${mutant.id}`)) plan[test] = [...(plan[test] ?? []), mutant.id]
  }
  return plan
}

/** The share of the mutants it tried that a test killed; half before it tried any. */
function strengthOf(tried: Line[]) {
  const counts = new Map<string, [noticed: number, tried: number]>()
  for (const line of tried.filter(line => 'mutant' in line)) {
    const [noticed, all] = counts.get(line.test) ?? [0, 0]
    counts.set(line.test, [noticed + Number(line.outcome !== 'passed'), all + 1])
  }
  return ({ test }: Reached) => {
    const [noticed, all] = counts.get(test) ?? [0, 0]
    return (noticed + 1) / (all + 2)
  }
}

const stem = 5 // letters: "rating" and "ratings" are one word

/** Scores the words that the name of a test shares with the path of a file. Rare words count more. */
function nearnessOf(tests: string[]) {
  const wordsOf = (name: string) =>
    new Set(
      name
        .toLowerCase()
        .match(/[a-z]{3,}/g)
        ?.map(word => word.slice(0, stem)),
    )
  const words = new Map(tests.map(test => [test, wordsOf(test)]))
  const counts = new Map<string, number>()
  for (const word of [...words.values()].flatMap(all => [...all]))
    counts.set(word, (counts.get(word) ?? 0) + 1)
  return (file: string) => {
    const named = [...wordsOf(file)]
    return (test: string) =>
      named.reduce((sum, word) => sum + (words.get(test)?.has(word) ? 1 / (counts.get(word) ?? 1) : 0), 0)
  }
}

// A mutant that no test tried is unreached, also if tests reach it that cannot repeat themselves.
function resultsOf(mutants: Mutant[], tried: Line[]): Result[] {
  const outcomes = outcomesIn(tried)
  const statuses = { passed: 'Survived', failed: 'Killed', hung: 'Timeout' }
  return mutants.map(({ id, ...mutant }) => {
    const outcome = outcomes.get(id)
    return { ...mutant, status: mutant.status ?? (outcome ? statuses[outcome] : 'NoCoverage') }
  })
}
