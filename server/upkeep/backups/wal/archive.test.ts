import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import pg from 'pg'
import sql from 'sql-template-tag'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Config, readConfig } from '../../../foundation/config/config.ts'
import { embedded } from '../../../foundation/database/embedded/embedded.ts'
import { migrate } from '../../../foundation/database/migrations/migrate.ts'
import { type Opened, openDatabase } from '../../../foundation/database/open.ts'
import { systemClock } from '../../../foundation/lib/time/clock.ts'
import { createBackup } from '../create.ts'
import { openPlace, openSource } from '../destinations/place.ts'
import { readManifest } from '../manifest.ts'
import { adoptDestination } from '../marker.ts'
import { restoreBackup } from '../restore.ts'
import { makeBackupKey, openSeal } from '../sealing.ts'
import { backupState, recordBackupEvent } from '../state.ts'
import { startWalArchive } from './archive.ts'
import { resumeChain } from './chain.ts'
import { type Chunk, followingOn, listChunks, pathOf, readChunk } from './chunks.ts'
import { removeUnusedWal } from './keep.ts'
import { requireReach, requireWholeWal } from './replay.ts'
import { dropSlots } from './slot.ts'

const folder = mkdtempSync(join(tmpdir(), 'realword-wal-'))
const dataDir = join(folder, 'data')
const copy = join(folder, 'copy')
const settings = { fsync: 'off', shared_buffers: '32MB', max_slot_wal_keep_size: '64MB' }
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
const started: Awaited<ReturnType<typeof startWalArchive>>[] = []
async function archive() {
  const archiving = await startWalArchive(config, systemClock, log as never, 100)
  started.push(archiving)
  return archiving
}

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
afterEach(async () => {
  // Those of a failed test too: two of one database take turns.
  for (const archiving of started.splice(0)) await archiving.stop()
  rmSync(copy, { recursive: true, force: true })
})

async function chainNow(): Promise<string> {
  const [slot] = await opened.database.query<{ name: string }>(
    sql`select slot_name as name from pg_replication_slots`,
  )
  return slot?.name.slice('realword_wal_'.length) as string
}

const backUp = async () => await createBackup(await openSource(config, systemClock), place)
const write = async (note: string) => await opened.database.query(sql`insert into notes values (${note})`)
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
      // The clock counts whole milliseconds, commits are between them.
      await afterNow()
      times.push(Date.now())
      await afterNow()
      const before = (await listChunks(place.destination, chain)).length
      await vi.waitFor(
        async () => expect((await listChunks(place.destination, chain)).length).toBeGreaterThan(before + 1),
        120_000,
      )
    }
    await archiving.stop()
  })

  test('restores exactly what was committed by a moment', async () => {
    await restore(id, times[1])
    expect(await notesOf(copy)).toEqual(['one', 'two'])
    expect(readdirSync(copy)).not.toContain('unfinished-restore')
  })

  test('is not used without a moment', async () => {
    await restore(id)
    // It is replayed at the first start, up to the end of the backup alone.
    expect(existsSync(join(copy, 'postgres/backup_label'))).toBe(true)
    expect(existsSync(join(copy, 'postgres/recovery.signal'))).toBe(false)
  })

  test('refuses other moments, and names those that are possible', async () => {
    const moments = /to moments from 20\S+Z to 20\S+Z/
    const early = restore(id, (times[0] as number) - 3_600_000)
    await expect(early).rejects.toThrow(/ is before them\.$/)
    await expect(early).rejects.toThrow(moments)
    const late = restore(id, Date.now() + 60_000)
    await expect(late).rejects.toThrow(/^The archived WAL goes until 20/)
    await expect(late).rejects.toThrow(moments)
    expect(existsSync(copy)).toBe(false)
  })

  test('refuses moments after a missing chunk, and no earlier ones', async () => {
    const file = await fileAt(times[1] as number)
    renameSync(file, `${file}.aside`)
    await expect(restore(id, times[2])).rejects.toThrow(/^A part of the archived WAL is missing after 20/)
    expect(existsSync(copy)).toBe(false)
    const manifest = await readManifest(place, id)
    expect(await requireReach(place, manifest, times[0] as number)).toMatchObject({ hasGap: true })
    await expect(requireWholeWal(place, manifest)).rejects.toThrow(
      /is complete, but a part of the archived WAL/,
    )
    renameSync(`${file}.aside`, file)
  })

  test('refuses a damaged chunk, names the last moment before it, and leaves nothing behind', async () => {
    const file = await fileAt(times[1] as number)
    const good = readFileSync(file)
    writeFileSync(file, Buffer.concat([good.subarray(0, -1), Buffer.of((good.at(-1) as number) ^ 1)]))
    await expect(restore(id, times[2])).rejects.toThrow(
      / is damaged, .*: without it, the copy goes until 20\S+Z\.$/,
    )
    expect(existsSync(copy)).toBe(false)
    writeFileSync(file, good)
  })

  test('cannot be read with another key', async () => {
    const other = { ...place, seal: openSeal(makeBackupKey()) }
    const [chunk] = await listChunks(place.destination, chain)
    await expect(readChunk(other, chunk as Chunk)).rejects.toThrow(/was encrypted with another key/)
  })

  test('goes on after a stop, and keeps what the oldest backup needs', async () => {
    const before = await listChunks(place.destination, chain)
    const archiving = await archive()
    const second = await backUp()
    await write('four')
    await afterNow()
    const at = Date.now()
    await archiving.stop()
    expect(warnings).toEqual([expect.stringContaining('the archive is new')])
    const all = await listChunks(place.destination, chain)
    expect(followingOn(all, (all[0] as Chunk).from)).toEqual(all)
    expect(all.length).toBeGreaterThan(before.length)

    await removeUnusedWal(place, [id, second.backup_id], Date.now())
    const first = await readManifest(place, id)
    expect(await requireReach(place, first, times[0] as number)).toMatchObject({ hasGap: false })
    await removeUnusedWal(place, [second.backup_id], Date.now())
    await expect(requireReach(place, first, times[0] as number)).rejects.toThrow(/was not archived/)
    const manifest = await readManifest(place, second.backup_id)
    expect(await requireReach(place, manifest, at)).toMatchObject({ hasGap: false })
    await removeUnusedWal(place, [], Date.now())
    expect(await listChunks(place.destination, chain)).not.toEqual([])
    await removeUnusedWal(place, [], Date.now() + 2 * 3_600_000)
    expect(await listChunks(place.destination, chain)).toEqual([])
  })

  /** The chunk that a restore to this moment reads last. */
  async function fileAt(at: number): Promise<string> {
    for (const chunk of await listChunks(place.destination, chain))
      if ((await readChunk(place, chunk)).until > at) return join(folder, 'backups', pathOf(chunk))
    throw new Error('no such chunk')
  }
})

