import { agreed } from './agreed.ts'
import { makeCopy, removeCopy, tree, writeInCopy } from './copy.ts'
import { type Entry, hashOf, isStale, type Result, readJournal, write } from './journal.ts'
import { apply, hash, type Mutant } from './mutant.ts'
import { type Imports, importsOf, type ReachMap, testsOf, updateMap } from './reach.ts'
import { type Failure, type Outcome, wholeFile } from './results.ts'
import { runTests, stopRunner } from './runs.ts'
import { filesOfTree, read } from './sources.ts'

/** Runs mutants until the time is up: first those without a result, then stale ones. */
export async function runSlice(
  mutants: Mutant[],
  minutes: number,
  again: boolean,
  say: (line: string) => void,
) {
  const end = Date.now() + minutes * 60_000
  const hasTime = () => Date.now() < end
  const files = filesOfTree()
  await makeCopy(files)
  try {
    // Test files beyond this time kill nothing in this slice. The next one continues with them.
    const askUntil = Date.now() + minutes * 15_000
    const map = await updateMap(files, () => Date.now() < askUntil, say)
    const imports = importsOf(files)
    const waiting = inOrder(mutants, again)
    for (const [index, mutant] of waiting.entries()) {
      if (!hasTime()) return
      const entry = await runMutant(mutant, map, imports)
      write(entry)
      say(`${index + 1}/${waiting.length} ${entry.result} ${lineOf(entry)} (${entry.seconds} s)`)
    }
  } finally {
    await stopRunner()
    await removeCopy()
  }
}

export function lineOf({
  kind,
  file,
  line,
  what,
  by,
}: Pick<Entry, 'kind' | 'file' | 'line' | 'what' | 'by'>): string {
  return `${kind} ${file}:${line} ${what}${by ? ` by ${by}` : ''}`
}

function inOrder(mutants: Mutant[], again: boolean): Mutant[] {
  const known = readJournal()
  if (again) return mutants
  const stale = (mutant: Mutant) => {
    const entry = known.get(mutant.id)
    return entry !== undefined && isStale(entry)
  }
  return [...mutants.filter(({ id }) => !known.has(id)), ...mutants.filter(stale)]
}

async function runMutant(mutant: Mutant, map: ReachMap, imports: Imports): Promise<Entry> {
  const begun = Date.now()
  const { id, kind, file, line, what, edits } = mutant
  const original = read(file, tree)
  const mutated = apply(original, edits)
  const judged = async (): Promise<Verdict> => {
    const tests = testsOf(mutant, map, imports, killsOf(kind))
    const verdict = await agreed(() => judge(tests, map, writeInCopy(file, mutated)))
    const changed = writeInCopy(file, original)
    return (await isRedWithout(verdict, map, changed)) ? await judged() : verdict
  }
  const { ran, by, result } = await judged()
  const killer = by && { by: `${by.file} > ${by.test}`, message: by.message.slice(0, 300) }
  return {
    ...{ id, kind, file, line, what, result, ...killer, ran },
    ...{ source: hash(original), tests: hashOf(ran, tree) },
    seconds: Math.round((Date.now() - begun) / 1000),
    at: new Date().toISOString(),
  }
}

const checked = new Set<string>()

/**
 * Runs the killing test file without the mutant, once a slice: it may fail for another reason, such as a change of the
 * sources since the map was made. Such tests are left out from then on. Resolves with whether the killer is one of them.
 */
async function isRedWithout({ by }: Verdict, map: ReachMap, changed: string): Promise<boolean> {
  const reach = by && map[by.file]
  if (!by || !reach || checked.has(by.file)) return false
  checked.add(by.file)
  const outcome = await runTests(
    { files: [by.file], changed: [changed], without: [], toTheEnd: true },
    600_000,
  )
  reach.failed = outcome?.failures.map(({ test }) => test) ?? [wholeFile]
  return reach.failed.includes(by.test)
}

/** How many mutants of a kind each test file has killed. */
function killsOf(kind: Mutant['kind']): Map<string, number> {
  const kills = new Map<string, number>()
  for (const entry of readJournal().values()) {
    const [test = ''] = entry.by?.split(' > ') ?? []
    if (entry.kind === kind && entry.result === 'killed') kills.set(test, (kills.get(test) ?? 0) + 1)
  }
  return kills
}

type Verdict = { result: Result; by?: Failure; ran: string[] }

// Run the likeliest killer alone first, which loads nothing else.
async function judge(tests: string[], map: ReachMap, changed: string): Promise<Verdict> {
  if (tests.length === 0) return { result: 'unreached', ran: [] }
  for (const files of [tests.slice(0, 1), tests.slice(1, 5), tests.slice(5)]) {
    if (files.length === 0) continue
    const without = files.flatMap(file => map[file]?.failed ?? [])
    const usual = files.reduce((sum, file) => sum + (map[file]?.ms ?? 0), 0)
    const outcome = await runTests(
      { files, changed: [changed], without, toTheEnd: false },
      120_000 + usual * 3,
    )
    if (!outcome) return { result: 'hung', ran: files }
    const [first] = outcome.failures
    if (first) return { result: resultOf(outcome), by: first, ran: [first.file] }
  }
  return { result: 'survived', ran: tests }
}

function resultOf({ failures, refusedSql }: Outcome): Result {
  if (refusedSql) return 'invalid'
  if (failures.some(({ message }) => /Failed to parse|Transform failed|SyntaxError/.test(message)))
    return 'invalid'
  return failures.every(({ message }) => /timed out in \d+ms/.test(message)) ? 'hung' : 'killed'
}
