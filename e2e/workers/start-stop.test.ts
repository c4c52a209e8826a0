import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { embedded } from '../../server/foundation/database/embedded/embedded.ts'
import { listen } from '../../server/test/network/listen.ts'
import { makeStore } from '../make-store.ts'
import { cleanUp, postmasterOf, readyDataDir, run, type Service, startService, waitFor } from '../service.ts'
import { isRefused, slowPost } from '../slow-post.ts'
import { headersOf, orderText, query } from '../store.ts'
import { httpProcessesOf, isAnswered, isHttpProcess } from './processes.ts'

afterEach(cleanUp)

test('SIGTERM and SIGINT complete the requests of every process', async () => {
  const dataDir = readyDataDir()
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    const service = await startService({ dataDir, env: { WORKERS: '2' } })
    await waitFor('the number of processes', () => service.output().includes('2 processes answer requests.'))
    const store = await makeStore(service)
    const processes = httpProcessesOf(service)
    expect(processes).toHaveLength(2)
    await expectBoundMemory(service, processes)
    const slow = ['a', 'b', 'c', 'd'].map(id => slowPost(service.url, headersOf(store), orderText(id)))
    await Promise.all(slow.map(({ begun }) => begun))
    // A terminal sends SIGINT to all of them, systemd sends SIGTERM to the first.
    if (signal === 'SIGINT') process.kill(-service.pid, signal)
    else service.kill(signal)
    await waitFor('new connections to be refused', () => isRefused(service.url))
    for (const { finish } of slow) finish()
    for (const { answer } of slow) expect(await answer).toMatch(/^HTTP\/1\.1 201 /)
    const ended = await service.ended
    expect([ended.code, ended.stderr]).toEqual([0, ''])
    expect(processes.filter(isHttpProcess)).toEqual([])
    expect(postmasterOf(dataDir)).toBeUndefined()
    const server = embedded({ dataDir })
    await server.ensureRunning()
    try {
      const orders = await query(dataDir, 'select from orders where store_id = $1', [store.store_id])
      expect(orders).toHaveLength(4)
    } finally {
      // The next start is to start PostgreSQL itself.
      await server.stop()
    }
  }
})

/** Expects that the command bounds what glibc and V8 keep of the service, and not of PostgreSQL. */
async function expectBoundMemory(service: Service, workers: number[]): Promise<void> {
  const of = (pid: number, what: 'cmdline' | 'environ') =>
    readFileSync(`/proc/${pid}/${what}`, 'utf8').split('\0')
  for (const pid of [service.pid, ...workers]) {
    expect(of(pid, 'cmdline')).toContain('--max-semi-space-size=8')
    expect(of(pid, 'environ')).toContain('MALLOC_ARENA_MAX=1')
  }
  const postmaster = postmasterOf(service.dataDir) as number
  expect(of(postmaster, 'environ').filter(one => one.startsWith('MALLOC'))).toEqual([])
  const [{ size } = {}] = await query<{ size: number }>(
    service.dataDir,
    `select pg_size_bytes(current_setting('shared_buffers')) / 1024 / 1024 as size`,
  )
  expect(Number(size)).toBeLessThanOrEqual(512)
}

test('while the service stops, it closes new connections and lets none wait', async () => {
  const service = await startService({ dataDir: readyDataDir(), env: { WORKERS: '4' } })
  const store = await makeStore(service)
  const slow = slowPost(service.url, headersOf(store), orderText('slow'))
  await slow.begun
  const counts = { answered: 0, closed: 0 }
  const all = Array.from({ length: 32 }, async () => {
    while (counts.closed < 100) counts[(await isAnswered(service.url)) ? 'answered' : 'closed']++
  })
  await waitFor('some answers', () => counts.answered > 100)
  service.kill('SIGTERM')
  // On a machine under load, the first process sends connections to one that has ended.
  const slowed = slowDown(service.pid, () => counts.closed >= 100)
  await Promise.all([slowed, ...all])
  // The service still waits for this request: no connection was closed because it has ended.
  slow.finish()
  expect(await slow.answer).toMatch(/^HTTP\/1\.1 201 /)
  expect((await service.ended).code).toBe(0)
})

/**
 * Pauses a process again and again until `isOver`, for three seconds at most: the service ends after 30 s, whatever it waits for. Four of
 * six such stops met the moment between the end of a process and its first word of it.
 */
async function slowDown(pid: number, isOver: () => boolean): Promise<void> {
  for (let pauses = 0; pauses < 40 && !isOver(); pauses++) {
    process.kill(pid, 'SIGSTOP')
    await pause(20 + Math.random() * 60)
    process.kill(pid, 'SIGCONT')
    await pause(Math.random() * 10)
  }
}

test('a taken port is reported once, before any process starts', async () => {
  const { port, close } = await listen(createServer())
  onTestFinished(close)
  const second = await run(['start'], { dataDir: readyDataDir(), env: { WORKERS: '2', PORT: String(port) } })
  expect(second.code).toBe(1)
  expect(second.stderr).toBe(
    `Error: Port ${port} of 127.0.0.1 is taken.\nStop the program that uses it, or set PORT to another one (0 chooses a free port).\n`,
  )
})

test('a database with too few connections for all processes is reported', async () => {
  const dataDir = readyDataDir()
  const server = embedded({ dataDir })
  await server.ensureRunning()
  onTestFinished(() => server.stop())
  const second = await startService({ dataDir, env: { WORKERS: '3' } })
  await waitFor('the warning', () =>
    second.output().includes('the database allows 100 connections, and WORKERS=3 needs up to 122'),
  )
})
