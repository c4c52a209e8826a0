import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { examine } from '../examine.ts'
import {
  cleanUp,
  newDataDir,
  readyDataDir,
  runJson,
  startService,
  temporaryFolder,
  waitFor,
} from '../service.ts'
import { createStore, orderText, post, query } from '../store.ts'

afterEach(cleanUp)

type Listed = { backup_id: string; restorable_until: string | null; is_wal_missing: boolean }

test('a service that ended is restored to a moment between two orders', async () => {
  const env = { BACKUP_URL: join(temporaryFolder(), 'backups'), BACKUP_WAL: 'on' }
  const service = await startService({ dataDir: readyDataDir(), env })
  const { dataDir } = service
  const store = await createStore(service)
  await waitFor('the first backup', () => existsSync(join(dataDir, 'backup-state/success.json')))
  expect((await post(service.url, store, orderText('before'))).status).toBe(201)
  const at = Date.now() + 1
  await waitFor('the moment to pass', () => Date.now() > at)
  expect((await post(service.url, store, orderText('after'))).status).toBe(201)
  const metrics = await (await fetch(`${service.url}/metrics`)).text()
  expect(metrics).toMatch(/^realword_wal_unarchived_seconds(\{.*\})? \d/m)
  expect(metrics).toMatch(/^realword_wal_unarchived_bytes(\{.*\})? \d/m)
  expect(metrics).toMatch(/^realword_wal_awaits_backup(\{.*\})? 0$/m)
  expect((await examine({ dataDir, env })).of('backups')?.detail).toMatch(/; the WAL is archived until 20/)

  // The end of the service is archived, and PostgreSQL does not wait for its reader.
  service.kill('SIGTERM')
  expect((await service.ended).code).toBe(0)
  expect(service.output()).not.toMatch(/WAL archive is interrupted|is not archived/)
  const [listed] = await runJson<Listed[]>(['backup', 'list'], { env })
  expect(Date.parse(listed?.restorable_until ?? '')).toBeGreaterThan(at)
  expect(listed?.is_wal_missing).toBe(false)

  const copy = newDataDir('copy')
  const id = listed?.backup_id as string
  await runJson(['backup', 'restore', id, '--data-dir', copy, '--at', new Date(at).toISOString()], { env })
  await startService({ dataDir: copy })
  expect(await query(copy, 'select order_id from orders')).toEqual([{ order_id: 'before' }])
})
