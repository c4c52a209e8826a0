import { chmodSync, existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { examine } from './examine.ts'
import {
  cleanUp,
  newDataDir,
  postmasterOf,
  readyDataDir,
  run,
  startService,
  temporaryFolder,
} from './service.ts'

afterEach(cleanUp)

// Other data folders are in server/upkeep/doctor/folder-checks.test.ts.

test('on a new machine the doctor finds no fault, prints an aligned line for each check, and changes nothing', async () => {
  const dataDir = newDataDir()
  // A folder with the usual permissions: as root, PostgreSQL may run as another user.
  const TMPDIR = temporaryFolder()
  chmodSync(TMPDIR, 0o777)
  const { code, stdout } = await run(['doctor'], { dataDir, env: { TMPDIR } })
  expect(code).toBe(0)
  const lines = stdout.trimEnd().split('\n')
  expect(lines).toHaveLength(10)
  for (const line of lines) expect(line).toMatch(/^(ok {5}|warning|error {2}) {2}[a-z ]{15} {2}\S/)
  for (const name of ['settings', 'embedded', 'data folder', 'database', 'clock'])
    expect(stdout).toMatch(new RegExp(`^ok +${name} `, 'm'))
  expect(stdout).toMatch(/^ok +embedded .*PostgreSQL 18/m)
  expect(stdout).toMatch(/^warning +mail .*SMTP_URL/m)
  expect(existsSync(dataDir)).toBe(false)
  expect(readdirSync(TMPDIR)).toEqual([])
})

test('the doctor attaches to a running service and leaves it running', async () => {
  const service = await startService({ dataDir: readyDataDir() })
  const postmaster = postmasterOf(service.dataDir)
  const { code, of } = await examine(service)
  expect(code).toBe(0)
  expect(of('data folder')?.detail).toContain(`process ${postmaster}`)
  expect(of('database')).toMatchObject({ status: 'ok', detail: expect.stringContaining('PostgreSQL 18') })
  expect(of('migrations')?.status).toBe('ok')
  expect(postmasterOf(service.dataDir)).toBe(postmaster)
})

test('wrong settings are reported without their secrets', async () => {
  const { code, of } = await examine({ env: { PORT: 'x', DATABASE_URL: 'mysql://me:hunter2@db' } })
  expect(code).toBe(1)
  expect(of('settings')).toMatchObject({ status: 'error', detail: expect.stringContaining('PORT=x') })
  expect(of('settings')?.detail).not.toContain('hunter2')
})

test('a data folder of another major version is an error', async () => {
  const dataDir = readyDataDir()
  writeFileSync(join(dataDir, 'postgres', 'PG_VERSION'), '17\n')
  const { code, of } = await examine({ dataDir })
  expect(code).toBe(1)
  expect(of('data folder')).toMatchObject({
    status: 'error',
    detail: expect.stringContaining('PostgreSQL 17'),
  })
  expect(of('database')?.status).toBe('error')
})
