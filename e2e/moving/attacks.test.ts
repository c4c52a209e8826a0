import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { times } from '../../server/test/factories.ts'
import { openSilentProxy, type SilentProxy } from '../../server/test/network/silent-proxy.ts'
import {
  begin,
  cleanUp,
  newDataDir,
  onCleanUp,
  postmasterOf,
  run,
  type Service,
  startService,
  waitFor,
} from '../service.ts'
import { smallDisk } from '../small-disk.ts'
import { createStore, hold, orderText, post, query, type Store } from '../store.ts'
import { onFirstStore, startTargetServer, type TargetServer } from './target-server.ts'

let service: Service
let store: Store
let dataDir: string
beforeEach(async () => {
  dataDir = newDataDir()
  service = await startService({ dataDir })
  store = await createStore({ dataDir })
  expect((await post(service.url, store, orderText('first'))).status).toBe(201)
})
afterEach(cleanUp)

const interrupted = /^Error: The move was interrupted: .*\nThe old database continues as before\./

describe('the old database continues, and the next move finishes', () => {
  test('when the new server is killed while rows are copied', async () => {
    const target = await newTarget()
    const { moving } = await stopInCopy(target)
    target.kill()
    expect(await moving.ended).toMatchObject({ code: 1, stderr: expect.stringMatching(interrupted) })
    await expectUndone()
    await target.start()
    await allowRows(target)
    await expectFinished(target)
  })

  test('when the old server is killed while rows are copied', async () => {
    const target = await newTarget()
    const { moving, release } = await stopInCopy(target)
    process.kill(postmasterOf(dataDir) as number, 'SIGKILL')
    await release()
    expect(await moving.ended).toMatchObject({ code: 1, stderr: expect.stringMatching(interrupted) })
    await expectUndone()
    await allowRows(target)
    await expectFinished(target)
  })

  test('when the old server is killed after the last change was copied, and orders arrive before the move ends', async () => {
    const target = await newTarget()
    const { moving, release } = await stopInCopy(target)
    const held = await target.hold('moved', 'begin; select from realword_move for update')
    await release()
    await inLastStatement(target)
    process.kill(postmasterOf(dataDir) as number, 'SIGKILL')
    await expectUndone()
    expect((await post(service.url, store, orderText('meanwhile'))).status).toBe(201)
    await held.release()
    expect(await moving.ended).toMatchObject({ code: 1, stderr: expect.stringMatching(interrupted) })
    expect(existsSync(join(dataDir, 'moved.json'))).toBe(false)
    expect((await post(service.url, store, orderText('meanwhile'))).status).toBe(422)
    await allowRows(target)
    await expectFinished(target)
  })

  test('when the new server is silent in the switch, which ends after half a minute', async () => {
    const target = await newTarget()
    const proxy = await newProxy(target)
    const { moving, release } = await stopInCopy(target, proxy.port)
    const held = await target.hold('moved', 'begin; select from realword_move for update')
    await release()
    await inLastStatement(target)
    expect((await post(service.url, store, orderText('refused'))).status).toBe(503)
    proxy.silence()
    await held.release()
    expect(await moving.ended).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('The switch took longer than 30 seconds and was abandoned.'),
    })
    await expectUndone()
    await allowRows(target)
    await expectFinished(target)
  })

  test('when the new server is silent while rows are copied, which ends after a minute', async () => {
    const target = await newTarget()
    const proxy = await newProxy(target)
    const { moving, release } = await stopInCopy(target, proxy.port)
    proxy.silence()
    await release()
    expect(await moving.ended).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('The move was interrupted: the new database does not answer.'),
    })
    await expectUndone()
  })

  test('when the new server is silent while its tables are created, which ends after a minute', async () => {
    const target = await newTarget()
    const proxy = await newProxy(target)
    // Creating the stores waits for another session that creates tables of that name.
    const held = await target.hold('moved', 'begin; create table stores ()')
    const moving = begin(['move', '--to', addressOf(target, proxy.port)], { dataDir })
    await waitFor('the tables', held.isAwaited)
    proxy.silence()
    await held.release()
    expect(await moving.ended).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('The move was interrupted: the new database does not answer.'),
    })
    await expectUndone()
    proxy.close() // the server learns that the connections are gone
    await allowRows(target)
    await expectFinished(target)
  })

  test('when the new server is silent while its database is created, which ends after a minute', async () => {
    const target = await newTarget()
    const proxy = await newProxy(target)
    const held = await target.hold('postgres', 'begin; lock table pg_database in exclusive mode')
    const moving = begin(['move', '--to', addressOf(target, proxy.port, 'fresh')], { dataDir })
    await waitFor('the database', held.isAwaited)
    proxy.silence()
    await held.release()
    expect(await moving.ended).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(
        'The database of --to cannot be used: the new database does not answer.',
      ),
    })
    await expectUndone()
    proxy.close()
    await allowRows(target)
    await expectFinished(target)
  })

  test('when the disk of the new server is full', async ({ skip }) => {
    const disk = smallDisk(200)
    if (!disk) return skip('a disk cannot be mounted here: only root may')
    const target = await newTarget(disk)
    const { moving, release } = await stopInCopy(target)
    const filler = join(disk, 'filler')
    for (let size = 64 * 1024 * 1024; size >= 1024; size /= 2)
      try {
        for (;;) writeFileSync(filler, Buffer.alloc(size), { flag: 'a' })
      } catch {
        // Now with less.
      }
    await Promise.all(times(50, at => post(service.url, store, orderText(`more-${at}`))))
    await release()
    const { code, stderr } = await moving.ended
    expect([code, stderr]).toEqual([1, expect.stringMatching(interrupted)])
    await expectUndone()
  })
})

