import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { replyText } from './answers/review.ts'
import { createProgram, runProgram } from './program.ts'

// No command that runs by mistake finds a database.
const folder = mkdtempSync(join(tmpdir(), 'realword-program-'))
const dataDir = join(folder, 'data')
beforeAll(() => {
  vi.stubEnv('DATA_DIR', dataDir)
  vi.stubEnv('DATABASE_URL', undefined)
})
afterAll(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
})

async function run(words: string[]) {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()]
  const codeOfTests = process.exitCode
  process.exitCode = undefined
  await runProgram(words, { stdout, stderr })
  const code = process.exitCode ?? 0
  process.exitCode = codeOfTests
  return { code, stdout: String(stdout.read() ?? ''), stderr: String(stderr.read() ?? '') }
}

const verbs = [
  ...['create', 'list', 'show', 'update', 'words'].map(verb => ['store', verb]),
  ...['create', 'list', 'revoke'].map(verb => ['key', verb]),
  ['order', 'show'],
  ['order', 'import'],
  ...['create', 'add', 'setup', 'reset'].map(verb => ['user', verb]),
  ['review', 'import'],
  ['question', 'import'],
]

describe('help', () => {
  test('names every group, each of which is loaded alone by its name', async () => {
    const { code, stdout, stderr } = await run(['--help'])
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toMatch(/^Usage: realword /)
    const groups = (await createProgram(undefined, process)).commands.map(command => command.name())
    expect(groups).toEqual(expect.arrayContaining(['start', 'store', 'migrate', 'doctor']))
    for (const group of groups) {
      expect(stdout).toContain(`\n  ${group} `)
      expect((await createProgram(group, process)).commands.map(command => command.name())).toEqual([group])
      expect((await run([group, '--help'])).stdout).toMatch(new RegExp(`^Usage: realword ${group} `))
    }
  })

  test.each(verbs)('of %s %s begins with its usage', async (...words) => {
    const { code, stdout, stderr } = await run([...words, '--help'])
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toMatch(new RegExp(`^Usage: realword ${words.join(' ')} `))
  })

  test('is printed as an error without a command', async () => {
    expect(await run([])).toEqual({
      ...{ code: 2, stdout: '' },
      stderr: expect.stringMatching(/^Usage: realword /),
    })
  })
})

test.each(
  [
    ['sing'],
    ['store', 'sing'],
    ['store', 'create'],
    ['store', 'create', '--name'],
    ['store', 'create', '--name', 'x', '--order-limit', '-1'],
    ...['orders_per_minute', 'orders_per_minute=-1', 'orders_per_minute=1e9', 'orders_per_minute=NaN'].map(
      limit => [...['store', 'create', '--name', 'x', '--limit', limit]],
    ),
    // As from a variable that is not set: it must not remove the limit.
    ['store', 'update', 'x', '--limit', 'orders_per_minute='],
    ['store', 'update', 'x', '--order-limit', ''],
    ['store', 'create', '--name', 'x', '--limit', 'orders_per_minute=2147483648'],
    ['store', 'create', '--name', 'x', '--limit', 'orders_per_year=1'],
    ['store', 'create', '--name', 'x', '--limit', '__proto__=1'],
    ['store', 'create', '--name', 'x', '--limit', 'orders_per_minute=1', '--limit', 'orders_per_minute=2'],
    ['store', 'create', '--name', 'x', '--request-delay', '3.5'],
    ['store', 'show'],
    ['store', 'update', 'x'],
    ['store', 'update', 'x', '--active', 'perhaps'],
    ['key', 'create', '--store', 'x', '--type', 'master'],
    ['key', 'create', '--store', 'x', '--expires-at', '2026-02-30T00:00:00Z'],
    ['order', 'show', 'x'],
    ['start', '--loud'],
    ['review', 'import', '--store', 'x'],
    ['review', 'import', '--store', 'x', 'y', '--map', 'rating'],
    ['review', 'import', '--store', 'x', 'y', '--map', 'rating=a', '--map', 'rating=b'],
    ['review', 'import', '--store', 'x', 'y', '--date-format', 'dd/dd/yyyy'],
    ['order', 'import', '--store', 'x', 'y', '--separator', ':'],
    ['question', 'import', 'x'],
    ['pictures', 'copy'],
    ['order', 'import', '--store', 'x'],
    ['order', 'import', '--store', 'x', 'y', '--undated', '2025-01-01'],
    ['migrate', 'extra'],
  ].map(command => ({ command })),
)('$command is a usage error: exits with 2, and says why', async ({ command }) => {
  const { code, stdout, stderr } = await run(command)
  expect([code, stdout]).toEqual([2, ''])
  expect(stderr).toMatch(/^error: .+\nSee: \.\/realword .*--help\n$/i)
  expect(existsSync(dataDir)).toBe(false)
})

