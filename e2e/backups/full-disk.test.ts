import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { cleanUp, readyDataDir, run, runJson, startService } from '../service.ts'
import { smallDisk } from '../small-disk.ts'
import { createStore, orderText, post } from '../store.ts'

afterAll(cleanUp)

test('a disk of backups that fills is reported, keeps older backups, and stops no order', async ({
  skip,
}) => {
  const disk = smallDisk(16)
  if (!disk) return skip('a disk cannot be mounted here: only root may')
  const env = { BACKUP_URL: join(disk, 'backups') }
  const service = await startService({ dataDir: readyDataDir(), env: { ...env, BACKUP_EVERY: 'off' } })
  const options = { dataDir: service.dataDir, env }
  const store = await createStore(service)
  const older = await runJson<{ backup_id: string }>(['backup', 'create'], options)
  const before = readdirSync(env.BACKUP_URL, { recursive: true }).sort()

  writeFileSync(join(disk, 'ballast'), Buffer.alloc(10 * 1024 * 1024))
  const { code, stderr } = await run(['backup', 'create'], options)
  expect([code, stderr]).toEqual([
    1,
    expect.stringMatching(/^Error: The disk of the backup folder .* is full\.\nFree disk space/),
  ])
  expect(readdirSync(env.BACKUP_URL, { recursive: true }).sort()).toEqual(before)
  expect((await post(service.url, store, orderText('meanwhile'))).status).toBe(201)

  rmSync(join(disk, 'ballast'))
  const next = await runJson<{ backup_id: string }>(['backup', 'create'], options)
  expect(next.backup_id > older.backup_id).toBe(true)
})
