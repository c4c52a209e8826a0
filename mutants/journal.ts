import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Mutant } from './mutant.ts'
import { hash } from './mutant.ts'
import { read, root } from './sources.ts'

/** Ignored by Git: the journal, the map of functions that each test reaches, and the runner's output. */
export const folder = join(root, 'data/mutants')
mkdirSync(folder, { recursive: true })
const journal = join(folder, 'journal.jsonl')

/**
 * killed: a test failed. hung: tests timed out. survived: all tests passed. unreached: no test runs the code. invalid:
 * PostgreSQL or TypeScript rejected the change, so it says nothing about the tests.
 */
export type Result = 'killed' | 'hung' | 'survived' | 'unreached' | 'invalid'

export type Entry = {
  id: string
  kind: Mutant['kind']
  file: string
  line: number
  what: string
  result: Result
  /** The failed test, as `file > name`. */
  by?: string
  /** What the failed test said, at most 300 characters. */
  message?: string
  /** The test files that ran, and the hashes of the source and of these files. */
  ran: string[]
  source: string
  tests: string
  seconds: number
  at: string
}

/** The last entry of each mutant. */
export function readJournal(): Map<string, Entry> {
  if (!existsSync(journal)) return new Map()
  const lines = readFileSync(journal, 'utf8').split('\n')
  return new Map(lines.flatMap(parsed).map(entry => [entry.id, entry]))
}

export function write(entry: Entry): void {
  appendFileSync(journal, `${JSON.stringify(entry)}\n`)
}

/** Whether the source or a test has changed since. */
export function isStale({ file, source, ran, tests }: Entry): boolean {
  return !isThere(file) || hash(read(file)) !== source || hashOf(ran) !== tests
}

export function hashOf(files: string[], folder = root): string {
  return hash(files.map(file => (isThere(file, folder) ? read(file, folder) : '')).join('\0'))
}

function isThere(file: string, folder = root): boolean {
  return existsSync(join(folder, file))
}

// A killed run may have left half a line.
function parsed(line: string): Entry[] {
  try {
    return line === '' ? [] : [JSON.parse(line) as Entry]
  } catch {
    return []
  }
}
