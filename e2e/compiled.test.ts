import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { nobody, noOtherUsers } from './other-users.ts'
import { checkout, cleanUp, run, temporaryFolder } from './service.ts'

afterEach(cleanUp)

/** A checkout with the same packages, and sources of its own. */
function copyCheckout(): string {
  const folder = temporaryFolder()
  chmodSync(folder, 0o755)
  for (const name of ['realword', 'server'])
    cpSync(join(checkout, name), join(folder, name), { recursive: true })
  for (const name of readdirSync(checkout))
    if (!existsSync(join(folder, name)) && name !== 'node_modules')
      symlinkSync(join(checkout, name), join(folder, name))
  mkdirSync(join(folder, 'node_modules'))
  for (const name of readdirSync(join(checkout, 'node_modules')))
    if (!['.cache', '.compiled'].includes(name))
      symlinkSync(join(checkout, 'node_modules', name), join(folder, 'node_modules', name))
  return folder
}

const compiledOf = (cwd: string) => join(cwd, 'node_modules/.compiled')

function filesOf(cwd: string): string[] {
  return readdirSync(compiledOf(cwd), { recursive: true, encoding: 'utf8' })
    .map(name => join(compiledOf(cwd), name))
    .filter(path => statSync(path).isFile())
}

/** The help of a command, as a person's shell runs it: without the cache of the tests. */
async function help(cwd: string, options: { uid?: number } = {}): Promise<string> {
  const { code, stdout, stderr } = await run(['key', '--help'], {
    cwd,
    env: { NODE_COMPILE_CACHE: '' },
    ...options,
  })
  expect([code, stderr]).toEqual([0, ''])
  return stdout
}

test('a command keeps what it has compiled, for its user alone, and reads it again', async () => {
  const cwd = copyCheckout()
  const before = process.umask(0)
  const first = await help(cwd).finally(() => process.umask(before))
  expect((statSync(compiledOf(cwd)).mode & 0o777).toString(8)).toBe('700')
  const kept = filesOf(cwd)
  expect(kept.length).toBeGreaterThan(50)
  const written = kept.map(path => statSync(path).mtimeMs)
  expect(await help(cwd)).toBe(first)
  expect(filesOf(cwd).map(path => statSync(path).mtimeMs)).toEqual(written)
})

test('a changed source is what runs, even with the size and time of the one before', async () => {
  const cwd = copyCheckout()
  const file = join(cwd, 'server/service/commands/access/key.ts')
  const words = 'create, list and revoke API keys'
  const [source, { atime, mtime }] = [readFileSync(file, 'utf8'), statSync(file)]
  expect(await help(cwd)).toContain(words)
  expect(source).toContain(words)
  writeFileSync(file, source.replace(words, words.toUpperCase()))
  utimesSync(file, atime, mtime)
  expect(await help(cwd)).toContain(words.toUpperCase())
})

test('a file of which a killed process or a full disk left half is compiled again', async () => {
  const cwd = copyCheckout()
  const first = await help(cwd)
  for (const path of filesOf(cwd)) truncateSync(path, Math.floor(statSync(path).size / 2))
  expect(await help(cwd)).toBe(first)
})

test('a command that may keep nothing there runs', async () => {
  const cwd = copyCheckout()
  writeFileSync(compiledOf(cwd), 'not a folder')
  expect(await help(cwd)).toContain('Usage: realword key')
})

test.skipIf(noOtherUsers)(
  "a command reads and writes no compiled code beside another user's packages",
  async () => {
    const cwd = copyCheckout()
    expect(await help(cwd, { uid: nobody })).toContain('Usage: realword key')
    expect(existsSync(compiledOf(cwd))).toBe(false)
    mkdirSync(compiledOf(cwd))
    chownSync(compiledOf(cwd), nobody, nobody)
    expect(await help(cwd)).toContain('Usage: realword key')
    expect(readdirSync(compiledOf(cwd))).toEqual([])
  },
)