test('PostgreSQL stops without waiting for the archive, which goes on after the next start', async () => {
  const archiving = await archive()
  const chain = await chainNow()
  const stored = async () => (await listChunks(place.destination, chain)).length
  // Until its first chunk is stored, there is nothing that could go on.
  await vi.waitFor(async () => expect(await stored()).toBeGreaterThan(0), 120_000)
  await embedded({ dataDir }).stop()
  // Its session starts it again.
  await vi.waitFor(chainNow, 120_000)
  const before = await stored()
  await vi.waitFor(async () => expect(await stored()).toBeGreaterThan(before), 120_000)
  expect(await chainNow()).toBe(chain)
  await archiving.stop()
})

test('a destination that fails is reported, and the same chain goes on when it is back', async () => {
  await (await archive()).stop()
  const chain = await chainNow()
  const stored = join(folder, 'backups/wal', chain)
  renameSync(stored, join(folder, 'aside'))
  writeFileSync(stored, '')
  const archiving = await archive()
  const state = () => backupState(config, Date.now()).wal
  await vi.waitFor(() => expect(state()?.problem?.message).toMatch(/cannot be used/), 120_000)
  rmSync(stored)
  renameSync(join(folder, 'aside'), stored)
  await vi.waitFor(() => expect(state()?.problem).toBeUndefined(), 120_000)
  expect(await chainNow()).toBe(chain)
  await archiving.stop()
  const chunks = await listChunks(place.destination, chain)
  expect(followingOn(chunks, (chunks[0] as Chunk).from)).toEqual(chunks)
})

test('the empty folder of a disk that is not mounted gets no WAL until it is adopted; PostgreSQL keeps it', async () => {
  await (await archive()).stop()
  const chain = await chainNow()
  const [disk, away] = [join(folder, 'backups'), join(folder, 'away')]
  const problem = () => backupState(config, Date.now()).wal?.problem?.message
  const archiving = await archive()
  // Also while it runs, such as a disk of the network.
  renameSync(disk, away)
  mkdirSync(disk)
  await vi.waitFor(
    () =>
      expect(problem()).toBe(
        `${disk} has none of the earlier backups: its file realword-backups is missing. Is its disk mounted? Mount it, or correct BACKUP_URL. To begin anew there, run: ./realword backup create`,
      ),
    120_000,
  )
  await archiving.stop()
  const refused = await archive()
  await refused.stop()
  expect(readdirSync(disk)).toEqual([])
  expect(await chainNow()).toBe(chain)

  rmSync(disk, { recursive: true })
  renameSync(away, disk)
  const mounted = await archive()
  await vi.waitFor(() => expect(problem()).toBeUndefined(), 120_000)
  await mounted.stop()
  const chunks = await listChunks(place.destination, chain)
  expect(followingOn(chunks, (chunks[0] as Chunk).from)).toEqual(chunks)

  renameSync(disk, away)
  mkdirSync(disk)
  await adoptDestination(config, place.destination, Date.now())
  await (await archive()).stop()
  expect(await chainNow()).not.toBe(chain)
  rmSync(away, { recursive: true })
})

