import { afterEach, beforeEach, expect, test } from 'vitest'
import { examine } from '../examine.ts'
import { cleanUp, newDataDir, run, startService, waitFor } from '../service.ts'
import { createStore, orderText, post } from '../store.ts'
import { type Server, startPair } from './servers.ts'

let primary: Server
let standby: Server
beforeEach(async () => {
  const pair = await startPair()
  primary = pair.primary
  standby = pair.standby
  await primary.query('create database shop')
})
afterEach(cleanUp)

const dead = '127.0.0.1:1'
const writable = 'target_session_attrs=read-write'
const at = ({ port }: Server) => `127.0.0.1:${port}`
const addressOf = (hosts: string[], parameters = '') => ({
  DATABASE_URL: `postgres://realword@${hosts.join(',')}/shop?${parameters}`,
})

test('a standby is refused in one sentence, by start and doctor', async () => {
  await waitFor(
    'the database on the standby',
    async () => (await standby.query("select from pg_database where datname = 'shop'")).length > 0,
  )
  const words =
    /is a standby, which accepts no writes\.\s+Name the primary, or all hosts with target_session_attrs=read-write\./
  for (const env of [addressOf([at(standby)]), addressOf([at(standby), at(primary)])]) {
    expect(await run(['start'], { dataDir: newDataDir(), env })).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(words),
    })
    const { code, of } = await examine({ dataDir: newDataDir(), env })
    expect(code).toBe(1)
    expect(of('database')).toMatchObject({ status: 'error', detail: expect.stringMatching(words) })
  }
  const env = addressOf([dead, at(standby)], writable)
  expect(await run(['start'], { dataDir: newDataDir(), env })).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      /No host of DATABASE_URL can be used: .*ECONNREFUSED.*: accepts no writes\./,
    ),
  })
})

test('of a dead host, a standby and a primary the last is used, and after its end the promoted standby', async () => {
  const env = addressOf([dead, at(standby), at(primary)], `${writable}&options=-c%20work_mem%3D9MB`)
  const dataDir = newDataDir()
  const service = await startService({ dataDir, env })
  const store = await createStore({ dataDir, env })
  expect((await post(service.url, store, orderText('first'))).status).toBe(201)
  expect((await examine({ dataDir, env })).of('database')?.status).toBe('ok')
  await waitFor('the order on the standby', async () => {
    const [row] = await primary.query<{ behind: string }>(
      'select pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn)::text as behind from pg_stat_replication',
    )
    return row?.behind === '0'
  })
  primary.kill()
  await waitFor('a refusal', async () => (await post(service.url, store, orderText('during'))).status === 503)
  await standby.query('select pg_promote()')
  await waitFor('orders', async () => {
    const { status } = await post(service.url, store, orderText('after'))
    return status === 201 || status === 422
  })
  expect((await post(service.url, store, orderText('first'))).status).toBe(422)
})
