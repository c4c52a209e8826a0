import { statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { prove, proveWhole, type RowsOf, startWriting } from '../crash/rounds.ts'
import {
  begin,
  cleanUp,
  newDataDir,
  postmasterOf,
  run,
  runJson,
  type Service,
  startService,
  waitFor,
} from '../service.ts'
import { createStore, hold, orderText, post, query, type Store } from '../store.ts'
import { onFirstStore, startTargetServer, type TargetServer } from './target-server.ts'

let target: TargetServer
let ours: TargetServer
beforeAll(async () => {
  target = await startTargetServer()
  ours = await startTargetServer(tmpdir(), true)
})
afterAll(() => Promise.all([target.stop(), ours.stop()]))
afterEach(cleanUp)

const password = 'correct horse battery'

/** Signs in a new owner of the store. Returns the cookie. */
async function signIn({ url, dataDir }: Service, store: Store): Promise<string> {
  const args = ['user', 'create', '--email', 'ana@shop.example', '--name', 'Ana', '--store', store.store_id]
  const { link } = await runJson<{ link: string }>(args, { dataDir })
  const send = (path: string, body: object) =>
    fetch(`${url}/admin/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-realword-page': '1' },
      body: JSON.stringify(body),
    })
  await send('/password', { token: link.slice(link.indexOf('=') + 1), password })
  const signedIn = await send('/session', { email: 'ana@shop.example', password })
  return signedIn.headers
    .getSetCookie()
    .map(one => one.split(';')[0])
    .join('; ')
}

const addressOf = (url: string, { store_id, store_key }: Store, product_id: string) =>
  `${url}/api/v1/ratings.json?${new URLSearchParams({ store_id, store_key, product_id })}`

/** Reads one after another. Returns the statuses. */
function startReading(url: string, store: Store) {
  const seen = new Map<number, number>()
  let stopping = false
  const reading = (async () => {
    while (!stopping) {
      const { status } = await fetch(addressOf(url, store, String(Math.random())))
      seen.set(status, (seen.get(status) ?? 0) + 1)
      await pause(5)
    }
  })()
  reading.catch(() => {}) // rethrown by `stop`
  return {
    stop: async () => {
      stopping = true
      await reading
      return seen
    },
  }
}

test.each([
  ['the oldest PostgreSQL', () => target],
  ['a PostgreSQL of our version', () => ours],
])('a service of several processes moves to %s while orders arrive, loses none and continues there', async (_, to) => {
  const target = to()
  const dataDir = newDataDir()
  const service = await startService({ dataDir, env: { WORKERS: '2' } })
  const store = await createStore({ dataDir })
  const cookie = await signIn(service, store)
  const reading = startReading(service.url, store)
  const writing = startWriting(0, store, () => service.url)
  await waitFor('orders before the move', () => writing.accepted.size > 300)
  const moved = await run(['move', '--to', target.urlOf('moved')], { dataDir })
  expect(moved).toMatchObject({ code: 0, stderr: '' })
  expect(moved.stdout).toContain(`set DATABASE_URL=${target.urlOf('moved').replace('not-checked', '***')}`)
  expect(moved.stdout).not.toContain('not-checked')
  const [, stopped] = /Nothing could be written for ([\d.]+) s/.exec(moved.stdout) ?? []
  expect(Number(stopped)).toBeLessThan(10)
  const known = writing.accepted.size
  await waitFor('orders after the move', () => writing.accepted.size > known + 300)
  await writing.stop()
  const statuses = await reading.stop()
  // A read whose connection the old server closed is answered 503.
  expect([...statuses.keys()].filter(status => status !== 200 && status !== 503)).toEqual([])
  expect(statuses.get(200)).toBeGreaterThan(10 * (statuses.get(503) ?? 0))

  const rowsOf: RowsOf = (text, values) => target.query('moved', text, values)
  await proveWhole(rowsOf, store, { sent: await prove(rowsOf, store, service.url, writing) })
  const me = await fetch(`${service.url}/admin/api/session`, { headers: { cookie } })
  expect(await me.json()).toMatchObject({ stores: [{ store_id: store.store_id }] })
  expect(await target.query('moved', `select to_regclass('realword_move')::text as mark`)).toEqual([
    { mark: null },
  ])

  // The old server has stopped, and its folder says where its database is.
  expect(postmasterOf(dataDir)).toBeUndefined()
  expect(statSync(join(dataDir, 'moved.json')).mode & 0o777).toBe(0o600)
  for (const args of [['start'], ['store', 'list'], ['move', '--to', target.urlOf('again')]]) {
    const refused = await run(args, { dataDir })
    expect(refused).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/was moved to postgres:\S*:\*\*\*@\S*\/moved on/),
    })
    expect(refused.stderr).not.toContain('not-checked')
  }
  service.kill('SIGTERM')
  await service.ended
  const again = await startService({ dataDir, env: { DATABASE_URL: target.urlOf('moved') } })
  expect((await post(again.url, store, orderText('after'))).status).toBe(201)
})

describe('the old database continues', () => {
  let service: Service
  let store: Store
  let dataDir: string

  async function serve(): Promise<void> {
    dataDir = newDataDir()
    service = await startService({ dataDir })
    store = await createStore({ dataDir })
    expect((await post(service.url, store, orderText('first'))).status).toBe(201)
  }

  async function expectUndone(): Promise<void> {
    const isUndone = async () => {
      const [left] = await query<{ count: number }>(
        dataDir,
        'select (select count(*) from pg_publication)::integer + (select count(*) from pg_replication_slots)::integer as count',
      )
      return (
        left?.count === 0 &&
        (await post(service.url, store, orderText(`again-${Math.random()}`))).status === 201
      )
    }
    await waitFor('writes', isUndone)
  }

  test('when the copy differs, and a second move starts over', async () => {
    await serve()
    await onFirstStore(target, 'spoiled', "new.name := 'spoiled'")
    const move = ['move', '--to', target.urlOf('spoiled')]
    expect(await run(move, { dataDir })).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /^Error: The copy differs from the database:\n {2}stores: 1 rows here, 1 there, with other values\nThe old database continues/,
      ),
    })
    await expectUndone()
    const unfinished = await run(['store', 'list'], {
      dataDir,
      env: { DATABASE_URL: target.urlOf('spoiled') },
    })
    expect(unfinished).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('incomplete copy of a move'),
    })
    expect(await run(move, { dataDir })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('--start-over'),
    })
    await target.query('spoiled', 'drop event trigger meddle; drop trigger meddle on stores')
    expect(await run([...move, '--start-over'], { dataDir })).toMatchObject({ code: 0, stderr: '' })
    expect(await target.query('spoiled', 'select name from stores')).toEqual([{ name: 'Café da Serra' }])
  })

  test('when the move is killed while writes are stopped', async () => {
    await serve()
    const { moving, held } = await stopInSwitch('killed')
    const refused = await post(service.url, store, orderText('refused'))
    expect([refused.status, refused.headers['retry-after']]).toEqual([503, '1'])
    expect((await fetch(addressOf(service.url, store, '1'))).status).toBe(200)
    moving.kill('SIGKILL')
    await held.release()
    await expectUndone()
  })

  test('when the move and the service are killed, and the service starts again', async () => {
    await serve()
    const { moving, held } = await stopInSwitch('killed_with_service')
    service.kill('SIGKILL')
    moving.kill('SIGKILL')
    await service.ended
    await held.release()
    service = await startService({ dataDir })
    await expectUndone()
  })

  /** Begins a move that has stopped writes, and waits for a transaction that wrote before. */
  async function stopInSwitch(name: string) {
    await onFirstStore(target, name, 'perform pg_advisory_xact_lock(1)')
    const copying = await target.hold(name, 'select pg_advisory_lock(1)')
    const moving = begin(['move', '--to', target.urlOf(name)], { dataDir })
    await waitFor('the copy', copying.isAwaited)
    const held = await hold(dataDir, 'update stores set name = name where store_id = $1', [store.store_id])
    await copying.release()
    await waitFor('the switch', async () => {
      const [now] = await query<{ mode: string }>(
        dataDir,
        "select current_setting('default_transaction_read_only') as mode",
      )
      return now?.mode === 'on'
    })
    return { moving, held }
  }
})

test('refuses a target that it cannot use, and changes nothing', async () => {
  const dataDir = newDataDir()
  await createStore({ dataDir })
  for (const statement of [
    'create database used',
    'create role stranger login',
    'create database foreign_one',
    "create database latin encoding 'LATIN1' lc_collate 'C' lc_ctype 'C' template template0",
  ])
    await target.query('postgres', statement)
  await target.query('used', 'create table stores (a integer primary key)')
  const asStranger = target.urlOf('foreign_one').replace('realword:', 'stranger:')
  const refusals: [string, number, RegExp][] = [
    ['shop.example', 2, /--to takes an address that begins with postgres/],
    [target.urlOf('used'), 1, /already holds tables of Realword/],
    [target.urlOf('latin'), 1, /has the encoding LATIN1/],
    [asStranger, 1, /may not create our tables: permission denied/],
    ['postgres://realword@127.0.0.1:1/none', 1, /cannot be used: .*ECONNREFUSED/],
  ]
  for (const [to, code, words] of refusals)
    expect(await run(['move', '--to', to], { dataDir })).toMatchObject({
      code,
      stderr: expect.stringMatching(words),
    })
  const itself = `postgres://realword@/copy?host=${join(dataDir, 'run')}`
  expect(await run(['move', '--to', itself], { dataDir })).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('names the embedded server itself'),
  })
  const env = { DATABASE_URL: target.urlOf('other') }
  expect(await run(['move', '--to', target.urlOf('used')], { dataDir, env })).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('there is no embedded database to move'),
  })
})
