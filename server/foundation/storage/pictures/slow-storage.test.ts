import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insertReviews, picturesInUse } from '../../../answers/reviews/reviews.ts'
import { addSeenProducts } from '../../../tenants/products/products.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/database/database.ts'
import { countWaiting } from '../../../test/database/locks.ts'
import { aReview } from '../../../test/factories.ts'
import { picturesIn } from '../../../test/media/pictures.ts'
import { aStore } from '../../../test/users.ts'
import { partSize } from '../videos/names.ts'
import { beginVideo, continueVideo } from '../videos/uploads.ts'
import { lockPictures, receivePicture, sweepPictures } from './pictures.ts'
import { lockFiles } from './stored-bytes.ts'

const mostUnused = 1e9 // bytes
const folder = mkdtempSync(join(tmpdir(), 'realword-slow-pictures-'))
let service: TestDatabase
beforeAll(async () => {
  service = await createTestDatabase()
})
afterAll(async () => {
  await service.close()
  rmSync(folder, { recursive: true })
})

describe('while the storage of pictures is slow', () => {
  test('the database serves others: pictures in flight hold only a few connections', async () => {
    const { promise: opened, resolve: open } = Promise.withResolvers<void>()
    const files = {
      put: () => opened,
      get: async () => undefined,
      remove: async () => {},
      list: async function* list() {},
    }
    let made = 0
    const { storeId } = await aStore(service.database)
    const taken = Array.from({ length: 12 }, async (_, index) => {
      const path = await aFile(10 + index)
      made++
      return await receivePicture(service.database, files, storeId, path, new Date(), mostUnused)
    })
    await expect.poll(() => made).toBe(12)
    await expect.poll(held).toBeGreaterThan(1)
    for (let turn = 0; turn < 20; turn++) expect(await held()).toBeLessThan(6)
    open()
    expect(new Set(await Promise.all(taken)).size).toBe(12)
  })

  test('videos in flight, and places that are reserved, hold only a few connections, too', async () => {
    const { database } = service
    const { storeId } = await aStore(database)
    const { promise: opened, resolve: open } = Promise.withResolvers<void>()
    const files = { ...picturesIn(folder, `file://${folder}/videos`), put: () => opened }
    const owners = Array.from({ length: 12 }, (_, index) => `buyer ${index}`)
    const large = { bytes: 2 * partSize, poster: undefined }
    const at = new Date()
    const begin = (owner: string) => beginVideo(database, files, storeId, owner, large, at, mostUnused)
    const { begun } = await database.transaction(async tx => {
      await lockFiles(tx, storeId)
      const begun = owners.map(begin)
      await expect.poll(() => countWaiting(database)).toBe(2)
      for (let turn = 0; turn < 20; turn++) expect(await countWaiting(database)).toBeLessThan(3)
      return { begun }
    })
    const ids = await Promise.all(begun)
    const part = Buffer.alloc(partSize)
    const sent = ids.map((id, index) =>
      continueVideo(database, files, storeId, owners[index] as string, id, 0, part, at),
    )
    try {
      await expect.poll(held).toBeGreaterThan(1)
      for (let turn = 0; turn < 20; turn++) expect(await held()).toBeLessThan(6)
    } finally {
      open()
    }
    for (const one of await Promise.all(sent))
      expect(one).toEqual({ bytes: 2 * partSize, received: partSize })
  })

  test('a form with a picture does not wait for a sweep of others', async () => {
    const { database } = service
    const store = await aStore(database)
    await addSeenProducts(
      database,
      store.storeId,
      [{ product_id: 'p', sku: '', name: 'p', url: '' }],
      new Date(),
    )
    const place = picturesIn(folder, `file://${folder}/kept`)
    const long = new Date('2026-01-01')
    const names = []
    for (const width of [40, 41, 42])
      names.push(await receivePicture(database, place, store.storeId, await aFile(width), long, mostUnused))
    const [used = ''] = names.sort()
    const by = { at: long, actor: 'command', action: 'create' } as const
    const review = aReview({ product_id: 'p', pictures: [used] })
    await database.transaction(tx => insertReviews(tx, store.storeId, [review], by))
    const { promise: opened, resolve: open } = Promise.withResolvers<void>()
    let removing = 0
    const files = {
      ...place,
      remove: async (name: string) => {
        removing++
        await opened
        await place.remove(name)
      },
    }
    const sweep = sweepPictures(
      database,
      files,
      store.storeId,
      { before: new Date('2026-02-01') },
      picturesInUse,
    )
    await expect.poll(() => removing).toBe(1)
    const found = await database.transaction(async tx => {
      await tx.query(sql`set local lock_timeout = '2s'`)
      return await lockPictures(tx, store.storeId, [used])
    })
    expect(found).toEqual([used])
    open()
    await sweep
    const left = await database.query(sql`select name from pictures where store_id = ${store.storeId}`)
    expect(left).toEqual([{ name: used }])
  })
})

async function aFile(width: number): Promise<string> {
  const path = join(folder, `slow-${width}`)
  const create = { width, height: 9, channels: 3, background: 'teal' } as const
  await sharp({ create }).png().toFile(path)
  return path
}

/** How many connections are idle in a transaction because of it. */
async function held(): Promise<number> {
  const rows = await service.database.query(sql`
    select from pg_stat_activity
    where datname = current_database() and state = 'idle in transaction'`)
  return rows.length
}
