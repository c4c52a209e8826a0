import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'
import { afterEach, describe, expect, test } from 'vitest'
import { readConfig } from '../server/config.ts'
import type { Check } from '../server/doctor/check.ts'
import { lookAtDatabase } from '../server/doctor/database-checks.ts'
import {
  cleanUp,
  newDataDir,
  onCleanUp,
  postmasterOf,
  type RunOptions,
  run,
  startService,
} from './service.ts'
import { createStore, orderText, post, query } from './store.ts'

afterEach(cleanUp)

/** What the doctor says, by the name of the check, and how it ended. */
async function examine(options: RunOptions, ...flags: string[]) {
  const { code, stdout } = await run(['doctor', '--json', ...flags], options)
  const { checks } = JSON.parse(stdout) as { checks: Check[] }
  const found = new Map(checks.map(({ name, ...finding }) => [name, finding]))
  return { code, of: (name: string) => found.get(name), states: checks.map(check => check.status) }
}

describe('doctor', () => {
  test('finds a machine on which nothing was started yet sound, and leaves it as it was', async () => {
    const dataDir = newDataDir()
    const before = readdirSync(tmpdir()).filter(name => name.startsWith('realword-doctor-'))
    const { code, of } = await examine({ dataDir })
    expect(code).toBe(0)
    for (const name of ['settings', 'embedded', 'data folder', 'database', 'clock'])
      expect(of(name)?.status, of(name)?.detail).toBe('ok')
    expect(of('embedded')?.detail).toMatch(/PostgreSQL 18/)
    expect(of('mail')).toMatchObject({ status: 'warning', detail: expect.stringContaining('SMTP_URL') })
    expect(existsSync(dataDir)).toBe(false)
    expect(readdirSync(tmpdir()).filter(name => name.startsWith('realword-doctor-'))).toEqual(before)
  })

  test('attaches to a running service and leaves it running', async () => {
    const service = await startService({ dataDir: newDataDir() })
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
    expect(lines).toHaveLength(6)
    for (const line of lines) expect(line).toMatch(/^(ok {5}|warning|error {2}) {2}[a-z ]{11} {2}\S/)
  })

  test('tells wrong settings without their secrets', async () => {
    const { code, of } = await examine({ env: { PORT: 'x', DATABASE_URL: 'mysql://me:hunter2@db' } })
    expect(code).toBe(1)
    expect(of('settings')).toMatchObject({ status: 'error', detail: expect.stringContaining('PORT=x') })
    expect(of('settings')?.detail).not.toContain('hunter2')
  })
})

describe('data folder', () => {
  test('of another major version is an error', async () => {
    const dataDir = newDataDir()
    await createStore({ dataDir })
    writeFileSync(join(dataDir, 'postgres', 'PG_VERSION'), '17\n')
    const { code, of } = await examine({ dataDir })
    expect(code).toBe(1)
    expect(of('data folder')).toMatchObject({
      status: 'error',
      detail: expect.stringContaining('PostgreSQL 17'),
    })
    expect(of('database')?.status).toBe('error')
  })

  test('with what a killed first start left is a warning that says what to do', async () => {
    const service = await startService({ dataDir: newDataDir() })
    mkdirSync(join(service.dataDir, 'postgres.new-7-1'))
    const { code, of } = await examine(service)
    expect(code).toBe(0)
    expect(of('data folder')).toMatchObject({
      status: 'warning',
      detail: expect.stringMatching(/postgres\.new-7-1.*remove it/),
    })
  })

  test('that lies below a file is an error', async () => {
    const dataDir = newDataDir()
    writeFileSync(dataDir, '')
    const { code, of } = await examine({ dataDir: join(dataDir, 'data') })
    expect([code, of('data folder')?.status]).toEqual([1, 'error'])
  })
})

describe('migrations', () => {
  test('that are pending are a warning, and --fix applies them', async () => {
    const service = await startService({ dataDir: newDataDir() })
    // As a database of the release before the last migration.
    await query(service.dataDir, 'drop table review_requests')
    await query(service.dataDir, 'delete from realword_migrations where version = 3')
    const before = await examine(service)
    expect(before.code).toBe(0)
    expect(before.of('migrations')).toMatchObject({
      status: 'warning',
      detail: expect.stringMatching(/3 review-requests.*\.\/realword migrate/),
    })
    const fixed = await examine(service, '--fix')
    expect(fixed.of('migrations')).toMatchObject({
      status: 'ok',
      detail: expect.stringContaining('applied now'),
    })
    expect((await examine(service)).of('migrations')?.status).toBe('ok')
    expect(await query(service.dataDir, 'select from review_requests')).toEqual([])
  })

  test('of a newer release are an error', async () => {
    const service = await startService({ dataDir: newDataDir() })
    await query(
      service.dataDir,
      `insert into realword_migrations (version, name, checksum) values (9999, 'future', 'x')`,
    )
    const { code, of } = await examine(service)
    expect(code).toBe(1)
    expect(of('migrations')).toMatchObject({ status: 'error', detail: expect.stringContaining('newer') })
  })
})

