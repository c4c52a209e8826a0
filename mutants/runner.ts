import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { createVitest, type TestModule, type Vitest } from 'vitest/node'
import { retryAfterStall } from '../server/test/stalls/retry.ts'
import { watchStalls } from '../server/test/stalls/watch.ts'
import { type Failure, type Outcome, type Request, wholeFile } from './results.ts'

/*
 * A process of its own, started by runs.ts. It reuses Vitest and one PostgreSQL server for many mutants, and can be
 * killed when a mutant hangs.
 */

const [tree = '', temporary = ''] = process.argv.slice(2)
const killed = join(temporary, 'killed')
const killedBefore = 'The mutant is killed already.'
// A test that failed while the machine stalled is run once more, as in `npm test`.
process.env.STALLS_FILE = join(temporary, 'stalls')
watchStalls(process.env.STALLS_FILE)
// Not Vitest's own `bail`: it cancels a run, and the next run of the same Vitest never ended. A test has failed once the next
// one begins: until then it may be run again, because the machine stalled.
const stopper = (without: string[]) => `
import { existsSync, writeFileSync } from 'node:fs'
import { afterAll, beforeEach } from 'vitest'
const killed = ${JSON.stringify(killed)}
const without = new Set(${JSON.stringify(without)})
const nameOf = ({ suite, name }) => (suite?.name ? nameOf(suite) + ' > ' + name : name)
if (existsSync(killed)) throw new Error(${JSON.stringify(killedBefore)})
let last
const note = () => last?.result?.state === 'fail' && writeFileSync(killed, '')
beforeEach(({ skip, task }) => {
  if (task !== last) note()
  last = task
  if (existsSync(killed) || without.has(nameOf(task))) skip()
})
afterAll(() => void note())
`
writeFileSync(join(tree, 'stop.ts'), '')
const vitest = await start()
process.on('message', request => void answer(request as Request))
// The parent process has ended, so this one and its server end too.
process.on('disconnect', () => {
  setTimeout(() => process.exit(1), 10_000) // Vitest waits for tests that hang
  void vitest.close().finally(() => process.exit(0))
})
process.send?.('ready')

async function start(): Promise<Vitest> {
  const started = await createVitest(
    'test',
    {
      root: tree,
      config: false,
      watch: false,
      include: ['server/**/*.test.ts'],
      globalSetup: ['server/test/database/server.ts'],
      ...retryAfterStall,
      setupFiles: [
        ...retryAfterStall.setupFiles,
        ...['reach.ts', 'stop.ts'].filter(file => existsSync(join(tree, file))),
      ],
      isolate: false,
      maxWorkers: 2,
      // As long as the tests wait themselves: a limit that is shorter would count as a killed mutant.
      testTimeout: 150_000,
      hookTimeout: 150_000,
      expect: { poll: { timeout: 60_000 } },
      reporters: [{}],
      silent: true,
    },
    { cacheDir: join(temporary, 'vite') },
  )
  await started.standalone()
  return started
}

// The parent process restores a mutated file after its run, so it has changed once more before the next one.
let changedBefore: string[] = []

async function answer({ files, changed, without, toTheEnd }: Request): Promise<void> {
  const begun = sizeOfLog()
  for (const file of new Set([...changedBefore, ...changed])) vitest.invalidateFile(file)
  changedBefore = changed
  rmSync(killed, { force: true })
  writeFileSync(join(tree, 'stop.ts'), toTheEnd ? '' : stopper(without))
  vitest.invalidateFile(join(tree, 'stop.ts'))
  const wanted = new Set(files.map(file => join(tree, file)))
  const all = await vitest.globTestSpecifications()
  const chosen = all
    .filter(({ moduleId }) => wanted.has(moduleId))
    .sort((one, other) => files.indexOf(nameOf(one.moduleId)) - files.indexOf(nameOf(other.moduleId)))
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(chosen)
  // Vitest also returns files of earlier runs, with their results of that time.
  const ran = testModules.filter(({ moduleId }) => wanted.has(moduleId))
  const failures = ran
    .flatMap(failuresOf)
    .filter(({ test, message }) => !message.includes(killedBefore) && !without.includes(test))
  for (const error of unhandledErrors)
    failures.push({
      file: files[0] ?? '',
      test: 'outside of any test',
      message: String((error as Error).message),
    })
  const times = Object.fromEntries(
    ran.map(module => [nameOf(module.moduleId), Math.round(module.diagnostic().duration)]),
  )
  // Syntax errors, ambiguous or unknown columns, types of parameters, `on conflict` without a matching index.
  const refusedSql = /^42(601|702|703|P08|P10|P18) /m.test(logSince(begun))
  await dropDatabases()
  process.send?.({ failures, times, refusedSql } satisfies Outcome)
}

function failuresOf(module: TestModule): Failure[] {
  const file = nameOf(module.moduleId)
  const ofFile = module.errors().map(({ message }) => ({ file, test: wholeFile, message }))
  const ofSuites = [...module.children.allSuites()].flatMap(suite =>
    suite.errors().map(({ message }) => ({ file, test: suite.fullName, message })),
  )
  const ofTests = [...module.children.allTests('failed')].map(test => ({
    file,
    test: test.fullName,
    message: test.result().errors?.[0]?.message ?? '',
  }))
  return [...ofFile, ...ofSuites, ...ofTests]
}

function nameOf(moduleId: string): string {
  return moduleId.slice(tree.length + 1)
}

// Each run clones the template several times, and hundreds of runs would fill the disk.
async function dropDatabases(): Promise<void> {
  const client = new pg.Client({ ...vitest.getProvidedContext().postgres, database: 'postgres' })
  await client.connect()
  try {
    // Log the SQLSTATE of each error, for the next run.
    await client.query(`alter system set log_line_prefix = '%e '`)
    await client.query('select pg_reload_conf()')
    const { rows } = await client.query(`select datname from pg_database where datname like 'test\\_%'`)
    for (const { datname } of rows) await client.query(`drop database ${datname} with (force)`)
  } finally {
    await client.end()
  }
}

function logs(): string[] {
  return readdirSync(temporary)
    .filter(name => name.startsWith('realword-test-'))
    .map(name => join(temporary, name, 'postgres.log'))
    .filter(file => existsSync(file))
}

function sizeOfLog(): number {
  return logs().reduce((size, file) => size + statSync(file).size, 0)
}

function logSince(size: number): string {
  return logs()
    .map(file => readFileSync(file, 'latin1'))
    .join('')
    .slice(size)
}
