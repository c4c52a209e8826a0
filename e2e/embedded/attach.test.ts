import { afterEach, describe, expect, test } from 'vitest'
import {
  cleanUp,
  newDataDir,
  postmasterOf,
  readyDataDir,
  run,
  runJson,
  startService,
  waitFor,
} from '../service.ts'
import { createStore, orderText, post } from '../store.ts'

afterEach(cleanUp)

const storesOf = (dataDir: string) => runJson<{ name: string }[]>(['store', 'list'], { dataDir })

describe('a command', () => {
  test('alone starts PostgreSQL, runs, and stops it, also while another stops it', async () => {
    const dataDir = readyDataDir()
    await createStore({ dataDir })
    expect(postmasterOf(dataDir)).toBeUndefined()
    for (let turn = 0; turn < 4; turn++) {
      const ends = await Promise.all([1, 2, 3].map(() => run(['store', 'list', '--json'], { dataDir })))
      for (const { code, stdout, stderr } of ends) {
        expect(code, stderr).toBe(0)
        expect(JSON.parse(stdout)).toHaveLength(1)
      }
    }
    expect(postmasterOf(dataDir)).toBeUndefined()
  })

  test('waits for a database that stalls, and names one that does not answer', async () => {
    const { dataDir } = await startService({ dataDir: readyDataDir() })
    const postmaster = postmasterOf(dataDir) as number
    process.kill(postmaster, 'SIGSTOP')
    try {
      expect(await run(['store', 'list'], { dataDir })).toMatchObject({
        code: 1,
        stderr:
          'Error: The database in the data folder does not answer: timeout expired.\nTry again. If it says so again, see what is wrong: ./realword doctor\n',
      })
      const begun = performance.now()
      const stores = storesOf(dataDir)
      // The first attempt has ended, and the second has not.
      await waitFor('a while', () => performance.now() - begun > 7_000)
      process.kill(postmaster, 'SIGCONT')
      expect(await stores).toEqual([])
    } finally {
      process.kill(postmaster, 'SIGCONT')
    }
  })

  test('twice at once without a data folder creates one database for both', async () => {
    const dataDir = newDataDir()
    await Promise.all([1, 2, 3].map(() => createStore({ dataDir })))
    expect(await storesOf(dataDir)).toHaveLength(3)
    expect(postmasterOf(dataDir)).toBeUndefined()
  })
})

test('two services and commands share one database, which stops with the last service', async () => {
  const dataDir = readyDataDir()
  const [one, other] = await Promise.all([startService({ dataDir }), startService({ dataDir })])
  const postmaster = postmasterOf(dataDir)
  const [store, second] = await Promise.all([createStore({ dataDir }), createStore({ dataDir })])
  expect(await storesOf(dataDir)).toHaveLength(2)
  expect(postmasterOf(dataDir)).toBe(postmaster)
  expect((await post(other.url, second, orderText('first'))).status).toBe(201)
  expect((await post(one.url, store, orderText('same'))).status).toBe(201)
  expect((await post(other.url, store, orderText('same'))).status).toBe(422)
  one.kill('SIGTERM')
  await one.ended
  expect((await post(other.url, store, orderText('after'))).status).toBe(201)
  other.kill('SIGTERM')
  await other.ended
  expect(postmasterOf(dataDir)).toBeUndefined()
})