test('a large chunk that is stored first after a start names the moment of the chunk before it', async () => {
  await (await archive()).stop()
  const last = (await listChunks(place.destination, await chainNow())).at(-1) as Chunk
  await opened.database.query(sql`select pg_logical_emit_message(false, 'much', repeat('x', 20000000))`)
  const archiving = await archive()
  const later = async () =>
    (await listChunks(place.destination, last.chain)).filter(({ from }) => from >= last.to)
  await vi.waitFor(async () => expect((await later()).length).toBeGreaterThan(1), 120_000)
  await archiving.stop()
  const [first] = await later()
  const { until } = await readChunk(place, last)
  expect(until).toBeGreaterThan(0)
  expect((await readChunk(place, first as Chunk)).until).toBeGreaterThanOrEqual(until)
})

test('a chain whose stored end cannot be continued ends, and another one begins', async () => {
  const whyAfter = async (harm: (stored: Chunk[]) => void) => {
    harm(await listChunks(place.destination, await chainNow()))
    warnings.length = 0
    const archiving = await archive()
    const chain = await chainNow()
    await vi.waitFor(
      async () => expect((await listChunks(place.destination, chain)).length).toBeGreaterThan(3),
      120_000,
    )
    await archiving.stop()
    return warnings
  }
  const fileOf = (chunk: Chunk | undefined) => join(folder, 'backups', pathOf(chunk as Chunk))
  expect(await whyAfter(stored => rmSync(fileOf(stored.at(-2))))).toEqual([
    expect.stringContaining('a part of the archive is missing'),
  ])
  expect(await whyAfter(stored => writeFileSync(fileOf(stored.at(-1)), 'E'))).toEqual([
    expect.stringContaining('the newest part of the archive is damaged'),
  ])
  expect(await whyAfter(stored => rmSync(dirname(fileOf(stored[0])), { recursive: true }))).toEqual([
    expect.stringContaining('BACKUP_URL holds nothing of the archive'),
  ])
})

test('PostgreSQL keeps a bounded amount of WAL; what was lost begins a new chain, and nothing is kept when off', async () => {
  await (await archive()).stop()
  const { wal } = await backUp()
  recordBackupEvent(dataDir, 'success', Date.now(), 'a backup')
  expect(backupState(config, Date.now()).wal).toMatchObject({ awaitsBackup: false })
  const much = sql`select pg_logical_emit_message(false, 'much', repeat('x', 20000000))`
  for (let times = 0; times < 6; times++) await opened.database.query(much)
  await opened.database.query(sql`checkpoint`)
  warnings.length = 0
  await (await archive()).stop()
  expect(warnings).toEqual([expect.stringContaining('PostgreSQL removed WAL that could not be stored')])
  expect(backupState(config, Date.now()).wal).toMatchObject({
    awaitsBackup: true,
    begun: { why: expect.stringContaining('PostgreSQL removed WAL') },
  })
  const chains = new Set((await listChunks(place.destination)).map(({ chain }) => chain))
  expect(chains.size).toBeGreaterThan(1)
  expect(chains).toContain(wal.chain)

  const slots = sql`select slot_name from pg_replication_slots`
  expect(await opened.database.query(slots)).toHaveLength(1)
  await startWalArchive({ ...config, BACKUP_WAL: 'off' }, systemClock, log as never)
  expect(await opened.database.query(slots)).toEqual([])
})

test('a chain of which nothing is stored yet goes on after a kill: its backup loses no WAL', async () => {
  const { socketFolder: host, port } = await embedded({ dataDir }).ensureRunning()
  const db = new pg.Client({ host, port, user: 'realword', database: 'realword' })
  await db.connect()
  await dropSlots(db)
  const { begun, ...first } = await resumeChain(db, place, () => false)
  expect(begun).toBe('the archive is new')
  expect(await resumeChain(db, place, () => false)).toEqual(first)
  // Without the parts that were stored, nothing can be restored from this chain.
  const { slot, begun: why } = await resumeChain(db, place, () => true)
  expect(why).toBe('BACKUP_URL holds nothing of the archive any more')
  expect(slot.chain).not.toBe(first.slot.chain)
  await db.end()
})

test('contradictory settings are refused', async () => {
  const starting = (changed: Partial<Config>) =>
    startWalArchive({ ...config, ...changed }, systemClock, log as never)
  await expect(starting({ BACKUP_URL: undefined })).rejects.toThrow(
    'BACKUP_WAL is on, and BACKUP_URL is not set',
  )
  await expect(starting({ DATABASE_URL: 'postgres://127.0.0.1:1/x' })).rejects.toThrow('DATABASE_URL is set')
})
