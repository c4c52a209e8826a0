import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../server/foundation/config/config.ts'
import { startMailServer } from '../server/test/mail/mail-server.ts'
import { checkDatabase } from '../server/upkeep/doctor/database-checks.ts'
import { examine } from './examine.ts'
import { makeStore } from './make-store.ts'
import { cleanUp, newDataDir, readyDataDir, run, type Service, startService } from './service.ts'
import { orderText, post, query } from './store.ts'

// All tests share one database through DATABASE_URL, so that the doctor does not test a PostgreSQL of its own each
// time, which takes longer than everything else. Each test leaves it intact.
let service: Service
beforeAll(async () => {
  service = await startService({ dataDir: readyDataDir() })
})
afterAll(cleanUp)

/** Settings of an operator who uses this database of the server. */
function using(name: string) {
  const host = encodeURIComponent(join(service.dataDir, 'run'))
  return { dataDir: newDataDir(), env: { DATABASE_URL: `postgres://realword@${host}/${name}` } }
}

describe('migrations', () => {
  test('that are pending are a warning, and --fix applies them', async () => {
    const older = using('older')
    expect((await run(['migrate'], older)).code).toBe(0)
    // Makes it look like a database of the release before the last migration.
    const tell = (text: string) => query(service.dataDir, text, [], 'older')
    await tell('drop table review_requests')
    await tell('delete from realword_migrations where version = 3')
    const before = await examine(older)
    expect(before.code).toBe(0)
    expect(before.of('migrations')).toMatchObject({
      status: 'warning',
      detail: expect.stringMatching(/3 review-requests.*\.\/realword migrate/),
    })
    const fixed = await examine(older, '--fix')
    expect(fixed.of('migrations')).toMatchObject({
      status: 'ok',
      detail: expect.stringContaining('applied migrations'),
    })
    expect(await tell('select from review_requests')).toEqual([])
  })

  test('of a newer release are an error', async () => {
    await query(
      service.dataDir,
      `insert into realword_migrations (version, name, checksum) values (9999, 'future', 'x')`,
    )
    onTestFinished(async () => {
      await query(service.dataDir, 'delete from realword_migrations where version = 9999')
    })
    const { code, of } = await examine(using('realword'))
    expect(code).toBe(1)
    expect(of('migrations')).toMatchObject({ status: 'error', detail: expect.stringContaining('newer') })
  })
})

describe('ratings and requests', () => {
  test('ratings that differ from their reviews are rebuilt by --fix, a request without its order is not', async () => {
    const [store, other] = [await makeStore(service), await makeStore(service)]
    await post(service.url, store, orderText('with a product'))
    await post(service.url, other, orderText('to be lost'))
    const there = await examine(using('realword'))
    expect(there.code).toBe(0)
    expect(there.of('database')).toMatchObject({ status: 'ok', detail: expect.stringContaining('18') })
    expect(there.of('ratings')?.detail).toContain('agree')
    expect(there.of('requests')?.status).toBe('ok')
    await query(
      service.dataDir,
      `insert into rating_summaries
      select store_id, product_id, 0, 0, 0, 0, 1, 0, 0
      from products
      where store_id = $1`,
      [store.store_id],
    )
    await query(service.dataDir, 'delete from orders where store_id = $1', [other.store_id])
    onTestFinished(async () => {
      await query(service.dataDir, 'delete from review_requests where store_id = $1', [other.store_id])
    })
    const { code, of } = await examine(using('realword'))
    expect(code).toBe(1)
    expect(of('ratings')).toMatchObject({
      status: 'error',
      detail: expect.stringMatching(`store ${store.store_id}: product .*doctor --fix`),
    })
    expect(of('questions')?.status).toBe('ok')
    const lost = {
      status: 'error',
      detail: expect.stringMatching(`store ${other.store_id} has a review request of the order to be lost`),
    }
    expect(of('requests')).toMatchObject(lost)
    const fixed = await examine(using('realword'), '--fix')
    expect([fixed.code, fixed.of('ratings')?.status]).toEqual([1, 'ok'])
    expect(fixed.of('requests')).toMatchObject(lost)
    const config = readConfig({ DATA_DIR: service.dataDir })
    const again = await checkDatabase(config, Date.now, false)
    expect(again.find(({ name }) => name === 'ratings')?.detail).toContain('agree')
  })
})

describe('clock', () => {
  test('that differs from that of the database, or from the orders, is an error', async () => {
    const config = readConfig({ DATA_DIR: service.dataDir })
    const clockAt = async (now: () => number) =>
      (await checkDatabase(config, now, false)).find(({ name }) => name === 'clock')
    expect(await clockAt(Date.now)).toMatchObject({ status: 'ok' })
    expect(await clockAt(() => Date.now() + 10_000)).toMatchObject({ status: 'warning' })
    expect(await clockAt(() => Date.now() - 90_000)).toMatchObject({ status: 'error' })
    expect(await clockAt(() => 0)).toMatchObject({
      status: 'error',
      detail: expect.stringContaining('1970-01-01'),
    })

    const store = await makeStore(service)
    expect((await post(service.url, store, orderText('early'))).status).toBe(201)
    expect(await clockAt(Date.now)).toMatchObject({ status: 'ok' })
    const shift = (by: string) =>
      query(service.dataDir, 'update orders set received_at = received_at + $1::interval', [by])
    await shift('1 hour')
    onTestFinished(async () => void (await shift('-1 hour')))
    expect(await clockAt(Date.now)).toMatchObject({
      status: 'error',
      detail: expect.stringContaining('in the future'),
    })
  })
})

describe('database', () => {
  test('of DATABASE_URL that is missing is a warning, and not created', async () => {
    const missing = await examine(using('elsewhere'))
    expect(missing.code).toBe(0)
    expect(missing.of('database')).toMatchObject({
      status: 'warning',
      detail: expect.stringContaining('elsewhere'),
    })
    const names = await query<{ datname: string }>(service.dataDir, 'select datname from pg_database')
    expect(names.map(row => row.datname)).not.toContain('elsewhere')
  })

  test('that does not respond is an error, without its password', async () => {
    const config = readConfig({ DATABASE_URL: 'postgres://me:hunter2@127.0.0.1:1/reviews' })
    const found = (await checkDatabase(config, Date.now, false)).find(({ name }) => name === 'database')
    expect(found).toMatchObject({ status: 'error', detail: expect.stringContaining('DATABASE_URL') })
    expect(found?.detail).not.toContain('hunter2')
  })
})

test('mail is checked by signing in', async () => {
  const server = await startMailServer({
    authOptional: false,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    onAuth: (_auth, _session, done) => done(new Error('wrong password')),
  })
  onTestFinished(server.close)
  const { dataDir, env } = using('realword')
  const settings = {
    SMTP_URL: `smtp://me:hunter2@${new URL(server.url).host}`,
    MAIL_FROM: 'reviews@shop.example',
  }
  const { code, of } = await examine({ dataDir, env: { ...env, ...settings } })
  expect(code).toBe(1)
  expect(of('mail')).toMatchObject({ status: 'error', detail: expect.stringContaining('SMTP_URL') })
  expect(of('mail')?.detail).not.toContain('hunter2')
})
