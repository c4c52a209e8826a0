import { afterAll, beforeAll, expect, test } from 'vitest'
import { times } from '../../server/test/factories.ts'
import { cleanUp, readyDataDir, type Service, startService } from '../service.ts'
import { createStore, headersOf, orderText, type Store } from '../store.ts'
import { type Connection, expectBothAnswered, openConnections } from './processes.ts'

// A client that reaches both HTTP processes gets the budget of one.

let service: Service
let store: Store
let dataDir: string
beforeAll(async () => {
  dataDir = readyDataDir()
  const env = {
    WORKERS: '2',
    WRITE_RATE_LIMIT: '20',
    READ_RATE_LIMIT: '40',
    VISITOR_RATE_LIMIT: '200',
    SIGN_IN_RATE_LIMIT: '3',
  }
  service = await startService({ dataDir, env })
  store = await createStore({ dataDir })
})
afterAll(cleanUp)

function sendOrder(connection: Connection, orderId: string, to = store) {
  const body = JSON.parse(orderText(orderId)) as object
  return connection('POST', '/orders', { headers: headersOf(to), body })
}

const addressOf = (path: string, parameters: Record<string, string> = {}) =>
  `${path}?${new URLSearchParams({ store_id: store.store_id, store_key: store.store_key, ...parameters })}`

/** Sends `count` requests over all connections at once, and counts the statuses. */
async function statusesOf(
  count: number,
  send: (connection: Connection, at: number) => Promise<{ status: number }>,
) {
  const connections = openConnections(service)
  const sent = times(count, at => send(connections[at % connections.length] as Connection, at))
  const counts: Record<number, number> = {}
  for (const { status } of await Promise.all(sent)) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

test('the limit of a store’s writes holds for all processes together', async () => {
  const statuses = await statusesOf(64, (connection, at) => sendOrder(connection, `limit-${at}`))
  expect(statuses).toEqual({ 201: 20, 429: 44 })
  const other = await createStore({ dataDir })
  expect((await statusesOf(1, connection => sendOrder(connection, 'other', other)))[201]).toBe(1)
})

test('the limits of reads hold for all processes together', async () => {
  const read = (parameters: Record<string, string>) => (connection: Connection, at: number) =>
    connection('GET', addressOf('/api/v1/reviews.json', { product_id: `new-${at}`, ...parameters }))
  expect(await statusesOf(64, read({}))).toEqual({ 200: 40, 429: 24 })
  // A tenth of READ_RATE_LIMIT.
  expect(await statusesOf(24, read({ terms: 'coffee' }))).toEqual({ 200: 4, 429: 20 })
  await expectBothAnswered(service, '/api/v1/reviews.json')
})

test('the limit of visitors holds for all processes together, within a twentieth', async () => {
  const vote = (connection: Connection) =>
    connection('POST', addressOf('/api/v1/reviews/0190a1de-5f1b-7000-8000-000000000000/votes'), {
      body: { visitor: 'a-random-visitor-id' },
    })
  const { 429: refused = 0 } = await statusesOf(400, vote)
  expect(400 - refused).toBeGreaterThanOrEqual(200)
  expect(400 - refused).toBeLessThanOrEqual(210)
  expect(await statusesOf(16, vote)).toEqual({ 429: 16 })
  await expectBothAnswered(service, '/api/v1/reviews/:id/votes')
})

test('the limit of sign-ins holds for all processes together', async () => {
  const statuses: number[] = []
  // One after the other: checking a password keeps a core busy.
  for (const [at, connection] of openConnections(service).entries()) {
    const { status } = await connection('POST', '/admin/api/session', {
      headers: { 'x-realword-page': '1', origin: service.url },
      body: { email: `nobody.${at}@shop.example`, password: 'not the password' },
    })
    statuses.push(status)
  }
  expect(statuses).toEqual([401, 401, 401, 429, 429, 429, 429, 429])
  await expectBothAnswered(service, '/admin/api/session')
})
