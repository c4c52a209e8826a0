import {
  copyFileSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDestination } from './destinations/destination.ts'
import { type Place, readParts, writeParts } from './sealed-stream.ts'
import { makeBackupKey, openSeal } from './sealing.ts'

const MiB = 1024 * 1024
const ours = makeBackupKey()
const folder = mkdtempSync(join(tmpdir(), 'realword-parts-'))
afterAll(() => rmSync(folder, { recursive: true }))

describe.each([
  ['with a key', ours],
  ['without a key', undefined],
])('parts %s', (_name, key) => {
  const kept = join(folder, key ? 'encrypted' : 'plain')
  const place = openPlace(key)
  const content = Buffer.concat([1, 2, 3].map(byte => Buffer.alloc(8 * MiB, byte))).subarray(0, 17 * MiB)
  beforeAll(async () => {
    const written = await writeParts(place, 'one', 'database', chunksOf(content))
    await writeParts(place, 'two', 'database', chunksOf(content))
    expect(written.parts).toBe(3)
    for (let part = 1; part <= 3; part++) copyFileSync(pathOf('one', part), `${pathOf('one', part)}.good`)
  })

  function openPlace(text: string | undefined): Place {
    return { destination: openDestination(kept), seal: openSeal(text) }
  }
  const pathOf = (scope: string, part: number) => join(kept, scope, `database.00000${part}`)
  const read = async (parts = 3, at = place) =>
    Buffer.concat(await Array.fromAsync(readParts(at, 'one', 'database', parts)))

  test('are read as they were written', async () => {
    expect((await read()).equals(content)).toBe(true)
    expect(readFileSync(pathOf('one', 1)).includes(Buffer.alloc(100, 1))).toBe(key === undefined)
  })

  test.each<[string, (path: string, part: number) => void, RegExp]>([
    ['changed in one bit', (path, part) => flip(path, part * 1000), /damaged/],
    ['truncated', path => truncateSync(path, MiB), /damaged/],
    ['empty', path => truncateSync(path, 0), /damaged/],
    ['missing', path => rmSync(path), /missing in/],
    ['of another backup', (path, part) => copyFileSync(pathOf('two', part), path), /damaged/],
    ['another one', (path, part) => copyFileSync(`${pathOf('one', (part % 3) + 1)}.good`, path), /damaged/],
  ])('refuse a part that is %s', async (_what, harm, words) => {
    for (let part = 1; part <= 3; part++) {
      harm(pathOf('one', part), part)
      const refused: Error = await read().then(fail, error => error)
      expect(refused.message).toMatch(words)
      expect(refused.message).toContain(`database.00000${part}`)
      copyFileSync(`${pathOf('one', part)}.good`, pathOf('one', part))
    }
    expect((await read()).equals(content)).toBe(true)
  })

  test('refuse fewer parts, and more, than were written', async () => {
    await expect(read(2)).rejects.toThrow(/damaged/)
    await expect(read(4)).rejects.toThrow(/damaged/)
  })

  test('refuse another key', async () => {
    await expect(read(3, openPlace(makeBackupKey()))).rejects.toThrow(
      key ? /was encrypted with another key \([0-9a-f]{16}\)/ : /is not encrypted, but BACKUP_KEY is set/,
    )
    if (key) await expect(read(3, openPlace(undefined))).rejects.toThrow(/BACKUP_KEY is not set/)
  })
})

test('a stream of nothing is one part', async () => {
  const place = { destination: openDestination(join(folder, 'empty')), seal: openSeal(ours) }
  expect((await writeParts(place, 'one', 'pictures', Readable.from([]))).parts).toBe(1)
  expect(await Array.fromAsync(readParts(place, 'one', 'pictures', 1))).toEqual([Buffer.alloc(0)])
})

test('a stream that breaks off is no backup, and its error is passed on', async () => {
  const place = { destination: openDestination(join(folder, 'broken')), seal: openSeal(ours) }
  const source = Readable.from(
    (async function* breaking() {
      yield Buffer.alloc(20 * MiB)
      throw new Error('the connection was lost')
    })(),
  )
  await expect(writeParts(place, 'one', 'database', source)).rejects.toThrow('the connection was lost')
})

test('a path that is no folder is refused in words', async () => {
  const file = join(folder, 'file')
  writeFileSync(file, '')
  await expect(openDestination(file).put('one/part', Buffer.alloc(1))).rejects.toThrow(
    `The backup folder ${file} cannot be used`,
  )
  renameSync(file, `${file}.old`)
})

test('a file system without folders of its own is refused in words', async () => {
  await expect(openDestination('/proc/backups').put('one/part', Buffer.alloc(1))).rejects.toThrow(
    'The backup folder /proc/backups cannot be used',
  )
})

function fail(): never {
  throw new Error('it was read')
}

async function* chunksOf(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += 65_521) yield bytes.subarray(at, at + 65_521)
}

function flip(path: string, at: number): void {
  const bytes = readFileSync(path)
  bytes[at] = (bytes[at] as number) ^ 1
  writeFileSync(path, bytes)
}