describe('ratings', () => {
  test('that differ from their reviews are an error, and --fix rebuilds them', async () => {
    const service = await startService({ dataDir: newDataDir() })
    const store = await createStore(service)
    await post(service.url, store, orderText('with a product'))
    await query(
      service.dataDir,
      `insert into rating_summaries
      select store_id, product_id, 0, 0, 0, 0, 1, 0, 0
      from products`,
    )
    const { code, of } = await examine(service)
    expect(code).toBe(1)
    expect(of('ratings')).toMatchObject({
      status: 'error',
      detail: expect.stringMatching(`store ${store.store_id}: product .*doctor --fix`),
    })
    expect(of('questions')?.status).toBe('ok')
    const fixed = await examine(service, '--fix')
    expect([fixed.code, fixed.of('ratings')?.status]).toEqual([0, 'ok'])
    expect((await examine(service)).of('ratings')?.detail).toContain('agree')
  })
})

describe('clock', () => {
  test('that differs from that of the database, or from the orders, is an error', async () => {
    const service = await startService({ dataDir: newDataDir() })
    const config = readConfig({ DATA_DIR: service.dataDir })
    const clockAt = async (now: () => number) =>
      (await lookAtDatabase(config, now, false)).find(({ name }) => name === 'clock')
    expect(await clockAt(Date.now)).toMatchObject({ status: 'ok' })
    expect(await clockAt(() => Date.now() + 10_000)).toMatchObject({ status: 'warning' })
    expect(await clockAt(() => Date.now() - 90_000)).toMatchObject({ status: 'error' })
    expect(await clockAt(() => 0)).toMatchObject({
      status: 'error',
      detail: expect.stringContaining('1970-01-01'),
    })

    const store = await createStore(service)
    expect((await post(service.url, store, orderText('early'))).status).toBe(201)
    expect(await clockAt(Date.now)).toMatchObject({ status: 'ok' })
    await query(service.dataDir, `update orders set received_at = received_at + interval '1 hour'`)
    expect(await clockAt(Date.now)).toMatchObject({
      status: 'error',
      detail: expect.stringContaining('in the future'),
    })
  })
})

describe('database', () => {
  test('of DATABASE_URL is looked at, and not made', async () => {
    const service = await startService({ dataDir: newDataDir() })
    const host = encodeURIComponent(join(service.dataDir, 'run'))
    const at = (name: string) => ({ env: { DATABASE_URL: `postgres://realword@${host}/${name}` } })
    const there = await examine({ dataDir: newDataDir(), ...at('realword') })
    expect(there.code).toBe(0)
    expect(there.of('database')).toMatchObject({ status: 'ok', detail: expect.stringContaining('18') })
    const missing = await examine({ dataDir: newDataDir(), ...at('elsewhere') })
    expect(missing.code).toBe(0)
    expect(missing.of('database')).toMatchObject({
      status: 'warning',
      detail: expect.stringContaining('elsewhere'),
    })
    const names = await query<{ datname: string }>(service.dataDir, 'select datname from pg_database')
    expect(names.map(row => row.datname)).not.toContain('elsewhere')
  })

  test('that does not answer is an error, without its password', async () => {
    const env = { DATABASE_URL: 'postgres://me:hunter2@127.0.0.1:1/reviews' }
    const { code, of } = await examine({ dataDir: newDataDir(), env })
    expect(code).toBe(1)
    expect(of('database')).toMatchObject({ status: 'error', detail: expect.stringContaining('DATABASE_URL') })
    expect(of('database')?.detail).not.toContain('hunter2')
  })
})

describe('mail', () => {
  const mailOf = async (env: Record<string, string>) =>
    (await examine({ dataDir: newDataDir(), env: { ...env } })).of('mail')

  test('is signed in to, with a sender', async () => {
    const server = new SMTPServer({
      allowInsecureAuth: true,
      disabledCommands: ['STARTTLS'],
      onAuth: ({ password }, _session, done) =>
        password === 'right' ? done(null, { user: 'me' }) : done(new Error('wrong password')),
    })
    server.on('error', () => {})
    await new Promise<void>(listening => server.listen(0, '127.0.0.1', listening))
    const { port } = server.server.address() as AddressInfo
    onCleanUp(() => server.close())
    const MAIL_FROM = 'Shop <reviews@shop.example>'
    const right = { SMTP_URL: `smtp://me:right@127.0.0.1:${port}`, MAIL_FROM }
    expect(await mailOf(right)).toMatchObject({ status: 'ok' })
    expect(await mailOf({ ...right, MAIL_FROM: '' })).toMatchObject({
      status: 'error',
      detail: expect.stringContaining('MAIL_FROM'),
    })
    const wrong = await mailOf({ SMTP_URL: `smtp://me:hunter2@127.0.0.1:${port}`, MAIL_FROM })
    expect(wrong).toMatchObject({ status: 'error', detail: expect.stringContaining('SMTP_URL') })
    expect(wrong?.detail).not.toContain('hunter2')
  })

  test('that nobody takes, or nobody greets, is an error within seconds', async () => {
    const silent = createServer()
    await new Promise<void>(listening => silent.listen(0, '127.0.0.1', listening))
    onCleanUp(() => silent.close())
    const { port } = silent.address() as AddressInfo
    for (const at of [1, port]) {
      const found = await mailOf({ SMTP_URL: `smtp://127.0.0.1:${at}`, MAIL_FROM: 'reviews@shop.example' })
      expect(found).toMatchObject({ status: 'error', detail: expect.stringContaining(`127.0.0.1:${at}`) })
    }
  })
})
