import { existsSync } from 'node:fs'
import { afterEach, describe, expect, test } from 'vitest'
import { cleanUp, newDataDir, postmasterOf, readyDataDir, run, runJson, startService } from '../service.ts'
import { createStore, orderText, post } from '../store.ts'

afterEach(cleanUp)

const storesOf = (dataDir: string) => runJson<{ name: string }[]>(['store', 'list'], { dataDir })

describe('a command', () => {
  test('beside the running service attaches to its PostgreSQL and leaves it running', async () => {
    const service = await startService({ dataDir: readyDataDir() })
    const postmaster = postmasterOf(service.dataDir)
    const [one, other] = await Promise.all([createStore(service), createStore(service)])
    expect(await storesOf(service.dataDir)).toHaveLength(2)
    expect(postmasterOf(service.dataDir)).toBe(postmaster)
    for (const store of [one, other])
      expect((await post(service.url, store, orderText('first'))).status).toBe(201)
  })

  test('alone starts PostgreSQL, runs, and stops it', async () => {
    const dataDir = readyDataDir()
    await createStore({ dataDir })
    expect(postmasterOf(dataDir)).toBeUndefined()
    expect(await storesOf(dataDir)).toHaveLength(1)
    expect(postmasterOf(dataDir)).toBeUndefined()
  })

  test('twice at once without a data folder creates one database for both', async () => {
    const dataDir = newDataDir()
    await Promise.all([1, 2, 3].map(() => createStore({ dataDir })))
    expect(await storesOf(dataDir)).toHaveLength(3)
    expect(postmasterOf(dataDir)).toBeUndefined()
  })

  test('that starts while another stops PostgreSQL starts it again', async () => {
    const dataDir = readyDataDir()
    await createStore({ dataDir })
    for (let turn = 0; turn < 5; turn++) {
      const ends = await Promise.all([1, 2, 3].map(() => run(['store', 'list', '--json'], { dataDir })))
      for (const { code, stderr } of ends) expect(code, stderr).toBe(0)
    }
  })

  test('that only prints help creates nothing', async () => {
    const dataDir = newDataDir()
    expect((await run(['store', '--help'], { dataDir })).code).toBe(0)
    expect(existsSync(dataDir)).toBe(false)
  })
})

test('two services share one database, which stops with the last of them', async () => {
  const dataDir = newDataDir()
  const [one, other] = await Promise.all([startService({ dataDir }), startService({ dataDir })])
  const store = await createStore({ dataDir })
  expect((await post(one.url, store, orderText('same'))).status).toBe(201)
  expect((await post(other.url, store, orderText('same'))).status).toBe(422)
  one.kill('SIGTERM')
  await one.ended
  expect((await post(other.url, store, orderText('after'))).status).toBe(201)
  other.kill('SIGTERM')
  await other.ended
  expect(postmasterOf(dataDir)).toBeUndefined()
})
