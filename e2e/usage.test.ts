import { spawnSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { listen } from '../server/test/network/listen.ts'
import { checkout, cleanUp, newDataDir, postmasterOf, readyDataDir, run, temporaryFolder } from './service.ts'

const colour = String.fromCharCode(27)

afterAll(cleanUp)

// More usage errors are in server/service/commands/program.test.ts.
describe('the command line', () => {
  test('prints the help of a command, and makes no data folder', async () => {
    const dataDir = newDataDir()
    const { code, stdout, stderr } = await run(['order', 'import', '--help'], { dataDir })
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toMatch(/^Usage: realword order import /)
    expect(existsSync(dataDir)).toBe(false)
  })

  test.each([
    { command: ['sing'], says: "error: unknown command 'sing'\nSee: ./realword --help\n" },
    {
      command: ['store', 'create'],
      says: "error: required option '--name <name>' not specified\nSee: ./realword store create --help\n",
    },
  ])('$command is a usage error: exits with 2, and says why', async ({ command, says }) => {
    const dataDir = newDataDir()
    expect(await run(command, { dataDir })).toMatchObject({ code: 2, stdout: '', stderr: says })
    expect(existsSync(dataDir)).toBe(false)
  })

  test('prints only one JSON value', async () => {
    const dataDir = readyDataDir()
    for (const command of [
      ['store', 'create', '--name', 'x', '--json'],
      ['doctor', '--json'],
    ]) {
      const { code, stdout, stderr } = await run(command, { dataDir })
      expect([code, stderr]).toEqual([0, ''])
      expect(typeof JSON.parse(stdout)).toBe('object')
    }
  })

  test('uses colour on a terminal, but not with NO_COLOR', ({ skip }) => {
    if (spawnSync('script', ['--version']).status !== 0)
      return skip('there is no `script` to make a terminal')
    const onTerminal = (env: Record<string, string>) =>
      spawnSync('script', ['-qec', './realword holidays BR', '/dev/null'], {
        cwd: checkout,
        encoding: 'utf8',
        env: { PATH: process.env.PATH, TERM: 'xterm-256color', ...env },
      }).stdout
    expect(onTerminal({})).toContain(colour)
    const plain = onTerminal({ NO_COLOR: '1' })
    expect(plain).toContain('date')
    expect(plain).not.toContain(colour)
  })
})

describe('settings', () => {
  test('that are wrong are all reported at once, by name and value, without secrets', async () => {
    const dataDir = newDataDir()
    const file = join(temporaryFolder(), 'port')
    writeFileSync(file, 'eighty\n')
    const { code, stdout, stderr } = await run(['start'], {
      dataDir,
      env: {
        PORT: '',
        PORT_FILE: file,
        WORKERS: '1.5',
        LOG_LEVEL: 'loud',
        TRUSTED_PROXIES: '10.0.0.0/99',
        PUBLIC_URL: 'shop.example',
        DATABASE_URL: 'mysql://me:hunter2@db/reviews',
        SMTP_URL: 'me:hunter3@mail',
      },
    })
    expect([code, stdout]).toEqual([1, ''])
    for (const word of [
      'PORT=eighty',
      'WORKERS=1.5: takes a whole number from 1 to 256.',
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

  test('an occupied port is reported, and PostgreSQL is stopped', async () => {
    const dataDir = readyDataDir()
    const { port, close } = await listen(createServer())
    onTestFinished(close)
    const { code, stderr } = await run(['start'], { dataDir, env: { PORT: String(port) } })
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
