import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readKeepRule } from '../../foundation/lib/time/periods.ts'
import { openFolder } from '../../foundation/storage/pictures/folder.ts'
import { openDestination } from './destinations/destination.ts'
import { keptBy, thinOut } from './keep.ts'
import { type Manifest, writeManifest } from './manifest.ts'
import { backUpPictures } from './pictures.ts'
import { type Place, writeParts } from './sealed-stream.ts'
import { makeBackupKey, openSeal } from './sealing.ts'

const day = 86_400_000
const ruleOf = (text: string) => readKeepRule(text) as NonNullable<ReturnType<typeof readKeepRule>>

function idOf(at: number, end = '00000000'): string {
  return `${new Date(at).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z-${end}`
}

describe('BACKUP_KEEP', () => {
  const now = Date.UTC(2026, 10, 23, 12)
  // Two a day for 200 days.
  const ids = Array.from({ length: 400 }, (_, index) => idOf(now - (index * day) / 2))

  test('keeps the newest of each day, week and month', () => {
    const kept = [...keptBy(ruleOf('3d,2w,2m'), ids)].sort()
    expect(kept.map(id => id.slice(0, 11))).toEqual([
      '20261031T12', // the newest of October
      '20261121T12',
      '20261122T12', // of the last week
      '20261123T00', // the one before the newest
      '20261123T12',
    ])
  })

  test('counts days that have a backup, so that a long gap deletes nothing', () => {
    const old = ids.slice(300)
    expect(keptBy(ruleOf('7d'), old).size).toBe(8)
    expect(keptBy(ruleOf('7d'), [...old, idOf(now)]).has(idOf(now))).toBe(true)
  })

  test('always keeps the newest two, so that a backup after a mistake does not delete the one before it', () => {
    expect(keptBy({ days: 0, weeks: 0, months: 0 }, ids)).toEqual(new Set(ids.slice(0, 2)))
    expect(keptBy(ruleOf('1m'), [])).toEqual(new Set())
  })
})

describe('thinning out', () => {
  let folder: string
  let place: Place
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'realword-keep-'))
    place = { destination: openDestination(join(folder, 'backups')), seal: openSeal(makeBackupKey()) }
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  const now = Date.UTC(2026, 10, 23)
  const pictures = () => openFolder(join(folder, 'pictures'))
  const inPool = () => readdirSync(join(folder, 'backups', place.seal.poolOfPictures)).sort()

  async function backUp(at: number, key = place.seal): Promise<string> {
    const id = idOf(at)
    const own = { ...place, seal: key }
    await writeParts(own, id, 'database', Readable.from([Buffer.from('a database')]))
    const kept = await backUpPictures(own, id, pictures())
    await writeManifest(own, { ...manifest, backup_id: id, pictures: kept })
    return id
  }

  test('deletes backups, and the pictures that only they had', async () => {
    await pictures().put('shared.webp', Buffer.from('1'))
    await pictures().put('old.webp', Buffer.from('2'))
    const first = await backUp(now - 2 * day)
    await pictures().remove('old.webp')
    await pictures().put('new.webp', Buffer.from('3'))
    const middle = await backUp(now - day / 2)
    const last = await backUp(now)
    expect(inPool()).toEqual(['new.webp', 'old.webp', 'shared.webp'])
    expect(await thinOut(place, ruleOf('7d'), now)).toEqual([])
    expect(await thinOut(place, ruleOf('1d'), now)).toEqual([first])
    expect(readdirSync(join(folder, 'backups')).sort()).toEqual([middle, last, 'pictures'])
    expect(inPool()).toEqual(['new.webp', 'shared.webp'])
  })

  test('keeps all pictures while a backup has another key', async () => {
    await backUp(now - 40 * day, openSeal(makeBackupKey()))
    await pictures().put('old.webp', Buffer.from('2'))
    const old = await backUp(now - 2 * day)
    await pictures().remove('old.webp')
    await backUp(now - day / 2)
    await backUp(now)
    expect(await thinOut(place, ruleOf('1d,2m'), now)).toEqual([old])
    expect(inPool()).toEqual(['old.webp'])
  })

  test('deletes the rest of a killed backup after an hour, and no running one', async () => {
    await backUp(now)
    const dead = idOf(now - day, '11111111')
    const running = idOf(now - day, '22222222')
    for (const id of [dead, running])
      await writeParts(place, id, 'database', Readable.from([Buffer.from('half a database')]))
    const wroteAt = new Date(now - 2 * 3_600_000)
    utimesSync(join(folder, 'backups', dead, 'database.000001'), wroteAt, wroteAt)
    utimesSync(join(folder, 'backups', running, 'database.000001'), new Date(now), new Date(now))
    // Killed while it wrote its second part, which is called so until it is whole.
    const half = join(folder, 'backups', dead, 'database.000002.unfinished')
    writeFileSync(half, 'half')
    utimesSync(half, wroteAt, wroteAt)
    await thinOut(place, ruleOf('7d'), now)
    expect(readdirSync(join(folder, 'backups')).sort()).toEqual([running, idOf(now)])
  })

  test('deletes what a killed writer left of a picture or of the WAL', async () => {
    await backUp(now - 2 * day)
    await backUp(now - day)
    await backUp(now)
    const left = [
      `${place.seal.poolOfPictures}/a.webp.unfinished`,
      'wal/0badcafe/00000001-0000000000000000-0000000000100000.unfinished',
    ]
    for (const name of left) {
      await place.destination.put(name, Buffer.from('half'))
      utimesSync(join(folder, 'backups', name), new Date(0), new Date(0))
    }
    await thinOut(place, ruleOf('1d'), now)
    for (const name of left) expect(await place.destination.get(name), name).toBeUndefined()
  })

  test('deletes nothing that is no part of a backup', async () => {
    const foreign = [
      '2026/report.pdf',
      '20261122T000000Z/a',
      'pictures/holiday.jpg',
      'pictures/2026/beach.jpg',
    ]
    for (const name of foreign) {
      await place.destination.put(name, Buffer.from('not ours'))
      utimesSync(join(folder, 'backups', name), new Date(0), new Date(0))
    }
    const first = await backUp(now - day)
    await backUp(now - day / 2)
    await backUp(now)
    expect(await thinOut(place, ruleOf('1d'), now)).toEqual([first])
    for (const name of foreign) expect(await place.destination.get(name), name).toBeDefined()
  })

  test('keeps the backup that is being verified', async () => {
    const first = await backUp(now - day)
    await backUp(now - day / 2)
    await backUp(now)
    expect(await thinOut(place, ruleOf('1d'), now, [first])).toEqual([])
    expect(await thinOut(place, ruleOf('1d'), now)).toEqual([first])
  })
})

const manifest: Omit<Manifest, 'backup_id' | 'pictures'> = {
  format: 1,
  created_at: new Date(0).toISOString(),
  realword: '0.1.0',
  migration: 1,
  postgres: 18,
  platform: 'linux-x64',
  system: '1',
  wal: { timeline: 1, start: '0/1', end: '0/2' },
  database: { parts: 1, stored: 10, bytes: 10 },
  secret: 's',
}
