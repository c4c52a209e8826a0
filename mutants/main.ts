import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { removeCopy } from './copy.ts'
import { readJournal } from './journal.ts'
import type { Mutant } from './mutant.ts'
import { report } from './report.ts'
import { stopRunner } from './runs.ts'
import { lineOf, runSlice } from './slice.ts'
import { allMutants, filesOfTree, root } from './sources.ts'

// npm run mutants -- [--minutes 20] [--only <part of a path>] [--kind tenant|guard|check|state|limit|lock] [--again survivors]
// npm run mutants -- --twins [--only <part of a verb's path>]
// npm run mutants -- --together [--only …] [--kind …] [--but FILE] [TEST …]
// npm run mutants -- --list | --report
const { values, positionals: tests } = parseArgs({
  allowPositionals: true,
  options: {
    minutes: { type: 'string', default: '20' },
    only: { type: 'string', default: '' },
    kind: { type: 'string' },
    again: { type: 'string' },
    list: { type: 'boolean' },
    report: { type: 'boolean' },
    twins: { type: 'boolean' },
    together: { type: 'boolean' },
    but: { type: 'string' },
    help: { type: 'boolean' },
  },
})
const minutes = Number(values.minutes)
// Only --together takes test files and --but.
const isRightMode = values.together || (tests.length === 0 && values.but === undefined)
if (
  values.help ||
  !(minutes > 0) ||
  (values.again !== undefined && values.again !== 'survivors') ||
  !isRightMode
) {
  process.stderr.write(
    'Usage: npm run mutants -- [--minutes 20] [--only PART] [--kind KIND] [--again survivors]\n' +
      '       npm run mutants -- --together [--only PART] [--kind KIND] [--but FILE] [TEST …]\n',
  )
  process.exit(values.help ? 0 : 2)
}

const mutants = chosen(allMutants(filesOfTree()))
if (values.twins) runTwins()
else if (values.together) runTogether(mutants)
else if (values.report) say(report(mutants))
else if (values.list) list(mutants)
else await run(mutants)

function chosen(all: Mutant[]): Mutant[] {
  const known = readJournal()
  const survived = ({ id }: Mutant) => ['survived', 'unreached'].includes(known.get(id)?.result ?? '')
  return all
    .filter(({ file }) => file.includes(values.only))
    .filter(({ kind }) => values.kind === undefined || kind === values.kind)
    .filter(mutant => values.again === undefined || survived(mutant))
}

function runTwins(): void {
  runVitest('mutants/twins/vitest.config.ts', { TWINS_ONLY: values.only })
}

/** Runs test files with all chosen mutants removed at once, but for those whose ids are in a file, one a line. */
function runTogether(all: Mutant[]): void {
  const kept = values.but === undefined ? [] : readFileSync(values.but, 'utf8').split('\n')
  const folder = mkdtempSync(join(tmpdir(), 'realword-mutants-'))
  try {
    const file = join(folder, 'removed')
    const ids = all.map(({ id }) => id).filter(id => !kept.includes(id))
    writeFileSync(file, ids.join('\n'))
    say(`${ids.length} removed together, but for those within another one`)
    runVitest('mutants/together/vitest.config.ts', { REMOVED_FILE: file })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function runVitest(config: string, more: Record<string, string>): void {
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--config', config, ...tests]
  const env = { ...process.env, ...more }
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit', env })
  process.exitCode = status ?? 1
}

function list(all: Mutant[]): void {
  const known = readJournal()
  for (const mutant of all) {
    const entry = known.get(mutant.id)
    say(
      `${mutant.id} ${entry?.result ?? 'not run'} ${lineOf({ ...mutant, ...(entry?.by && { by: entry.by }) })}`,
    )
  }
}

async function run(all: Mutant[]): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(
      signal,
      () =>
        void stopRunner()
          .then(removeCopy)
          .finally(() => process.exit(1)),
    )
  }
  await runSlice(all, minutes, values.again !== undefined, say)
  say(report(all))
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