test('a break of the network of half a minute only delays the move', async () => {
  const target = await newTarget()
  const proxy = await newProxy(target)
  const { moving, release } = await stopInCopy(target, proxy.port)
  proxy.silence()
  await release()
  setTimeout(proxy.resume, 30_000)
  expect((await post(service.url, store, orderText('during'))).status).toBe(201)
  expect(await moving.ended).toMatchObject({ code: 0, stderr: '' })
  expect(await target.query('moved', 'select count(*)::integer as orders from orders')).toEqual([
    { orders: 2 },
  ])
})

test('a transaction that began before writes were stopped writes nothing after the last changes were copied', async () => {
  const target = await newTarget()
  const { moving, release } = await stopInCopy(target)
  const begun = await hold(dataDir, 'select name from stores', [])
  const held = await target.hold('moved', 'begin; select from realword_move for update')
  await release()
  await inLastStatement(target)
  const written = begun.run("update stores set name = 'Late'; commit").then(
    () => 'committed',
    error => error.message,
  )
  await waitFor('the write to wait', begun.isWaiting)
  await held.release()
  expect(await moving.ended).toMatchObject({ code: 0, stderr: '' })
  expect(await written).toBe('terminating connection due to administrator command')
  expect(await target.query('moved', 'select name from stores')).toEqual([{ name: 'Café da Serra' }])
})

test('a second move is refused while one is running', async () => {
  const target = await newTarget()
  const { moving, release } = await stopInCopy(target)
  expect(await run(['move', '--to', target.urlOf('second')], { dataDir })).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Another process is moving this database.'),
  })
  await release()
  expect((await moving.ended).code).toBe(0)
})

test('a database of an older release is refused, and keeps its rows', async () => {
  const target = await newTarget()
  const env = { DATABASE_URL: target.urlOf('older') }
  await createStore({ dataDir: newDataDir(), env })
  await target.query('older', 'delete from realword_migrations where version > 10')
  for (const flags of [[], ['--start-over']])
    expect(await run(['move', '--to', target.urlOf('older'), ...flags], { dataDir })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('already holds tables of Realword, and a move replaces nothing'),
    })
  expect(await target.query('older', 'select name from stores')).toHaveLength(1)
  await expectUndone()
})

async function newTarget(parent?: string): Promise<TargetServer> {
  const target = await startTargetServer(parent)
  onCleanUp(target.stop)
  await onFirstStore(target, 'moved', 'perform pg_advisory_xact_lock(1)')
  return target
}

async function newProxy(target: TargetServer): Promise<SilentProxy> {
  const proxy = await openSilentProxy({ host: '127.0.0.1', port: target.port })
  onCleanUp(proxy.close)
  return proxy
}

/** Begins a move to `moved`, and waits until it copies the first store, which it continues after `release`. */
async function stopInCopy(target: TargetServer, port = target.port) {
  const held = await target.hold('moved', 'select pg_advisory_lock(1)')
  const moving = begin(['move', '--to', addressOf(target, port)], { dataDir })
  await waitFor('the copy', held.isAwaited)
  return { moving, release: held.release }
}

const addressOf = (target: TargetServer, port: number, name = 'moved') =>
  target.urlOf(name).replace(String(target.port), String(port))

/** Resolves when the move has copied and compared everything, and declares the copy complete. */
async function inLastStatement(target: TargetServer): Promise<void> {
  const waiting = `
    select from pg_stat_activity
    where query = 'update realword_move set complete = true' and wait_event_type = 'Lock'`
  await waitFor('the last statement', async () => (await target.query('moved', waiting)).length > 0)
}

const allowRows = (target: TargetServer) =>
  target.query('moved', 'drop event trigger if exists meddle; drop trigger if exists meddle on stores')

/** Nothing of the move is left in the old database, and it takes orders. */
async function expectUndone(): Promise<void> {
  await waitFor('an order', async () => {
    const answer = await post(service.url, store, orderText(`again-${Math.random()}`)).catch(() => undefined)
    return answer?.status === 201
  })
  await waitFor('the end of what the move needed', async () => {
    const [left] = await query<{ count: number }>(
      dataDir,
      'select (select count(*) from pg_publication)::integer + (select count(*) from pg_replication_slots)::integer as count',
    )
    return left?.count === 0
  })
}

async function expectFinished(target: TargetServer): Promise<void> {
  const orders = 'select order_id from orders order by 1'
  const before = await query(dataDir, orders)
  expect(await run(['move', '--to', target.urlOf('moved'), '--start-over'], { dataDir })).toMatchObject({
    code: 0,
    stderr: '',
  })
  expect(await target.query('moved', orders)).toEqual(before)
}
