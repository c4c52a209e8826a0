import { Agent } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, describe, expect, test } from 'vitest'
import { recoverWithin } from '../crash/rounds.ts'
import { cleanUp, newDataDir, postmasterOf, startService, waitFor } from '../service.ts'
import { type Answer, createStore, orderText, post, query, type Store } from '../store.ts'

afterEach(cleanUp)

describe('SIGKILL', () => {
  test('of only Node leaves PostgreSQL running, and the next start attaches to it', async () => {
    const dataDir = newDataDir()
    const first = await startService({ dataDir })
    const store = await createStore({ dataDir })
    expect((await post(first.url, store, orderText('kept'))).status).toBe(201)
    const postmaster = postmasterOf(dataDir)
    first.kill('SIGKILL')
    await first.ended
    expect(postmasterOf(dataDir)).toBe(postmaster)

    const second = await startService({ dataDir })
    expect(postmasterOf(dataDir)).toBe(postmaster)
    expect((await post(second.url, store, orderText('kept'))).status).toBe(422)
    second.kill('SIGTERM')
    await second.ended
    // The last user of PostgreSQL stops it, whoever started it.
    expect(postmasterOf(dataDir)).toBeUndefined()
  })

  test('of PostgreSQL under load gives 503 for a moment and then 201, without a restart of Node', async () => {
    const service = await startService({ dataDir: newDataDir() })
    const store = await createStore(service)
    const load = startLoad(service.url, store)
    await waitFor('some orders', () => load.accepted.length > 50)
    const postmaster = postmasterOf(service.dataDir) as number
    const killed = performance.now()
    process.kill(postmaster, 'SIGKILL')
    await waitFor('a 503', () => load.refused.length > 0)
    await waitFor(
      'another PostgreSQL',
      () => ![undefined, postmaster].includes(postmasterOf(service.dataDir)),
    )
    const known = load.accepted.length
    await waitFor('orders to be taken again', () => load.accepted.length > known, recoverWithin)
    const took = performance.now() - killed
    console.log(
      `201 again ${took.toFixed()} ms after SIGKILL of PostgreSQL, ${load.refused.length} times 503`,
    )
    await load.stop()

    for (const { status, body, headers } of load.refused) {
      expect([status, body.error_code]).toEqual([503, 805030])
      expect(headers['retry-after']).toMatch(/^\d+$/)
    }
    expect(load.lostConnections).toBe(0)
    expect(await missing(service.dataDir, load.accepted)).toEqual([])
  })

  test('of PostgreSQL, and SIGTERM during its restart, leave nothing running', async () => {
    for (const wait of [0, 60, 200]) {
      const service = await startService({ dataDir: newDataDir() })
      process.kill(postmasterOf(service.dataDir) as number, 'SIGKILL')
      await pause(wait)
      service.kill('SIGTERM')
      expect((await service.ended).code).toBe(0)
      expect(postmasterOf(service.dataDir)).toBeUndefined()
    }
  })

  test('of both loses nothing that was answered', async () => {
    const dataDir = newDataDir()
    const first = await startService({ dataDir })
    const store = await createStore({ dataDir })
    const load = startLoad(first.url, store)
    await waitFor('some orders', () => load.accepted.length > 50)
    first.kill('SIGKILL')
    process.kill(postmasterOf(dataDir) as number, 'SIGKILL')
    await first.ended
    await load.stop()
    const second = await startService({ dataDir })
    expect(await missing(dataDir, load.accepted)).toEqual([])
    expect((await post(second.url, store, orderText('after'))).status).toBe(201)
  })
})

/** Eight callers that send new orders until stopped. */
function startLoad(url: string, store: Store) {
  const agent = new Agent({ keepAlive: true })
  const load = { accepted: [] as string[], refused: [] as Answer[], lostConnections: 0 }
  let stopping = false
  async function call(caller: number): Promise<void> {
    for (let turn = 0; !stopping; turn++) {
      const orderId = `${caller}-${turn}`
      const answer = await post(url, store, orderText(orderId), agent).catch(() => undefined)
      if (answer?.status === 201) load.accepted.push(orderId)
      else if (answer) load.refused.push(answer)
      else load.lostConnections++
      if (answer === undefined) return
    }
  }
  const all = Promise.all(Array.from({ length: 8 }, (_, caller) => call(caller)))
  const stop = async () => {
    stopping = true
    await all
    agent.destroy()
  }
  return Object.assign(load, { stop })
}

async function missing(dataDir: string, orderIds: string[]): Promise<string[]> {
  const rows = await query<{ order_id: string }>(dataDir, 'select order_id from orders')
  const there = new Set(rows.map(row => row.order_id))
  return orderIds.filter(orderId => !there.has(orderId))
}
