import { once } from 'node:events'
import { Agent } from 'node:http'
import { createServer } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { cleanUp, postmasterOf, readyDataDir, type Service, startService, waitFor } from '../service.ts'
import { createStore, orderText, post, query, type Store } from '../store.ts'
import { httpProcessesOf, isAnswered, isHttpProcess, waitForProcesses } from './processes.ts'

afterEach(cleanUp)

const env = { WORKERS: '2' }

test('a killed HTTP process is replaced, the other one answers meanwhile, and no order is lost', async () => {
  const service = await startService({ dataDir: readyDataDir(), env })
  const store = await createStore(service)
  const load = startLoad(service, store)
  let last = httpProcessesOf(service)
  expect(last).toHaveLength(2)
  for (let kill = 0; kill < 4; kill++) {
    const known = load.accepted.size
    await waitFor('more orders', () => load.accepted.size > known + 50)
    const [victim, other] = kill % 2 ? last.toReversed() : last
    process.kill(victim as number, 'SIGKILL')
    const atKill = load.accepted.size
    await waitFor('orders through the other process', () => load.accepted.size > atKill + 10)
    last = await waitForProcesses(service, 2, [victim as number])
    expect(last).toContain(other)
  }
  await load.stop()
  expect(load.lost).toBeGreaterThan(0)
  expect([...load.odd]).toEqual([])
  expect(await ordersOf(service)).toEqual([...load.sent].sort())
  expect(service.output()).toContain(
    '"signal":"SIGKILL","msg":"an HTTP process ended; another starts in 0 ms"',
  )
})

test('when all HTTP processes are killed, others listen on the same port', async () => {
  const service = await startService({ dataDir: readyDataDir(), env })
  const store = await createStore(service)
  const first = httpProcessesOf(service)
  for (const pid of first) process.kill(pid, 'SIGKILL')
  await waitForProcesses(service, 2, first)
  expect((await post(service.url, store, orderText('after'))).status).toBe(201)
})

test('a process that dies again and again is restarted after longer and longer pauses', async () => {
  const service = await startService({ dataDir: readyDataDir(), env })
  const [other, first] = httpProcessesOf(service)
  let victim = first as number
  for (let kill = 0; kill < 4; kill++) {
    process.kill(victim, 'SIGKILL')
    const now = await waitForProcesses(service, 2, [victim])
    victim = now.find(pid => pid !== other) as number
  }
  const pauses = [...service.output().matchAll(/another starts in (\d+) ms/g)].map(([, wait]) => Number(wait))
  expect(pauses).toEqual([0, 500, 1000, 2000])
})

test('a connection on its way to a killed process is closed: no client waits for ever', async () => {
  const service = await startService({ dataDir: readyDataDir(), env })
  let isStopping = false
  const counts = { answered: 0, closed: 0 }
  // Each request opens a connection, which the first process hands to one of the others.
  const all = Promise.all(
    Array.from({ length: 24 }, async () => {
      while (!isStopping) {
        counts[(await isAnswered(service.url)) ? 'answered' : 'closed']++
      }
    }),
  )
  await waitFor('some answers', () => counts.answered > 100)
  const [victim] = httpProcessesOf(service) as [number]
  // A frozen process gets one more connection. The other one answers all that follow.
  process.kill(victim, 'SIGSTOP')
  const known = counts.answered
  await waitFor('answers of the other process', () => counts.answered > known + 100)
  process.kill(victim, 'SIGKILL')
  await waitForProcesses(service, 2, [victim])
  isStopping = true
  await all
  expect(counts.closed).toBeGreaterThan(0)
})

test('when the first process is killed, the others end, the port is free and no order is lost', async () => {
  const dataDir = readyDataDir()
  const first = await startService({ dataDir, env })
  const store = await createStore(first)
  const load = startLoad(first, store)
  await waitFor('some orders', () => load.accepted.size > 100)
  const [frozen, running] = httpProcessesOf(first) as [number, number]
  process.kill(frozen, 'SIGSTOP')
  first.kill('SIGKILL')
  await waitFor('the running process to end', () => !isHttpProcess(running))
  // A process that cannot react does not keep the port either.
  const PORT = new URL(first.url).port
  const other = createServer().listen(Number(PORT), '127.0.0.1')
  await once(other, 'listening')
  other.close()
  await once(other, 'close')
  process.kill(frozen, 'SIGCONT')
  await first.ended
  expect(isHttpProcess(frozen)).toBe(false)

  const second = await startService({ dataDir, env: { ...env, PORT } })
  expect(second.url).toBe(first.url)
  await load.stop()
  expect([...load.odd]).toEqual([])
  expect(await ordersOf(second)).toEqual([...load.sent].sort())
  second.kill('SIGTERM')
  expect((await second.ended).code).toBe(0)
  expect(postmasterOf(dataDir)).toBeUndefined()
})

/** Eight callers that send each order until it is answered. */
function startLoad({ url }: Service, store: Store) {
  const agent = new Agent({ keepAlive: true })
  const accepted = new Set<string>()
  const sent = new Set<string>()
  const odd = new Set<string>()
  const load = { accepted, sent, odd, lost: 0 }
  let isStopping = false

  async function send(orderId: string): Promise<void> {
    for (let attempt = 0; ; attempt++) {
      const answer = await post(url, store, orderText(orderId), agent).catch(() => undefined)
      if (answer?.status === 201 || (answer?.status === 422 && attempt > 0)) return void accepted.add(orderId)
      if (answer && answer.status !== 503) return void odd.add(`${orderId}: ${answer.status}`)
      load.lost++
    }
  }

  const all = Promise.all(
    Array.from({ length: 8 }, async (_, caller) => {
      for (let turn = 0; !isStopping; turn++) {
        sent.add(`${caller}-${turn}`)
        await send(`${caller}-${turn}`)
      }
    }),
  )
  return Object.assign(load, {
    stop: async () => {
      isStopping = true
      await all
      agent.destroy()
    },
  })
}

async function ordersOf({ dataDir }: Service): Promise<string[]> {
  const rows = await query<{ order_id: string }>(dataDir, 'select order_id from orders')
  return rows.map(({ order_id }) => order_id).sort()
}
