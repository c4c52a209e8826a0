import { chmodSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
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

describe('doctor', () => {
  test('finds no fault on a new machine, and changes nothing', async () => {
    const dataDir = newDataDir()
    // A folder with the usual permissions: as root, PostgreSQL may run as another user.
    const TMPDIR = temporaryFolder()
    chmodSync(TMPDIR, 0o777)
    const { code, of } = await examine({ dataDir, env: { TMPDIR } })
    expect(code).toBe(0)
    for (const name of ['settings', 'embedded', 'data folder', 'database', 'clock'])
      expect(of(name)?.status, of(name)?.detail).toBe('ok')
    expect(of('embedded')?.detail).toMatch(/PostgreSQL 18/)
    expect(of('mail')).toMatchObject({ status: 'warning', detail: expect.stringContaining('SMTP_URL') })
    expect(existsSync(dataDir)).toBe(false)
    expect(readdirSync(TMPDIR)).toEqual([])
  })

  test('attaches to a running service and leaves it running', async () => {
    const service = await startService({ dataDir: readyDataDir() })
    const postmaster = postmasterOf(service.dataDir)
    const { code, of } = await examine(service)
    expect(code).toBe(0)
    expect(of('data folder')?.detail).toContain(`process ${postmaster}`)
    expect(of('database')).toMatchObject({ status: 'ok', detail: expect.stringContaining('PostgreSQL 18') })
    expect(of('migrations')?.status).toBe('ok')
    expect(postmasterOf(service.dataDir)).toBe(postmaster)
  })

  test('prints one aligned line for each check', async () => {
    const { stdout } = await run(['doctor'], { dataDir: newDataDir() })
    const lines = stdout.trimEnd().split('\n')
    expect(lines).toHaveLength(9)
    for (const line of lines) expect(line).toMatch(/^(ok {5}|warning|error {2}) {2}[a-z ]{12} {2}\S/)
  })

  test('reports wrong settings without their secrets', async () => {
    const { code, of } = await examine({ env: { PORT: 'x', DATABASE_URL: 'mysql://me:hunter2@db' } })
    expect(code).toBe(1)
    expect(of('settings')).toMatchObject({ status: 'error', detail: expect.stringContaining('PORT=x') })
    expect(of('settings')?.detail).not.toContain('hunter2')
  })
})

describe('data folder', () => {
  test('of another major version is an error', async () => {
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

  test.each(['garbage', ''])('whose version file contains %o is not PostgreSQL’s', async version => {
    const dataDir = newDataDir()
    mkdirSync(join(dataDir, 'postgres'), { recursive: true })
    writeFileSync(join(dataDir, 'postgres', 'PG_VERSION'), version)
    const { code, of } = await examine({ dataDir })
    expect([code, of('data folder')]).toMatchObject([
      1,
      { status: 'error', detail: expect.stringContaining('holds no PostgreSQL data') },
    ])
  })

  test('of a killed first start is a warning that says what to do', async () => {
    const service = await startService({ dataDir: readyDataDir() })
    mkdirSync(join(service.dataDir, 'postgres.new-7-1'))
    const { code, of } = await examine(service)
    expect(code).toBe(0)
    expect(of('data folder')).toMatchObject({
      status: 'warning',
      detail: expect.stringMatching(/postgres\.new-7-1.*remove it/),
    })
  })

  test('below a file is an error', async () => {
    const dataDir = newDataDir()
    writeFileSync(dataDir, '')
    const { code, of } = await examine({ dataDir: join(dataDir, 'data') })
    expect([code, of('data folder')?.status]).toEqual([1, 'error'])
  })
})
