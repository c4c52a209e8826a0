import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fromBufferPromise, openPromise } from 'yauzl'
import { ZipFile } from 'yazl'
import { uuid } from '../../foundation/lib/ids/uuid.ts'
import { startTestApp, type TestApp } from '../../test/app.ts'
import {
  type Content,
  forgeTable,
  packArchive,
  rewriteTable,
  unpackArchive,
} from '../../test/exchange/archives.ts'
import { picturesIn } from '../../test/media/pictures.ts'
import { aStore } from '../../test/users.ts'
import { openArchive } from './read-archive.ts'
import { restoreArchive } from './restore.ts'
import { writeArchive } from './write-archive.ts'

const folder = mkdtempSync(join(tmpdir(), 'realword-bounds-'))
let it: TestApp
let storeId: string
beforeAll(async () => {
  it = await startTestApp()
  storeId = (await aStore(it.database)).storeId
})
afterAll(async () => {
  await it.close()
  rmSync(folder, { recursive: true })
})

/** Opens the archive of a store after a change of it. */
async function opened(change: (content: Content) => void) {
  const out = new PassThrough()
  const bytes = buffer(out)
  await writeArchive(it.database, picturesIn(folder), storeId, new Date(), out)
  const content = await unpackArchive(await bytes)
  change(content)
  const packed = await packArchive(content)
  return await openArchive(() => fromBufferPromise(packed))
}

/** The damage of an archive that cannot be opened. */
async function damageOf(change: (content: Content) => void): Promise<unknown> {
  const error = await opened(change).then(
    () => undefined,
    caught => caught,
  )
  return error && [error.fault.damage, ...(error.fault.values ?? [])]
}

describe('the manifest of an archive', () => {
  test.each<[what: string, field: string, most: number, change: (content: Content, length: number) => void]>([
    [
      'a release of 100 characters',
      'made_by',
      100,
      ({ manifest }, length) => Object.assign(manifest, { made_by: 'x'.repeat(length) }),
    ],
    [
      'a name of 10,000 characters',
      'store.name',
      10_000,
      ({ manifest }, length) => Object.assign(manifest.store, { name: 'x'.repeat(length) }),
    ],
    [
      '1,000 columns of a table',
      'tables.orders.columns',
      1_000,
      ({ manifest }, length) =>
        Object.assign(manifest.tables.orders ?? {}, { columns: Array(length).fill('id') }),
    ],
  ])('has at most %s', async (_what, field, most, change) => {
    ;(await opened(content => change(content, most))).close()
    expect(await damageOf(content => change(content, most + 1))).toEqual(['manifest_field', field])
  })
})

test('a picture of an archive has at most 32 MiB', async () => {
  const name = `${'a'.repeat(40)}-1600.webp`
  const add = (size: number) => (content: Content) => {
    const bytes = Buffer.alloc(size)
    content.files.set(`pictures/${name}`, bytes)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    content.manifest.pictures[name] = { bytes: size, sha256 }
  }
  const archive = await opened(add(33_554_432))
  expect(await archive.picture(name)).toHaveLength(33_554_432)
  archive.close()
  expect(await damageOf(add(33_554_433))).toEqual(['picture_size', name])
})

test('a row of an archive has at most 8 MiB', async () => {
  const linesOf = async (length: number) => {
    const archive = await opened(content => rewriteTable(content, 'orders', () => `${'x'.repeat(length)}\n`))
    try {
      return (await Array.fromAsync(archive.lines('orders'))).map(line => line.length)
    } finally {
      archive.close()
    }
  }
  expect(await linesOf(8_388_608)).toEqual([8_388_608])
  // It is measured by the pieces in which it is unpacked.
  await expect(linesOf(8_388_608 + 65_536)).rejects.toMatchObject({ fault: { damage: 'line' } })
})

test('an archive unpacks to 64 GiB at most, however large it is', async () => {
  const zip = new ZipFile()
  for (let number = 0; number < 17; number++) zip.addBuffer(Buffer.from('{}'), `${number}.json`)
  zip.end()
  const bytes = await buffer(zip.outputStream)
  const directory = bytes.indexOf('PK\u0001\u0002', undefined, 'latin1')
  const state = (size: number) => {
    let entry = directory
    for (let number = 0; number < 17; number++) {
      bytes.writeUInt32LE(size, entry + 24)
      entry = bytes.indexOf('PK\u0001\u0002', entry + 4, 'latin1')
    }
  }
  // The list of files lies behind a gap of 400 MiB, which takes no room on the disk.
  const gap = 400 * 1024 * 1024
  const end = bytes.lastIndexOf('PK\u0005\u0006', undefined, 'latin1')
  const open = async (size: number) => {
    state(size)
    const list = Buffer.from(bytes.subarray(directory))
    list.writeUInt32LE(gap, end - directory + 16)
    const file = join(folder, `${size}.zip`)
    writeFileSync(file, bytes.subarray(0, directory))
    truncateSync(file, gap)
    writeFileSync(file, list, { flag: 'a' })
    return await openArchive(() => openPromise(file, { autoClose: false })).catch(({ fault }) => fault)
  }
  expect(await open(4_042_322_160)).toMatchObject({ name: 'not_archive' })
  expect(await open(4_042_322_161)).toMatchObject({ damage: 'bomb', values: [68_719_476_737] })
})

test('a group of an archive has at most a hundred products', async () => {
  const restore = async (count: number) => {
    const products = Array.from({ length: count }, (_, index) => ({
      ...{ product_id: `P-${index}`, id: uuid(), sku: '', name: '', price: 1, url: '', pictures: [] },
      ...{ created_at: '2026-03-05T12:00:00+00:00', group_id: storeId, rated: false, asks_for_reviews: true },
    }))
    const archive = await opened(content => forgeTable(content, 'products', products))
    const into = await aStore(it.database)
    try {
      const by = { at: new Date(), actor: 'command' } as const
      await restoreArchive(it.database, picturesIn(folder), into.storeId, archive, by)
    } finally {
      archive.close()
    }
    return await it.database.query(sql`select from products where store_id = ${into.storeId}`)
  }
  expect(await restore(100)).toHaveLength(100)
  const values = ['tables/products.ndjson', 'group_id']
  await expect(restore(101)).rejects.toMatchObject({ fault: { damage: 'refused', values } })
})
