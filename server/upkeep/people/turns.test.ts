import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { erasureLock } from '../../foundation/personal-data/erasure-lock.ts'
import { aMember } from '../../test/admin.ts'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { anOrder } from '../../test/factories.ts'
import { aManageKey, type ManagementClient } from '../../test/management.ts'

let service: TestApp
let busy: ManagementClient
let other: ManagementClient
beforeAll(async () => {
  service = await startTestApp()
  busy = await aManageKey(service)
  other = await aManageKey(service)
  for (const { store } of [busy, other])
    await service.send('POST', '/orders', { headers: store.headers, body: anOrder() })
})
afterAll(() => service.close())

/** Runs `act` while no erasure of the store can finish. */
const whileBlocked = <T>({ store }: ManagementClient, act: () => Promise<T>): Promise<T> =>
  service.database.transaction(async tx => {
    await tx.query(sql`select pg_advisory_xact_lock(${erasureLock(store.storeId)})`)
    return await act()
  })

const erase = (client: ManagementClient, email: string) => client.send('POST', '/people/erase', { email })
const numbered = (count: number) => Array.from({ length: count }, (_, at) => `n${at}@example.com`)

async function connections(): Promise<number> {
  const [row] = await service.database.query<{ count: number }>(sql`
    select count(*)::integer as count from pg_stat_activity where datname = current_database()`)
  return row?.count ?? 0
}

async function waitingForLock(): Promise<number> {
  const [row] = await service.database.query<{ count: number }>(sql`
    select count(*)::integer as count from pg_locks where locktype = 'advisory' and not granted`)
  return row?.count ?? 0
}

test('of many erasures one runs, a few wait without a connection, and those of other stores pass them', async () => {
  const before = await connections()
  const all = await whileBlocked(busy, async () => {
    const sent = numbered(120).map(email => erase(busy, email))
    const statuses: number[] = []
    for (const one of sent) void one.then(({ status }) => statuses.push(status))
    await expect.poll(() => statuses.length).toBe(95)
    expect(new Set(statuses)).toEqual(new Set([429]))
    // Its own, that of its request, and those that the pool opened for requests before they waited.
    expect((await connections()) - before).toBeLessThanOrEqual(10)
    expect(await waitingForLock()).toBe(1)

    const owner = await aMember(service, busy.store.storeId, 'owner')
    const refused = await owner.send('POST', `/stores/${busy.store.storeId}/people/erase`, {
      email: 'one@example.com',
    })
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await erase(other, 'ana@example.com')).status).toBe(200)
    expect((await other.send('POST', '/people/export', { email: 'bia@example.com' })).status).toBe(200)
    return sent
  })
  const counted = Map.groupBy(await Promise.all(all), ({ status }) => status)
  expect([counted.get(200)?.length, counted.get(429)?.length]).toEqual([25, 95])
})

test('a client that leaves makes room in the queue', async () => {
  const headers = { authorization: `Bearer ${busy.apiKey}`, 'content-type': 'application/json' }
  const post = (email: string, signal: AbortSignal) =>
    fetch(`${service.url}/manage/v1/people/erase`, {
      ...{ method: 'POST', headers, body: JSON.stringify({ email }), signal },
    }).then(
      ({ status }) => status,
      () => 'left',
    )
  // A request that is not refused waits, and leaves.
  const further = () => post('further@example.com', AbortSignal.timeout(1_000))
  const leaving = new AbortController()
  await whileBlocked(busy, async () => {
    const all = numbered(25).map(email => post(email, leaving.signal))
    await expect.poll(further).toBe(429)
    leaving.abort()
    expect(new Set(await Promise.all(all))).toEqual(new Set(['left']))
    await expect.poll(further).toBe('left')
  })
  expect((await erase(busy, 'last@example.com')).status).toBe(200)
})

test('a member sends ten exports and erasures a minute', async () => {
  const { storeId } = other.store
  const owner = await aMember(service, storeId, 'owner')
  const statuses: number[] = []
  for (const email of numbered(11))
    statuses.push((await owner.send('POST', `/stores/${storeId}/people/export`, { email })).status)
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429])
})

test('a service that stops answers erasures that wait, and gives up those that run', async () => {
  const stopping = await startTestApp({}, service.target)
  const headers = { authorization: `Bearer ${busy.apiKey}`, 'content-type': 'application/json' }
  const statuses: number[] = []
  const send = async () => {
    const body = { email: 'last@example.com' }
    statuses.push((await stopping.send('POST', '/manage/v1/people/erase', { headers, body })).status)
  }
  await whileBlocked(busy, async () => {
    const running = send()
    await expect.poll(waitingForLock).toBe(1)
    const waiting = send()
    // The second request has arrived when a third one is answered.
    await stopping.send('GET', '/manage/v1/settings', { headers })
    await stopping.close()
    await Promise.all([running, waiting])
  })
  expect(statuses).toEqual([503, 503])
})
