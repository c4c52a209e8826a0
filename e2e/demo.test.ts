import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { cleanUp, newDataDir, type Service, startService, waitFor } from './service.ts'
import { orderText, post, query, type Store } from './store.ts'

afterEach(cleanUp)

const flags = ['--demo']

/** The store as the service has printed it, and whether it takes orders. */
async function demoStoreOf(service: Service): Promise<Store> {
  // The last of its lines stands after the address at which the service is known to be up.
  await waitFor('the demo store', () => service.output().includes('./realword order show'))
  const value = (name: string) => new RegExp(`^ +${name} +(\\S+)$`, 'm').exec(service.output())?.[1] ?? ''
  const store = { store_id: value('store_id'), store_key: value('store_key'), api_key: value('api_key') }
  const { status } = await post(service.url, store, orderText(`${service.pid}`))
  expect(status).toBe(201)
  return store
}

test('start --demo makes one store, and tells it again at every start', async () => {
  const dataDir = newDataDir()
  const first = await startService({ dataDir, flags })
  const store = await demoStoreOf(first)
  first.kill('SIGTERM')
  await first.ended
  const second = await startService({ dataDir, flags })
  expect(await demoStoreOf(second)).toEqual(store)
  expect(await query(dataDir, 'select from stores')).toHaveLength(1)
})

test('start --demo with DATABASE_URL makes the database, and a data folder for its keys alone', async () => {
  const server = await startService({ dataDir: newDataDir() })
  const host = encodeURIComponent(join(server.dataDir, 'run'))
  const env = { DATABASE_URL: `postgres://realword@${host}/demo` }
  const dataDir = newDataDir()
  const first = await startService({ dataDir, env, flags })
  const store = await demoStoreOf(first)
  expect(statSync(join(dataDir, 'demo.json')).mode & 0o777).toBe(0o600)
  expect(existsSync(join(dataDir, 'postgres'))).toBe(false)
  first.kill('SIGTERM')
  expect((await first.ended).code).toBe(0)
  const second = await startService({ dataDir, env, flags })
  expect(await demoStoreOf(second)).toEqual(store)
})
