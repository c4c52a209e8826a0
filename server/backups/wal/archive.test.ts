import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Config, readConfig } from '../../config.ts'
import { migrate } from '../../database/migrations/migrate.ts'
import { type Opened, openDatabase } from '../../database/open.ts'
import { systemClock } from '../../lib/time/clock.ts'
import { createBackup } from '../create.ts'
import { openPlace, openSource } from '../place.ts'
import { restoreBackup } from '../restore.ts'
import { makeBackupKey } from '../sealing.ts'
import { startWalArchive } from './archive.ts'

const folder = mkdtempSync(join(tmpdir(), 'realword-wal-'))
const dataDir = join(folder, 'data')
const copy = join(folder, 'copy')
const settings = { fsync: 'off', shared_buffers: '32MB', max_slot_wal_keep_size: '16MB' }
const config: Config = {
  ...readConfig({ PATH: process.env.PATH }),
  DATA_DIR: dataDir,
  BACKUP_URL: join(folder, 'backups'),
  BACKUP_KEY: makeBackupKey(),
  BACKUP_WAL: 'on',
}
const place = openPlace(config)
const warnings: string[] = []
const log = { info: () => {}, warn: (...said: unknown[]) => warnings.push(String(said.at(-1))) }
const archive = () => startWalArchive(config, systemClock, log as never, 100)

let opened: Opened
beforeAll(async () => {
  opened = await openDatabase({ embedded: { dataDir, settings } })
  await migrate(opened.database)
  await opened.database.query(sql`create table notes (note text)`)
})
afterAll(async () => {
  await opened.close()
  rmSync(folder, { recursive: true })
})
afterEach(() => rmSync(copy, { recursive: true, force: true }))

const backUp = async () => await createBackup(await openSource(config, systemClock), place)
const write = async (note: string) => await opened.database.query(sql`insert into notes values (${note})`)
const chunks = (chain: string) => readdirSync(join(folder, 'backups/wal', chain)).sort()
const restore = async (id: string, at?: number) => await restoreBackup(place, id, { dataDir: copy, at })
const afterNow = async (time = Date.now()) => await vi.waitFor(() => expect(Date.now()).toBeGreaterThan(time))

async function notesOf(dataDir: string): Promise<string[]> {
  const restored = await openDatabase({ embedded: { dataDir, settings } })
  const rows = await restored.database.query<{ note: string }>(sql`select note from notes order by note`)
  await restored.close()
  return rows.map(({ note }) => note)
}

describe('the archived WAL', () => {
  let id: string
  let chain: string
  const times: number[] = []
  beforeAll(async () => {
    const archiving = await archive()
    const made = await backUp()
    id = made.backup_id
    chain = made.wal.chain as string
    for (const note of ['one', 'two', 'three']) {
      await write(note)
      times.push(Date.now())
      await afterNow()
      const before = chunks(chain).length
      await vi.waitFor(() => expect(chunks(chain).length).toBeGreaterThan(before), 30_000)
    }
    await archiving.stop()
  })

  test('restores exactly what was committed by a moment', async () => {
    await restore(id, times[1])
    expect(await notesOf(copy)).toEqual(['one', 'two'])
    expect(readdirSync(copy).sort()).not.toContain('unfinished-restore')
  })

  test('is not used without a moment', async () => {
    await restore(id)
    expect(await notesOf(copy)).toEqual([])
  })
})
