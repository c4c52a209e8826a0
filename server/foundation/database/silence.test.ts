import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { createApp } from '../../service/app.ts'
import { createStore } from '../../tenants/stores/stores.ts'
import { createTestDatabase, type TestDatabase } from '../../test/database/database.ts'
import { anOrder } from '../../test/factories.ts'
import { openSilentProxy, type SilentProxy } from '../../test/network/silent-proxy.ts'
import { readConfig } from '../config/config.ts'
import { type Opened, openDatabase } from './open.ts'

let home: TestDatabase
let proxy: SilentProxy
let opened: Opened
beforeAll(async () => {
  home = await createTestDatabase()
  proxy = await openSilentProxy(inject('postgres'))
  const { user, password = '' } = inject('postgres')
  opened = await openDatabase({
    databaseUrl: `postgres://${user}:${password}@127.0.0.1:${proxy.port}/${home.target.database}`,
    embedded: { dataDir: '/nowhere' },
  })
})
afterAll(async () => {
  await opened.close()
  proxy.close()
  await home.close()
})

test('connections that die silently stop orders and sign-in for seconds, not until a time limit', async () => {
  const { database, session } = opened
  const config = readConfig({ LOG_LEVEL: 'silent', SECRET: 'a secret of the tests, long enough' })
  const app = await createApp({ config, database, session, clock: Date.now })
  const { store_id, api_key } = await createStore(database, Date.now, { name: 'Shop' })
  const headers = { 'x-store-id': store_id, 'x-api-key': api_key }
  const order = async () =>
    (await app.inject({ method: 'POST', url: '/orders', headers, payload: anOrder() })).statusCode
  // Every pipeline and pool has connections in use, and idle ones.
  expect(new Set(await Promise.all(Array.from({ length: 16 }, order)))).toEqual(new Set([201]))
  const accounts = database.schemaPool('accounts')
  await accounts.query('select 1')
  const slow = database.query({ name: 'slow', text: 'select pg_sleep(60)', values: [] })
  // Without the remedy, they end with their time limit of 20 s, and another error.
  const lost = expect(slow).rejects.toThrow(/terminated/)
  const lostSignIn = expect(accounts.query('select pg_sleep(60)')).rejects.toThrow(/terminated/)
  proxy.silence()
  const during = await Promise.all(Array.from({ length: 8 }, order))
  expect(new Set([...during, 201, 503])).toEqual(new Set([201, 503]))
  await vi.waitFor(async () => expect(await order()).toBe(201), { timeout: 120_000, interval: 20 })
  await lost
  await lostSignIn
  await vi.waitFor(async () => expect((await accounts.query('select 1')).rowCount).toBe(1), 120_000)
  await app.close()
})

test('a connection that is lost with an answer under way fails no other statement', async () => {
  const { database } = opened
  const slow = database.query<{ n: number }>({
    name: 'n',
    text: 'select 1 as n from pg_sleep(0.1)',
    values: [],
  })
  const piped = database.pipeline.query<{ n: number }>({
    ...{ name: 'm', text: 'select 2 as n from pg_sleep(0.1)' },
    values: [],
  })
  database.replaceConnections()
  expect([await slow, await piped]).toEqual([[{ n: 1 }], [{ n: 2 }]])
})
