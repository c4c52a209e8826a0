import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../../server/foundation/config/config.ts'
import { type LossyBucket, startLossyBucket } from '../../server/test/network/lossy-bucket.ts'
import { createBackup } from '../../server/upkeep/backups/create.ts'
import { openBackupBucket } from '../../server/upkeep/backups/destinations/bucket-destination.ts'
import { openSource } from '../../server/upkeep/backups/destinations/place.ts'
import { listBackupIds } from '../../server/upkeep/backups/manifest.ts'
import { restoreBackup } from '../../server/upkeep/backups/restore.ts'
import { makeBackupKey, openSeal } from '../../server/upkeep/backups/sealing.ts'
import {
  cleanUp,
  newDataDir,
  readyDataDir,
  run,
  runJson,
  type Service,
  startService,
  waitFor,
} from '../service.ts'
import { createStore, orderText, post, query } from '../store.ts'

const MiB = 1024 * 1024

// One service and one bucket for all tests. Each uses what those before it made.
let s3: LossyBucket
let service: Service
let env: { BACKUP_URL: string; BACKUP_KEY: string }
let id: string // of the service's own backup
beforeAll(async () => {
  s3 = await startLossyBucket()
  env = { BACKUP_URL: s3.address(), BACKUP_KEY: makeBackupKey() }
  // Things of others in the same place. An id begins with a year, too.
  for (const name of foreign) await bucket().put(name, Buffer.from('not ours'))
  // Each of the first connections breaks: at once, in the middle of a part, at once again.
  s3.cutNext([1, MiB, 1])
  service = await startService({ dataDir: readyDataDir(), env: { ...env, BACKUP_EVERY: '24h' } })
})
afterAll(async () => {
  await cleanUp()
  await s3.close()
})

const foreign = ['2026/report.pdf', 'pictures/holiday.jpg', 'notes.txt']
const bucket = (patience?: number) => openBackupBucket(s3.address(), patience)
const place = (key = env.BACKUP_KEY) => ({ destination: bucket(500), seal: openSeal(key) })
const state = (name: string) => existsSync(join(service.dataDir, 'backup-state', `${name}.json`))

test('the service backs up into a bucket over connections that break, and verifies it', async () => {
  await waitFor('the first check', () => state('verified'))
  expect(s3.cutsLeft()).toBe(0)
  const found = await runJson<{ backup_id: string; verified_at: string }[]>(['backup', 'list'], { env })
  expect(found).toMatchObject([{ verified_at: expect.stringMatching(/^20/) }])
  id = found[0]?.backup_id as string
})

test('a server that stays away half-way is reported, and the older backup is as it was', async () => {
  const source = await openSource(readConfig({ DATA_DIR: service.dataDir }), Date.now)
  s3.cutNext(Array.from({ length: 50 }, () => MiB))
  await expect(createBackup(source, place())).rejects.toThrow(/^The bucket .* cannot be reached/)
  s3.cutNext([])
  expect(await listBackupIds(bucket())).toEqual([id])
})

test('a restore is refused with a wrong key or bucket, or a truncated or missing part', async () => {
  const dataDir = newDataDir('copy')
  const refused = async (key?: string) => {
    const words = await restoreBackup(place(key), id, { dataDir }).catch(error => error.message)
    expect(existsSync(dataDir)).toBe(false)
    return words
  }
  expect(await refused(makeBackupKey())).toContain('was encrypted with another key')
  const part = `${id}/database.000001`
  const good = (await bucket().get(part)) as Buffer
  await bucket().put(part, good.subarray(0, MiB))
  expect(await refused()).toContain('is damaged')
  await bucket().remove(part)
  expect(await refused()).toContain('is missing')
  await bucket().put(part, good)
  const wrong = { ...env, BACKUP_URL: s3.address('no-such-bucket', 'hunter2') }
  const { code, stderr } = await run(['backup', 'list'], { env: wrong })
  expect([code, stderr]).toEqual([1, expect.stringMatching(/^Error: The bucket .* refuses this/)])
  expect(stderr).not.toContain('hunter2')
})

test('the WAL is archived into a bucket over connections that break, and a moment is restored from it', async () => {
  const dataDir = readyDataDir()
  // A prefix of its own, as for another installation.
  const own = { ...env, BACKUP_URL: s3.address('backups/moments'), BACKUP_WAL: 'on' }
  const busy = await startService({ dataDir, env: own })
  const store = await createStore(busy)
  await waitFor('the first backup', () => existsSync(join(dataDir, 'backup-state/success.json')))
  expect((await post(busy.url, store, orderText('before'))).status).toBe(201)
  const at = Date.now() + 1
  await waitFor('the moment to pass', () => Date.now() > at)
  expect((await post(busy.url, store, orderText('after'))).status).toBe(201)
  s3.cutNext([1, 1])
  s3.cutOpen()
  busy.kill('SIGTERM')
  expect((await busy.ended).code).toBe(0)
  expect(s3.cutsLeft()).toBe(0)
  const [listed] = await runJson<{ backup_id: string }[]>(['backup', 'list'], { env: own })
  const copy = newDataDir('moment')
  const moment = ['--data-dir', copy, '--at', new Date(at).toISOString()]
  s3.cutNext([1, 1])
  await runJson(['backup', 'restore', listed?.backup_id as string, ...moment], { env: own })
  expect(s3.cutsLeft()).toBe(0)
  await startService({ dataDir: copy })
  expect(await query(copy, 'select order_id from orders')).toEqual([{ order_id: 'before' }])
})

test('a restore over connections that break is whole, and nothing of others was deleted', async () => {
  const store = await createStore(service)
  const made = await runJson<{ backup_id: string }>(['backup', 'create'], { dataDir: service.dataDir, env })
  // BACKUP_KEEP keeps one a day, and the newest two.
  expect(await listBackupIds(bucket())).toEqual([id, made.backup_id])
  const copy = newDataDir('copy')
  s3.cutNext([1, 1])
  await runJson(['backup', 'restore', made.backup_id, '--data-dir', copy], { env })
  expect(s3.cutsLeft()).toBe(0)
  const stores = await runJson<{ store_id: string }[]>(['store', 'list'], { dataDir: copy })
  expect(stores).toMatchObject([{ store_id: store.store_id }])
  for (const name of foreign) expect(await bucket().get(name), name).toEqual(Buffer.from('not ours'))
})
