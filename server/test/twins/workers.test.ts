import { cpSync } from 'node:fs'
import { join } from 'node:path'
import sql, { raw } from 'sql-template-tag'
import { afterAll, expect, test } from 'vitest'
import type { Connection } from '../../foundation/database/connect.ts'
import { tidyAccounts } from '../../tenants/accounts/tidy.ts'
import { tidyStores } from '../../upkeep/housekeeping/tidy.ts'
import { startTestApp } from '../app.ts'
import { dropCopy } from '../database/database.ts'
import { picturesIn } from '../media/pictures.ts'
import { seedNow } from './seeded.ts'
import { comparable, readSnapshot, uuidsOf } from './snapshot.ts'
import { tablesOfStores } from './tables.ts'
import { changeWorld, clone, createWorlds, removeStore, type World } from './worlds.ts'

// The jobs of each minute and hour list stores by themselves. Run them where only one store has due work, and where its
// twins have due work too. Each store must end in the same state as alone.

const worlds = await createWorlds()
const { storeId } = worlds.seeded.store
const [firstTwin = '', lastTwin = ''] = worlds.twinIds
afterAll(() => worlds.close())

const day = 24 * 60 * 60 * 1000
const nextYear = seedNow + 400 * day

test('jobs of one store do not change its twins, and have the same result as without them', async () => {
  const alone = await runJobs('alone', worlds.alone, async () => {})
  const beside = await runJobs('quiet', worlds.beside, postponeTwins)
  for (const twinId of worlds.twinIds) expect(beside.after(twinId)).toEqual(beside.before(twinId))
  expect(beside.after(storeId)).toEqual(alone.after(storeId))
  expect(beside.mails).toEqual(alone.mails)
  // Otherwise nothing was due, and the test proves nothing.
  expect(alone.after(storeId)).not.toEqual(alone.before(storeId))
  expect(alone.mails).not.toEqual([])
})

test('if every store has due work, each ends in the same state as alone', async () => {
  const together = await runJobs('together', worlds.beside, async () => {})
  const mails: string[] = []
  for (const ownId of [firstTwin, storeId, lastTwin]) {
    const others = [firstTwin, storeId, lastTwin].filter(id => id !== ownId)
    const alone = await runJobs(`only ${ownId}`, worlds.beside, async db => {
      for (const id of others) await removeStore(db, id)
    })
    expect(together.after(ownId)).toEqual(alone.after(ownId))
    expect(alone.after(ownId)).not.toEqual(alone.before(ownId))
    mails.push(...alone.mails)
  }
  expect(together.mails).toEqual(mails.sort())
})

/**
 * A job is unique by the id of its record, and only here do stores share ids. The jobs of the second and third store
 * follow in the next minutes. An unsent mail is found an hour later.
 */
const minutes = [0, 0, 0, 61, 122]

/** Runs the jobs of each minute, and those of the hour a year later, in a copy of a world. */
async function runJobs(name: string, world: World, prepare: (db: Connection) => Promise<void>) {
  const target = await clone(world.target)
  await changeWorld(target, prepare)
  const folder = join(world.folder, '..', `jobs ${name}`)
  cpSync(world.folder, folder, { recursive: true })
  const mailsBefore = worlds.mails.received.length
  const it = await startTestApp({ ...worlds.settings, DATA_DIR: folder }, target)
  try {
    const before = await readSnapshot(it.database)
    const known = new Set([...before.values()].flat().flatMap(uuidsOf))
    for (const minute of minutes) {
      it.setNow(seedNow + minute * 60_000)
      await it.runDue()
    }
    const pictures = picturesIn(folder)
    await tidyStores(it.database, pictures, new Date(nextYear), (message, error) => {
      throw new Error(message, { cause: error })
    })
    await tidyAccounts(it.database, new Date(nextYear))
    const after = await readSnapshot(it.database)
    const rowsIn = (snapshot: typeof before) => (id: string) =>
      (snapshot.get(id) ?? [])
        // The number of scans does not matter.
        .filter(row => !/^job .* completed$/.test(row))
        .map(row => comparable(row, known).replace(archiveSize, '$1').replace(noticeSentAt, '$1'))
        .sort()
    const mails = worlds.mails.received.slice(mailsBefore)
    return {
      before: rowsIn(before),
      after: rowsIn(after),
      mails: mails.map(({ to, header }) => `${to} ${header('from')} ${header('subject')}`).sort(),
    }
  } finally {
    await it.close()
    await dropCopy(target)
  }
}

// New ids are compressed with the rest, which changes the size by some bytes.
const archiveSize = /("kind": "archive", )"size": \d{6}, /

// The mail of a notice has the id of its message, so those of the twins follow later.
const noticeSentAt = /("kind": "team_notice".*)"sent_at": "[^"]+", /

/** Postpones all work of the twins by a hundred years. */
async function postponeTwins(db: Connection): Promise<void> {
  const twins = sql`store_id = any(${worlds.twinIds}::uuid[])`
  for (const { table, columns } of await timesOfStores(db)) {
    const moved = columns.map(column => `"${column}" = ${later(column)}`).join(', ')
    await db.query(sql`update ${raw(table)} set ${raw(moved)} where ${twins}`)
  }
  await db.query(sql`update moderation_networks set times = array[last_at] where ${twins}`)
  // Imports and exports continue whenever they are found, and changed days are counted whenever they are reported.
  for (const table of ['imports', 'exports'])
    await db.query(sql`
      update ${raw(table)}
      set next_attempt_at = '2126-01-01', file_until = '2126-01-01'
      where ${twins}`)
  await db.query(sql`update connections set state = 'paused' where ${twins}`)
  await db.query(sql`update webhook_endpoints set state = 'disabled' where ${twins}`)
  await db.query(sql`delete from store_day_changes where ${twins}`)
  // Notices are gathered in any run, and the usage of old months is deleted.
  await db.query(sql`delete from notice_items where ${twins}`)
  await db.query(sql`delete from channel_usage where ${twins} and month < '2026-01-01'`)
  // Housekeeping finds the addresses of events whenever that has not been done.
  await db.query(sql`update webhook_events set addresses = '{}' where ${twins} and addresses is null`)
}

// Citus refuses the sum of an instant and an interval in an update, because it depends on the time zone.
const later = (column: string) => `case when "${column}" is not null then '2126-01-01Z'::timestamptz end`

async function timesOfStores(db: Connection): Promise<{ table: string; columns: string[] }[]> {
  const tables = await tablesOfStores(db)
  const times = await db.query<{ table: string; columns: string[] }>(sql`
    select attrelid::regclass::text as table, array_agg(attname::text) as columns
    from pg_attribute
    where atttypid = 'timestamptz'::regtype and attnum > 0 and not attisdropped and attgenerated = ''
      and attrelid = any(${tables.map(({ table }) => table)}::regclass[])
    group by attrelid`)
  return times
}
