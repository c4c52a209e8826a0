import { afterEach, expect, test } from 'vitest'
import { cleanUp, newDataDir, postmasterOf, readyDataDir, run, startService, waitFor } from '../service.ts'
import { isRefused, slowPost } from '../slow-post.ts'
import { createStore, headersOf, orderText, query } from '../store.ts'
import { httpProcessesOf, isAnswered, isHttpProcess } from './processes.ts'

afterEach(cleanUp)

test.each(['SIGTERM', 'SIGINT'] as const)('%s completes the requests of every process', async signal => {
  const service = await startService({ dataDir: readyDataDir(), env: { WORKERS: '2' } })
  await waitFor('the number of processes', () => service.output().includes('2 processes answer requests.'))
  const store = await createStore(service)
  const processes = httpProcessesOf(service)
  expect(processes).toHaveLength(2)
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
  expect(postmasterOf(service.dataDir)).toBeUndefined()
  const again = await startService(service)
  expect(await query(again.dataDir, 'select from orders')).toHaveLength(4)
})

test('while the service stops, it closes new connections and lets none wait', async () => {
  const service = await startService({ dataDir: readyDataDir(), env: { WORKERS: '2' } })
  const store = await createStore(service)
  const slow = slowPost(service.url, headersOf(store), orderText('slow'))
  await slow.begun
  const counts = { answered: 0, closed: 0 }
  const all = Array.from({ length: 32 }, async () => {
    while (counts.closed < 2_000) counts[(await isAnswered(service.url)) ? 'answered' : 'closed']++
  })
  await waitFor('some answers', () => counts.answered > 100)
  service.kill('SIGTERM')
  await Promise.all(all)
  // The service still waits for this request: no connection was closed because it has ended.
  slow.finish()
  expect(await slow.answer).toMatch(/^HTTP\/1\.1 201 /)
  expect((await service.ended).code).toBe(0)
})

test('a taken port is reported once, before any process starts', async () => {
  const first = await startService({ dataDir: readyDataDir(), env: { WORKERS: '2' } })
  const { port } = new URL(first.url)
  const second = await run(['start'], { dataDir: newDataDir(), env: { WORKERS: '2', PORT: port } })
  expect(second.code).toBe(1)
  expect(second.stderr).toBe(
    `Error: Port ${port} of 127.0.0.1 is taken.\nStop the program that uses it, or set PORT to another one (0 chooses a free port).\n`,
  )
})

test('a database with too few connections for all processes is reported', async () => {
  const dataDir = readyDataDir()
  await startService({ dataDir, env: { WORKERS: '1' } })
  const second = await startService({ dataDir, env: { WORKERS: '3' } })
  await waitFor('the warning', () =>
    second.output().includes('the database allows 100 connections, and WORKERS=3 needs up to 122'),
  )
})

test.each(['0', '-1', '1.5', 'abc', '1000'])('WORKERS=%s is refused', async WORKERS => {
  const { code, stderr } = await run(['start'], { dataDir: newDataDir(), env: { WORKERS } })
  expect(code).toBe(1)
  expect(stderr).toContain(`WORKERS=${WORKERS}: takes a whole number from 1 to 256.`)
})
