import { spawnSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  checkout,
  cleanUp,
  newDataDir,
  postmasterOf,
  readyDataDir,
  run,
  type Service,
  startService,
  temporaryFolder,
} from './service.ts'

const colour = String.fromCharCode(27)

let service: Service
beforeAll(async () => {
  service = await startService({ dataDir: readyDataDir() })
})
afterAll(cleanUp)

const commands = [
  [],
  ['start'],
  ...['create', 'list', 'show', 'update', 'words'].map(verb => ['store', verb]),
  ...['create', 'list', 'revoke'].map(verb => ['key', verb]),
  ['order', 'show'],
  ['order', 'import'],
  ...['create', 'add', 'setup', 'reset'].map(verb => ['user', verb]),
  ['review', 'import'],
  ['question', 'import'],
  ['migrate'],
  ['doctor'],
]

describe('the command line', () => {
  test.each(commands.map(command => ({ command })))('$command --help', async ({ command }) => {
    const { code, stdout, stderr } = await run([...command, '--help'])
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toMatch(new RegExp(`^Usage: realword ${command.join(' ')}`))
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
      ['order', 'import', '--store', 'x'],
      ['order', 'import', '--store', 'x', 'y', '--undated', '2025-01-01'],
      ['migrate', 'extra'],
    ].map(command => ({ command })),
  )('$command is a usage error: exits with 2, and says why', async ({ command }) => {
    const dataDir = newDataDir()
    const { code, stdout, stderr } = await run(command, { dataDir })
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

  test.each([
    { command: ['store', 'create', '--name', 'x', '--json'] },
    { command: ['store', 'list', '--json'] },
    { command: ['migrate', '--json'] },
    { command: ['doctor', '--json'] },
  ])('$command prints only one JSON value', async ({ command }) => {
    const { code, stdout, stderr } = await run(command, { dataDir: service.dataDir })
    expect([code, stderr]).toEqual([0, ''])
    expect(typeof JSON.parse(stdout)).toBe('object')
  })

  test('uses colour on a terminal, but not with NO_COLOR', ({ skip }) => {
    if (spawnSync('script', ['--version']).status !== 0)
      return skip('there is no `script` to make a terminal')
    const onTerminal = (env: Record<string, string>) =>
      spawnSync('script', ['-qec', './realword store list', '/dev/null'], {
        cwd: checkout,
        encoding: 'utf8',
        env: { PATH: process.env.PATH, TERM: 'xterm-256color', DATA_DIR: service.dataDir, ...env },
      }).stdout
    expect(onTerminal({})).toContain(colour)
    expect(onTerminal({ NO_COLOR: '1' })).not.toContain(colour)
  })
})

describe('settings', () => {
  test('that are wrong are all reported at once, by name and value, without secrets', async () => {
    const dataDir = newDataDir()
    const { code, stdout, stderr } = await run(['start'], {
      dataDir,
      env: {
        PORT: '80800',
        LOG_LEVEL: 'loud',
        TRUSTED_PROXIES: '10.0.0.0/99',
        PUBLIC_URL: 'shop.example',
        DATABASE_URL: 'mysql://me:hunter2@db/reviews',
        SMTP_URL: 'me:hunter3@mail',
      },
    })
    expect([code, stdout]).toEqual([1, ''])
    for (const word of [
      'PORT=80800',
      'LOG_LEVEL=loud',
      'TRUSTED_PROXIES=10',
      'PUBLIC_URL=shop',
      'DATABASE_URL:',
      'SMTP_URL:',
    ])
      expect(stderr).toContain(word)
    expect(stderr).not.toMatch(/hunter/)
    expect(existsSync(dataDir)).toBe(false)
  })

  test('can come from a file, but not from both', async () => {
    const file = join(temporaryFolder(), 'port')
    writeFileSync(file, 'eighty\n')
    const fromFile = await run(['start'], { dataDir: newDataDir(), env: { PORT: '', PORT_FILE: file } })
    expect([fromFile.code, fromFile.stderr]).toEqual([1, expect.stringContaining('PORT=eighty')])
    const both = await run(['start'], { dataDir: newDataDir(), env: { PORT: '1', PORT_FILE: file } })
    expect([both.code, both.stderr]).toEqual([1, expect.stringContaining('keep one')])
  })

  test('an occupied port is reported, and PostgreSQL is stopped', async () => {
    const dataDir = readyDataDir()
    const { port } = new URL(service.url)
    const { code, stderr } = await run(['start'], { dataDir, env: { PORT: port } })
    expect(code).toBe(1)
    expect(stderr).toMatch(new RegExp(`^Error: Port ${port} of 127.0.0.1 is taken\\.\\n.+\\n$`))
    expect(postmasterOf(dataDir)).toBeUndefined()
  })

  test('a database that does not respond is reported without its password', async () => {
    const env = { DATABASE_URL: 'postgres://me:hunter2@127.0.0.1:1/reviews' }
    const { code, stdout, stderr } = await run(['store', 'list'], { env })
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).not.toContain('hunter2')
    expect(stderr).toMatch(/^Error: .*\n.*DATABASE_URL.*\n$/)
  })
})

test('a pipe that is closed early ends a command silently', () => {
  const line = '{ ./realword --help; echo "ended with $?" >&2; } | true'
  const { stderr } = spawnSync('sh', ['-c', line], { cwd: checkout, encoding: 'utf8' })
  expect(stderr).toBe('ended with 0\n')
})
