import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  cleanUp,
  readyDataDir,
  run,
  runJson,
  type Service,
  startService,
  temporaryFolder,
} from '../service.ts'
import { createStore, headersOf, hold, orderText, type Store } from '../store.ts'
import { type Connection, expectBothAnswered, openConnections } from './processes.ts'

// What one HTTP process has done holds for the other.

let service: Service
let store: Store
let connections: Connection[]
const dataDir = readyDataDir()
beforeAll(async () => {
  service = await startService({ dataDir, env: { WORKERS: '2' } })
  store = await createStore({ dataDir })
  connections = openConnections(service)
})
afterAll(cleanUp)

const addressOf = (path: string, parameters: Record<string, string> = {}) =>
  `${path}?${new URLSearchParams({ store_id: store.store_id, store_key: store.store_key, ...parameters })}`

test('a revoked key is refused by all processes', async () => {
  const own = await createStore({ dataDir })
  const sendAll = async (round: string) => {
    const answers = await Promise.all(
      connections.map((connection, at) => {
        const body = JSON.parse(orderText(`${round}-${at}`)) as object
        return connection('POST', '/orders', { headers: headersOf(own), body })
      }),
    )
    return answers.map(({ status }) => status)
  }
  expect(await sendAll('before')).toEqual(Array(8).fill(201))
  await expectBothAnswered(service, '/orders')
  const [key] = await runJson<{ key_id: string }[]>(['key', 'list', '--store', own.store_id], { dataDir })
  expect((await run(['key', 'revoke', key?.key_id as string], { dataDir })).code).toBe(0)
  await expect.poll(() => sendAll('after')).toEqual(Array(8).fill(401))
})

test('searches of a store queue together: one runs, eight wait, the others are refused', async () => {
  const lock = await hold(dataDir, 'lock table reviews in access exclusive mode', [])
  const statuses: number[] = []
  const searches = openConnections(service, 14).map(async (connection, at) => {
    const path = addressOf('/api/v1/reviews.json', { terms: `coffee ${at}` })
    statuses.push((await connection('GET', path)).status)
  })
  await expect.poll(() => statuses.length).toBeGreaterThan(4)
  expect(await lock.isAwaited()).toBe(true)
  await lock.release()
  await Promise.all(searches)
  expect(statuses.slice(0, 5)).toEqual(Array(5).fill(503))
  expect(statuses.slice(5)).toEqual(Array(9).fill(200))
})

test('ratings that one process changes are fresh in all of them', async () => {
  const file = join(temporaryFolder(), 'reviews.csv')
  writeFileSync(file, 'review_id,product_id,rating,body\n1,moka,5,Very good\n2,moka,1,Very bad\n')
  await runJson(['review', 'import', '--store', store.store_id, file], { dataDir })
  const counts = async () => {
    const path = addressOf('/api/v1/ratings.json', { product_id: 'moka' })
    const answers = await Promise.all(connections.map(connection => connection('GET', path)))
    return answers.map(({ body }) => JSON.parse(body).result[0]?.total as number)
  }
  expect(await counts()).toEqual(Array(8).fill(2))
  await expectBothAnswered(service, '/api/v1/ratings.json')
  const admin = await signIn(connections[0] as Connection)
  const listed = await admin('GET', '/reviews')
  const [{ id }] = JSON.parse(listed.body).result as [{ id: string }]
  const decision = { action: 'remove', reason: 'spam', ids: [id] }
  expect((await admin('POST', '/reviews/decisions', decision)).status).toBe(200)
  await expect.poll(counts).toEqual(Array(8).fill(1))
})

test('/metrics has the series of every process, whichever process answers', async () => {
  const pages = await Promise.all(connections.map(connection => connection('GET', '/metrics')))
  for (const { status, headers, body } of pages) {
    expect(status).toBe(200)
    expect(headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/)
    expect(
      [...body.matchAll(/^process_resident_memory_bytes\{process="(.*)"\}/gm)].map(found => found[1]),
    ).toEqual(['jobs', 'http-1', 'http-2'])
    expect(body.match(/^# TYPE realword_http_requests_total counter$/gm)).toHaveLength(1)
    expect(body).toContain('realword_http_processes{process="jobs"} 2')
  }
})

test('the outbox’s cookie of one process opens it in all of them', async () => {
  const path = /(\/outbox\?token=[\w-]+)/.exec(service.output())?.[1] as string
  const { status, headers } = await (connections[0] as Connection)('GET', path)
  expect(status).toBe(303)
  const cookie = headers['set-cookie']?.[0]?.split(';')[0] as string
  const opened = await Promise.all(
    connections.map(connection => connection('GET', '/outbox', { headers: { cookie } })),
  )
  expect(opened.map(one => one.status)).toEqual(Array(8).fill(200))
  await expectBothAnswered(service, '/outbox')
})

/** Signs in an owner of the store, and sends requests about the store over this connection alone. */
async function signIn(connection: Connection) {
  const own = { 'x-realword-page': '1', origin: service.url }
  const names = ['--email', 'ana@shop.example', '--name', 'Ana', '--store', store.store_id, '--role', 'owner']
  const { link } = await runJson<{ link: string }>(['user', 'create', ...names], { dataDir })
  const [, token] = link.split('#reset=')
  const password = 'correct horse battery'
  await connection('POST', '/admin/api/password', { headers: own, body: { token, password } })
  const body = { email: 'ana@shop.example', password }
  const { headers } = await connection('POST', '/admin/api/session', { headers: own, body })
  const cookie = headers['set-cookie']?.map(one => one.split(';')[0]).join('; ') as string
  return (method: string, path: string, sent?: object) =>
    connection(method, `/admin/api/stores/${store.store_id}${path}`, {
      headers: { ...own, cookie },
      ...(sent && { body: sent }),
    })
}
