import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zstdCompressSync } from 'node:zlib'
import { Header, type HeaderData } from 'tar'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { findBinaries } from '../../foundation/database/embedded/binaries.ts'
import { Problem } from '../../foundation/lib/problem.ts'
import { openDestination } from './destinations/destination.ts'
import { type Manifest, newBackupId, writeManifest } from './manifest.ts'
import { restoreBackup } from './restore.ts'
import { type Place, writeParts } from './sealed-stream.ts'
import { openSeal } from './sealing.ts'

// Without a key, anybody who can write to the destination can prepare a backup.
let folder: string
let place: Place
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'realword-restore-'))
  place = { destination: openDestination(join(folder, 'backups')), seal: openSeal(undefined) }
  writeFileSync(join(folder, 'outside'), 'as it was')
})
afterEach(() => rmSync(folder, { recursive: true }))

const version = { path: 'PG_VERSION', type: 'File', content: '18\n' } as const
const usual = [{ name: 'a.webp', bytes: 1 }]

describe('a restore of a prepared backup is refused and writes nothing, for', () => {
  test.each<[string, Entry[]]>([
    ['a file above the folder', [version, file('../../escaped')]],
    ['a file above the folder by a detour', [version, file('base/../../escaped')]],
    ['a link to the outside', [version, link('SymbolicLink', '../../../outside'), file('linked')]],
    ['a hard link to the outside', [version, link('Link', '../../../outside'), file('linked')]],
    ['a link to a folder', [version, link('SymbolicLink', '../../../..'), file('linked/escaped')]],
    ['a named pipe', [version, { path: 'pipe', type: 'FIFO' }]],
    ['a device', [version, { path: 'memory', type: 'CharacterDevice', devmaj: 1, devmin: 1 }]],
    ['no database', [file('readme')]],
    ['more bytes than the manifest says', [version, { ...file('large'), content: 'x'.repeat(2_000_000) }]],
  ])('%s', async (_, entries) => {
    const id = await prepare({ database: zstdCompressSync(archiveOf(entries)) })
    expect(await refusal(id)).toMatch(/no usable database|cannot be unpacked/)
  })

  test('an absolute path', async () => {
    const id = await prepare({
      database: zstdCompressSync(archiveOf([version, file(join(folder, 'escaped'))])),
    })
    expect(await refusal(id)).toContain('cannot be unpacked')
  })

  test.each([
    ['no archive', Buffer.from('neither zstd nor tar')],
    ['no tar', zstdCompressSync(Buffer.alloc(10_000, 7))],
  ])('%s', async (_, database) => {
    expect(await refusal(await prepare({ database }))).toMatch(/no usable database|cannot be unpacked/)
  })

  test.each<[string, unknown]>([
    ['a picture above the folder', [{ name: '../../escaped', bytes: 1 }]],
    ['a picture in a folder', [{ name: 'a/b.webp', bytes: 1 }]],
    ['a picture without a name', [{ bytes: 1 }]],
    ['pictures that are no list', { name: 'a.webp' }],
    ['a picture that is not there', usual],
  ])('%s', async (_, pictures) => {
    expect(await refusal(await prepare({ pictures }))).toMatch(/list of pictures is damaged|is missing/)
  })

  test.each<[string, Buffer | object]>([
    ['a manifest that is no JSON', Buffer.from('{"format":')],
    ['a manifest of another form', Buffer.from('{"format":2}')],
    ['a size that no disk has', { database: { parts: 1, stored: 1, bytes: 2 ** 53 - 1 } }],
    ['a negative size', { database: { parts: 1, stored: 1, bytes: -1 } }],
    ['parts that are not there', { database: { parts: 1_000_000_000, stored: 1, bytes: 1_000_000 } }],
  ])('%s', async (_, manifest) => {
    expect(await refusal(await prepare({ manifest }))).toMatch(
      /not one that this release knows|MB free|missing|damaged/,
    )
  })
})

type Entry = HeaderData & { content?: string }

function file(path: string): Entry {
  return { path, type: 'File', content: 'written' }
}

function link(type: 'SymbolicLink' | 'Link', linkpath: string): Entry {
  return { path: 'linked', type, linkpath }
}

function archiveOf(entries: Entry[]): Buffer {
  const blocks = entries.map(({ content = '', ...data }) => {
    const header = new Header({ mode: 0o600, size: content.length, mtime: new Date(0), ...data })
    const head = Buffer.alloc(512)
    header.encode(head)
    const padding = Buffer.alloc(-content.length & 511)
    return Buffer.concat([head, Buffer.from(content), padding])
  })
  return Buffer.concat([...blocks, Buffer.alloc(1024)])
}

/** Stores a backup without encryption, as somebody else could. Returns its id. */
async function prepare({
  database = zstdCompressSync(archiveOf([version])),
  pictures = [] as unknown,
  manifest = {} as Buffer | object,
}): Promise<string> {
  const id = newBackupId(new Date())
  await writeParts(place, id, 'database', [database])
  await writeParts(place, id, 'pictures', [zstdCompressSync(Buffer.from(JSON.stringify(pictures)))])
  if (Buffer.isBuffer(manifest))
    await place.destination.put(`${id}/manifest`, place.seal.seal(id, 'manifest', manifest))
  else await writeManifest(place, { ...whole, backup_id: id, ...manifest })
  return id
}

const whole: Omit<Manifest, 'backup_id'> = {
  format: 1,
  created_at: new Date(0).toISOString(),
  realword: '0.1.0',
  migration: 1,
  postgres: findBinaries().major,
  platform: `${process.platform}-${process.arch}`,
  system: '1',
  wal: { timeline: 1, start: '0/1', end: '0/2' },
  database: { parts: 1, stored: 1, bytes: 100_000 },
  pictures: { parts: 1, count: 0, bytes: 0 },
  secret: 's',
}

/** Why the backup is not restored. Nothing may have been written. */
async function refusal(id: string): Promise<string> {
  const before = readdirSync(folder)
  const dataDir = join(folder, 'restored')
  const error = await restoreBackup(place, id, { dataDir }).then(
    () => new Error('It was restored.'),
    error => error,
  )
  expect(error).toBeInstanceOf(Problem)
  expect(readdirSync(folder)).toEqual(before)
  return error.message
}