test.each([
  { command: ['sing'], named: './realword' },
  { command: ['store', 'sing'], named: './realword store' },
  { command: ['order', 'import', '--store', 'x'], named: './realword order import' },
])('$command leads to the help of $named', async ({ command, named }) => {
  expect((await run(command)).stderr).toMatch(new RegExp(`^See: ${named} --help$`, 'm'))
})

const inStore = ['--store', 'x']
const setAndReset = ['--kind', 'request', '--language', 'pt', '--reset', '--subject', 'y']
test.each([
  { command: ['store', 'update', 'x', '--retention-months', '2'], says: 'from 3 to 120' },
  { command: ['store', 'update', 'x', '--retention-months', '121'], says: 'from 3 to 120' },
  { command: ['store', 'update', 'x', '--retention-months', 'never'], says: 'from 3 to 120' },
  { command: ['store', 'update', 'x', '--reminders', 'soon'], says: 'It takes days such as 3 or 3,7' },
  { command: ['store', 'words', ...inStore, '--kind', 'request'], says: 'it takes --kind, --language and' },
  { command: ['store', 'words', ...inStore, ...setAndReset], says: 'it takes --kind, --language and' },
  { command: ['order', 'deliver', ...inStore, 'y', '--at', 'soon'], says: 'ISO 8601 instant' },
  // Stars decide nothing, so no list is filtered or sorted by them.
  { command: ['review', 'list', ...inStore, '--rating', '1'], says: '--rating' },
  { command: ['review', 'list', ...inStore, '--order', 'rating'], says: '--order' },
  { command: ['review', 'reject', ...inStore, 'y'], says: '--reason' },
  { command: ['review', 'reject', ...inStore, 'y', '--reason', 'too negative'], says: 'spam, offensive' },
  { command: ['review', 'list', ...inStore, '--after', 'abc'], says: '--after' },
  { command: ['person', 'erase', 'ana'], says: '"ana" is no e-mail address' },
  { command: ['webhook', 'create', ...inStore], says: '--url' },
  {
    command: ['webhook', 'create', ...inStore, '--url', 'https://a.example', '--event', 'review.liked'],
    says: 'review.created',
  },
  { command: ['webhook', 'replay', 'y'], says: '--delivery' },
  { command: ['webhook', 'replay', 'y', '--from', 'yesterday'], says: '--from' },
  { command: ['webhook', 'deliveries', 'y', '--state', 'lost'], says: '--state' },
  { command: ['webhook', 'update', 'y', '--active', 'maybe'], says: '--active' },
])('$command is refused before a database is opened: $says', async ({ command, says }) => {
  const { code, stdout, stderr } = await run(command)
  expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining(says)])
  expect(existsSync(dataDir)).toBe(false)
})

test.each([
  { command: 'store update x --request-delay', most: 365 },
  { command: 'store update x --link-days', most: 365 },
  { command: 'store update x --review-period', most: 365 },
  { command: 'store update x --form-products', most: 50 },
  { command: 'store update x --ask-again-after', most: 3_650 },
  { command: 'reward set --store x --per-month', most: 1_000_000 },
  { command: 'reward set --store x --total', most: 1_000_000 },
  { command: 'review list --store x --limit', most: 1_000 },
  { command: 'operator log --limit', most: 1_000 },
])('$command takes $most at most', async ({ command, most }) => {
  const { code, stdout, stderr } = await run([...command.split(' '), `${most + 1}`])
  expect([code, stdout]).toEqual([2, ''])
  expect(stderr).toMatch(new RegExp(`It takes a whole number from [01] to ${most}\\.$`, 'm'))
  expect(existsSync(dataDir)).toBe(false)
})

test('a reply has at most 5,000 characters, which is seen before a database is opened', async () => {
  expect(replyText('😀'.repeat(5_000))).toHaveLength(10_000)
  for (const command of [
    ['review', 'reply'],
    ['question', 'answer'],
  ]) {
    const { code, stderr } = await run([...command, ...inStore, 'y', 'x'.repeat(5_001)])
    expect([code, stderr]).toEqual([2, expect.stringContaining('It takes a text of 1 to 5000 characters')])
  }
  expect(existsSync(dataDir)).toBe(false)
})
