import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { type Part, parts } from './parts.ts'
import { type Result, survivorsOf, tableOf } from './report.ts'
import { mutateWidgets } from './widgets/main.ts'

// npm run mutate -- [--fresh] [PART …]
const root = fileURLToPath(new URL('../..', import.meta.url))
const own = fileURLToPath(new URL('.', import.meta.url))
const results = `${root}data/stryker/results`

const { values, positionals } = parseArgs({
  options: { fresh: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const names = Object.keys(parts)
const chosen = positionals.length > 0 ? positionals : names
if (chosen.some(name => !names.includes(name))) {
  process.stderr.write(`Usage: npm run mutate -- [--fresh] [PART …]\nParts: ${names.join(', ')}\n`)
  process.exit(2)
}

process.chdir(root)
install()
mkdirSync(results, { recursive: true })
for (const name of chosen) {
  const part = parts[name] ?? { mutate: [], tests: [] }
  const mutants =
    name === 'widgets'
      ? await mutateWidgets(part, root, `${root}data/stryker`, values.fresh)
      : await mutate(name, part)
  writeFileSync(`${results}/${name}.json`, JSON.stringify(mutants))
  process.stdout.write(`\n${name}\n${survivorsOf(mutants, root).join('\n')}\n`)
}
process.stdout.write(`\n${tableOf(results)}\n`)

/** Installs StrykerJS from the lock file of this folder, unless that has been done. */
function install(): void {
  const lock = readFileSync(`${own}package-lock.json`, 'utf8')
  const installed = `${own}node_modules/.installed`
  if (existsSync(installed) && readFileSync(installed, 'utf8') === lock) return
  execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: own, stdio: 'inherit' })
  writeFileSync(installed, lock)
}

async function mutate(name: string, { mutate, tests }: Part): Promise<Result[]> {
  process.env.MUTATE_TESTS = tests.join(' ')
  // Not by a literal: type checks run without this package.
  const core = '@stryker-mutator/core'
  const { Stryker } = await import(core)
  return await new Stryker({
    mutate: [...mutate, '!**/*.test.ts'],
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner', `${own}descriptions.ts`],
    ignorers: ['descriptions'],
    vitest: { configFile: 'mutants/stryker/vitest.config.ts' },
    coverageAnalysis: 'perTest',
    // Results that a changed file or test may have changed are found again. It does not notice changes elsewhere.
    incremental: true,
    incrementalFile: `data/stryker/known/${name}.json`,
    force: values.fresh,
    concurrency: 1,
    timeoutMS: 20_000,
    reporters: ['progress-append-only'],
    allowConsoleColors: false,
    tempDirName: `data/stryker/sandbox-${name}`,
    ignorePatterns: ['/data', '/build', '/docs', '/bench', '/findings'],
    disableTypeChecks: false,
    allowEmpty: true,
  }).runMutationTest()
}
