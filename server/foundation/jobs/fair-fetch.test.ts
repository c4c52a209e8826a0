import sql, { raw } from 'sql-template-tag'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../test/database/database.ts'
import { besideLock } from '../../test/database/locks.ts'
import { openForTests } from '../../test/for-each-test/open-for-tests.ts'
import { fetchFairly } from './fair-fetch.ts'
import { createJobs, enqueue, type FairHandler, type Handler } from './jobs.ts'
import { jobSchema } from './queues.ts'

const database = openForTests(createTestDatabase)

const storeId = (number: number) => `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`
const keys = (count: number, prefix: string) => Array.from({ length: count }, (_, at) => `${prefix} ${at}`)

/** Fetches until the queue is empty. Returns the stores of each fetch's jobs. */
async function fetchAll(most: number, except: string[] = []): Promise<string[][]> {
  const fetches: string[][] = []
  let after = ''
  for (;;) {
    const begun = after
    const found = await fetchFairly(database.database, 'send-mailing', { after, most, except })
    after = found.after
    if (found.jobs.length > 0) fetches.push(found.jobs.map(({ data }) => data?.store_id ?? ''))
    else if (begun === '') return fetches
  }
}

test('every store has jobs in the first three fetches, whatever one of them has queued', async () => {
  await enqueue(database.database, 'send-mailing', storeId(1), keys(500, 'hog'))
  for (let store = 2; store <= 30; store++)
    await enqueue(database.database, 'send-mailing', storeId(store), keys(2, `store ${store}`))
  const fetches = await fetchAll(40)
  expect(new Set(fetches.slice(0, 3).flat()).size).toBe(30)
  expect(fetches[0]?.filter(id => id === storeId(1))).toHaveLength(25)
  expect(fetches.flat()).toHaveLength(500 + 29 * 2)
})

test('a store alone fills each fetch', async () => {
  await enqueue(database.database, 'send-mailing', storeId(1), keys(100, 'alone'))
  expect((await fetchAll(40)).map(jobs => jobs.length)).toEqual([40, 40, 20])
})

test('stores left out keep their jobs, and the others share the fetch', async () => {
  await enqueue(database.database, 'send-mailing', storeId(1), keys(60, 'slow'))
  await enqueue(database.database, 'send-mailing', storeId(2), keys(60, 'quick'))
  expect((await fetchAll(40, [storeId(1)])).map(jobs => jobs.length)).toEqual([40, 20])
  expect((await fetchAll(100)).flat()).toEqual(Array.from({ length: 60 }, () => storeId(1)))
})

test('several workers at once fetch each job once', async () => {
  await enqueue(database.database, 'send-mailing', storeId(1), keys(200, 'shared'))
  const fetches = await Promise.all([fetchAll(15), fetchAll(15), fetchAll(15)])
  expect(fetches.flat(2)).toHaveLength(200)
})

test('a job with more to do runs again after those of the other stores', async () => {
  for (const store of [1, 2, 3])
    await enqueue(database.database, 'gather-mailings', storeId(store), [storeId(store)])
  const runs: string[] = []
  const nothing: Handler = async () => {}
  const none: FairHandler = async () => []
  const jobs = createJobs({
    database: database.database,
    clock: Date.now,
    log: () => {},
    waitingStores: () => [],
    handlers: {
      ...{
        'look-for-due': nothing,
        'backfill-orders': nothing,
        'run-import': nothing,
        'run-export': nothing,
        tidy: nothing,
      },
      ...{
        'take-events': none,
        'run-campaigns': none,
        'send-webhooks': none,
        'send-access-mail': none,
        'send-mailing': none,
        'send-messages': none,
        'rewrite-search': none,
        'copy-pictures': none,
        'write-digests': none,
        'send-notices': none,
      },
      'gather-mailings': async found => {
        runs.push(...found.map(({ storeId: id }) => id?.slice(-1) ?? ''))
        return runs.length <= 3 ? found.filter(job => job.storeId === storeId(1)) : []
      },
    },
  })
  await jobs.runDue()
  expect(runs).toEqual(['1', '2', '3', '1'])
})

test('a job that another worker is fetching is left to it, and not waited for', async () => {
  await enqueue(database.database, 'send-mailing', storeId(1), keys(3, 'taken'))
  const oldest = sql`
    select from ${raw(jobSchema)}.job_common
    where name = 'send-mailing' and state = 'created' and singleton_key = 'taken 0'
    for update`
  const fetched = await besideLock(database.database, oldest, () => fetchAll(40))
  expect(fetched.flat()).toHaveLength(2)
  expect((await fetchAll(40)).flat()).toHaveLength(1)
})
