import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { tree, writeInCopy } from './copy.ts'
import { folder } from './journal.ts'
import { apply, type Edit, functionsOf, hash, type Mutant, parse } from './mutant.ts'
import { wholeFile } from './results.ts'
import { runTests, stopRunner } from './runs.ts'
import { isSource, isTest, read } from './sources.ts'

/** A test file's hash, duration, reached functions, and the tests that fail without a mutant. */
export type Reach = { hash: string; ms: number; functions: string[]; failed: string[] }

export type ReachMap = Record<string, Reach>

const mapFile = join(folder, 'reach.json')

function readMap(): ReachMap {
  return existsSync(mapFile) ? (JSON.parse(readFileSync(mapFile, 'utf8')) as ReachMap) : {}
}

/**
 * Runs the test files that have changed since the map was made, over sources in which each function reports that it ran.
 * V8's coverage would need source maps of Vitest's output. A call at the start of each function needs none, and costs
 * nothing measurable.
 */
export async function updateMap(
  files: string[],
  hasTime: () => boolean,
  say: (line: string) => void,
): Promise<ReachMap> {
  const map = readMap()
  const tests = files.filter(isTest)
  for (const gone of Object.keys(map).filter(file => !tests.includes(file))) delete map[gone]
  const changed = tests.filter(file => map[file]?.hash !== hash(read(file, tree)) || !isUsable(map[file]))
  if (changed.length === 0) return map
  // New test files first: for the others the map has older data.
  changed.sort((one, other) => Number(isUsable(map[one])) - Number(isUsable(map[other])))
  say(`recording the functions that ${changed.length} test files reach`)
  const originals = files.filter(isSource).map(file => [file, read(file, tree)] as const)
  const keys = writeProbes(originals)
  for (let at = 0; at < changed.length && hasTime(); at += atOnce) {
    const some = changed.slice(at, at + atOnce)
    const outcome = await runTests({ files: some, changed: [], without: [], toTheEnd: true }, 20 * 60_000)
    if (!outcome) throw new Error(`These tests hang: ${some.join(', ')}`)
    for (const file of some) {
      const failed = outcome.failures.filter(one => one.file === file).map(({ test }) => test)
      const reached = readReached(file).flatMap(index => keys[index] ?? [])
      map[file] = { hash: hash(read(file, tree)), ms: outcome.times[file] ?? 0, functions: reached, failed }
    }
    writeFileSync(mapFile, JSON.stringify(map))
  }
  await stopRunner()
  for (const [file, text] of originals) writeInCopy(file, text)
  rmSync(join(tree, 'reach.ts'))
  return map
}

const atOnce = 8 // test files in one run, which is all that a killed slice loses

/**
 * The test files that reach a mutant, the likeliest killers first: those of its own folder, then those that killed many
 * of its kind (`kills`), then the short ones.
 */
export function testsOf(
  { file, inside }: Mutant,
  map: ReachMap,
  imports: Imports,
  kills: Map<string, number>,
): string[] {
  const reaching = (keys: (key: string) => boolean) =>
    Object.keys(map).filter(test => isUsable(map[test]) && map[test]?.functions.some(keys))
  const ofFile = (name: string) => reaching(key => key.startsWith(`${name}#`))
  const known = inside !== null && reaching(key => key === inside)
  // On the top level, or changed since the map was made: the tests that reach the file, or files that import it.
  const found = known && known.length > 0 ? known : ofFile(file)
  const tests = found.length > 0 ? found : (imports.get(file) ?? []).flatMap(ofFile)
  const folderOf = (name: string) => name.slice(0, name.lastIndexOf('/'))
  const cost = (test: string) =>
    (map[test]?.ms ?? 0) / (1 + (kills.get(test) ?? 0)) + (folderOf(test) === folderOf(file) ? 0 : elsewhere)
  return [...new Set(tests)].sort((one, other) => cost(one) - cost(other))
}

// A file that fails as a whole without a mutant would kill every mutant.
function isUsable(reach: Reach | undefined): boolean {
  return reach !== undefined && !reach.failed.includes(wholeFile)
}

const elsewhere = 60 * 60 * 1000

/** The files that import a file, by its name. */
export type Imports = Map<string, string[]>

export function importsOf(files: string[]): Imports {
  const found: Imports = new Map()
  for (const file of files.filter(isSource)) {
    for (const { fileName } of ts.preProcessFile(read(file, tree)).importedFiles) {
      if (!fileName.startsWith('.')) continue
      const imported = join(file, '..', fileName)
      found.set(imported, [...(found.get(imported) ?? []), file])
    }
  }
  return found
}

/** Writes the sources with a probe at the start of each function. Returns the keys of the functions by number. */
function writeProbes(originals: (readonly [file: string, text: string])[]): string[] {
  const keys: string[] = []
  for (const [file, text] of originals) {
    const source = parse(file, text)
    const edits: Edit[] = []
    for (const [key, { body }] of functionsOf(source)) {
      if (!body) continue
      const probe = `globalThis.reached?.add(${keys.push(key) - 1})`
      if (ts.isBlock(body)) edits.push(at(body.getStart(source) + 1, `${probe};`))
      else edits.push(at(body.getStart(source), `(${probe}, `), at(body.getEnd(), ')'))
    }
    writeInCopy(file, apply(source.getFullText(), edits))
  }
  writeInCopy('reach.ts', reporter)
  return keys
}

function at(position: number, text: string): Edit {
  return { start: position, end: position, text }
}

// One process runs many test files, one after the other.
const reporter = `
import { writeFileSync } from 'node:fs'
import { afterAll, expect } from 'vitest'
const reached = new Set()
globalThis.reached = reached
afterAll(() => {
  const file = expect.getState().testPath
  writeFileSync(file + '.reached', JSON.stringify([...reached]))
})
`

function readReached(test: string): number[] {
  const file = join(tree, `${test}.reached`)
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as number[]) : []
}
