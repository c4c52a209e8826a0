import { afterEach, expect, test } from 'vitest'
import { openConnection } from '../server/test/network/connection.ts'
import { cleanUp, endAtOnce, readyDataDir, type Service, startService, waitFor } from './service.ts'
import { isRefused, slowPost } from './slow-post.ts'
import { createStore, headersOf, orderText, post, query } from './store.ts'

afterEach(cleanUp)

const isReady = ({ url }: Service) => fetch(`${url}/health/ready`).then(({ status }) => status === 200)

test.each(['1', '2'])('after SIGTERM, WORKERS=%s is not ready, and answers everything', async WORKERS => {
  const service = await startService({ dataDir: readyDataDir(), env: { WORKERS, DRAIN_DELAY: '10m' } })
  const store = await createStore(service)
  const slow = slowPost(service.url, headersOf(store), orderText('slow'))
  await slow.begun
  const rating = `${service.url}/api/v1/ratings.json?store_id=${store.store_id}&store_key=${store.store_key}`
  const before = await fetch(rating)
  expect([before.status, before.headers.get('connection')]).toEqual([200, 'keep-alive'])
  await expectEarlyAnswer(service)
  service.kill('SIGTERM')
  // Every process has heard of it when many connections in a row are refused.
  let refusals = 0
  await waitFor('all processes not to be ready', async () => {
    refusals = (await isReady(service)) ? 0 : refusals + 1
    return refusals > 8
  })
  for (const path of [rating, rating, `${service.url}/health/live`, `${service.url}/health/ready`]) {
    const { status, headers } = await fetch(path)
    expect([status, headers.get('connection')]).toEqual([path.endsWith('ready') ? 503 : 200, 'close'])
  }
  const answer = await post(service.url, store, orderText('while draining'))
  expect([answer.status, answer.headers.connection]).toEqual([201, 'close'])
  await expectEarlyAnswer(service)
  slow.finish()
  expect(await slow.answer).toMatch(/^HTTP\/1\.1 201 [\s\S]*connection: close\r\n/i)
  expect((await endAtOnce(service, 'SIGTERM')).code).toBe(1)
})

/** A body without a key: the answer comes before it, and the connection ends with it. */
async function expectEarlyAnswer({ url }: Service): Promise<void> {
  const client = openConnection(url)
  await client.write(
    `POST /orders HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2000\r\n\r\n${'b'.repeat(1000)}`,
  )
  const { status, headers } = await client.answer()
  expect([status, headers.get('connection')]).toEqual([401, 'close'])
  await client.write(`${'b'.repeat(1000)}GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n`)
  expect((await client.end()).split('HTTP/1.1 ')).toHaveLength(2)
}

test('clients that leave an instance which is not ready see no failure', async () => {
  const service = await startService({ dataDir: readyDataDir(), env: { DRAIN_DELAY: '2s' } })
  const store = await createStore(service)
  const answers: number[] = []
  const clients = Array.from({ length: 4 }, async (_, client) => {
    for (let turn = 0; await isReady(service); turn++)
      answers.push((await post(service.url, store, orderText(`${client}-${turn}`))).status)
  })
  await waitFor('some orders', () => answers.length > 20)
  service.kill('SIGTERM')
  await Promise.all(clients)
  expect(new Set(answers)).toEqual(new Set([201]))
  await waitFor('the listener to close', () => isRefused(service.url))
  expect((await service.ended).code).toBe(0)
  // Ctrl-C does not wait for proxies.
  const again = await startService({ ...service, env: { DRAIN_DELAY: '10m' } })
  expect(await query(again.dataDir, 'select from orders')).toHaveLength(answers.length)
  again.kill('SIGINT')
  expect((await again.ended).code).toBe(0)
})
