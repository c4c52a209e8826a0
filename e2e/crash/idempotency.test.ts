import { afterEach, expect, test } from 'vitest'
import { anOrder } from '../../server/test/factories.ts'
import { cleanUp, readyDataDir, runJson, startService, waitFor } from '../service.ts'
import { createStore, hold, query } from '../store.ts'

afterEach(cleanUp)

type Request = { path: string; scope: string; body: object; status: number; tables: string[]; rows: number }

const requests: Record<string, Request> = {
  'a review': {
    ...{ path: '/reviews', scope: 'reviews:write', status: 201, tables: ['reviews'], rows: 1 },
    body: { external_id: 'r-1', product_id: 'P-1', rating: 5, display_name: 'Ana' },
  },
  'a batch of orders': {
    ...{ path: '/orders/batch', scope: 'orders:write', status: 200, rows: 3 },
    tables: ['orders', 'review_requests', 'products'],
    body: { orders: [anOrder(), anOrder(), anOrder()] },
  },
}

test.each(
  Object.keys(requests),
)('%s with an Idempotency-Key that is killed midway leaves nothing, and is done once when repeated', async name => {
  const { path, scope, body, status, tables, rows } = requests[name] as Request
  const options = { dataDir: readyDataDir() }
  const first = await startService(options)
  const store = await createStore(options)
  const flags = ['--type', 'manage', '--scope', scope]
  const { key_id, api_key } = await runJson<{ key_id: string; api_key: string }>(
    ['key', 'create', '--store', store.store_id, ...flags],
    options,
  )
  const send = async (url: string) =>
    await fetch(`${url}/manage/v1${path}`, {
      method: 'POST',
      headers: {
        ...{ authorization: `Bearer ${api_key}`, 'content-type': 'application/json' },
        'idempotency-key': 'once',
      },
      body: JSON.stringify(body),
    })
  const count = async (table: string) =>
    (await query(options.dataDir, `select from ${table} where store_id = $1`, [store.store_id])).length
  const counts = () => Promise.all(tables.map(count))
  // Its rows are written, and its transaction waits when it keeps the answer under the same key.
  const kept = `
    insert into management_requests (store_id, key_id, idempotency_key, request_hash, status, people, created_at)
    values ($1, $2, 'once', '', 500, '{}', now())`
  const held = await hold(options.dataDir, kept, [store.store_id, key_id])
  const lost = send(first.url).catch(() => 'lost')
  await waitFor('the request to wait', held.isAwaited)
  first.kill('SIGKILL')
  expect(await lost).toBe('lost')
  await first.ended
  await held.release()
  const second = await startService(options)
  await expect.poll(() => count('management_requests')).toBe(0)
  expect(await counts()).toEqual(tables.map(() => 0))
  const retried = await send(second.url)
  expect([retried.status, retried.headers.get('idempotent-replayed')]).toEqual([status, null])
  const repeated = await send(second.url)
  expect([repeated.status, repeated.headers.get('idempotent-replayed')]).toEqual([status, 'true'])
  expect(await repeated.text()).toBe(await retried.text())
  expect(await counts()).toEqual(tables.map(() => rows))
})
