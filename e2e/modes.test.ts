import { chmodSync, lstatSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkModes } from '../server/upkeep/doctor/mode-check.ts'
import { examine } from './examine.ts'
import { cleanUp, newDataDir, run, type Service, startService, temporaryFolder } from './service.ts'
import { query } from './store.ts'

const before = process.umask()
let dataDir: string
let service: Service
beforeAll(async () => {
  process.umask(0o022)
  dataDir = newDataDir()
  mkdirSync(dataDir, { mode: 0o755 })
  // A demo store has pictures, and a file with its keys.
  service = await startService({ dataDir, flags: ['--demo'] })
})
afterAll(async () => {
  process.umask(before)
  await cleanUp()
})

/** Files and folders in a folder that other users can read, write or enter. */
function open(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(name => {
    const found = lstatSync(join(folder, name))
    return (found.isFile() || found.isDirectory()) && (found.mode & 0o077) !== 0
  })
}

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)

test("other users cannot read the service's data, even in an open data folder", () => {
  expect(readdirSync(join(dataDir, 'pictures')).length).toBeGreaterThan(1)
  expect(open(dataDir)).toEqual([])
})

test('commands write files that other users cannot read, and overwrite none', async () => {
  const [{ store_id } = { store_id: '' }] = await query<{ store_id: string }>(
    dataDir,
    'select store_id from stores',
  )
  const folder = temporaryFolder()
  const commands = [
    ['store', 'export', store_id, 'store.zip'],
    ['review', 'export', '--store', store_id, 'reviews.csv'],
    ['question', 'export', '--store', store_id, 'questions.csv'],
  ]
  for (const command of commands) {
    const file = join(folder, command.at(-1) ?? '')
    const args = [...command.slice(0, -1), file]
    expect((await run(args, { dataDir })).code).toBe(0)
    expect([file, modeOf(file)]).toEqual([file, '600'])
    writeFileSync(file, 'of somebody')
    chmodSync(file, 0o644)
    const again = await run(args, { dataDir })
    expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('already exists')])
    expect([statSync(file).size, modeOf(file)]).toEqual([11, '644'])
  }
})

test('doctor warns of open modes, and --fix corrects them', async () => {
  const pictures = join(dataDir, 'pictures', 'ab')
  mkdirSync(pictures, { recursive: true })
  for (const [path, mode] of [
    [dataDir, 0o755],
    [join(dataDir, 'pictures'), 0o755],
    [pictures, 0o755],
    [join(dataDir, 'postgres.log'), 0o644],
  ] as const)
    chmodSync(path, mode)
  // With DATABASE_URL the doctor does not make a PostgreSQL of its own.
  const host = encodeURIComponent(join(dataDir, 'run'))
  const options = { dataDir, env: { DATABASE_URL: `postgres://realword@${host}/realword` } }
  const { code, of } = await examine(options)
  expect([code, of('modes')]).toEqual([0, expect.objectContaining({ status: 'warning' })])
  for (const name of [dataDir, pictures, 'postgres.log', 'doctor --fix'])
    expect(of('modes')?.detail).toContain(name)
  expect((await run(['doctor', '--fix'], options)).code).toBe(0)
  expect(modeOf(pictures)).toBe('700')
  expect(modeOf(join(dataDir, 'postgres.log'))).toBe('600')
  expect(['700', '711']).toContain(modeOf(dataDir))
  expect(checkModes(dataDir, false).status).toBe('ok')
})

test('other users cannot read what the service leaves when it stops', async () => {
  service.kill('SIGTERM')
  await service.ended
  expect(open(dataDir)).toEqual([])
})
