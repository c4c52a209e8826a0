import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/database/database.ts'
import { picturesIn } from '../../../test/media/pictures.ts'
import { anMp4 } from '../../../test/media/videos.ts'
import { aStore } from '../../../test/users.ts'
import { PicturesUnavailable } from '../pictures/picture-store.ts'
import { sweepPictures } from '../pictures/pictures.ts'
import { receiveExportedVideo } from './exported.ts'
import { nameOfCheck, partSize, readVideoName, type Video } from './names.ts'
import { streamParts } from './parts.ts'

const folder = mkdtempSync(join(tmpdir(), 'realword-exported-videos-'))
const files = picturesIn(folder, `file://${folder}`)
const bytes = anMp4({ media: 2 * partSize })
const nameWith = (poster: string) => `${'1'.repeat(40)}-${bytes.length}-12-${poster}.mp4`
const [red, blue] = ['a'.repeat(40), 'b'.repeat(40)] as const
const stored = () => Array.fromAsync(files.list())
const posters = new Map([red, blue].map(hash => [`${hash}-1600.webp`, `${hash}-1600.webp`]))

let service: TestDatabase
beforeAll(async () => {
  service = await createTestDatabase()
})
afterAll(async () => {
  await service.close()
  rmSync(folder, { recursive: true })
})

test('the same video with another poster shares no files: one stays when the other is deleted', async () => {
  const { storeId } = await aStore(service.database)
  const receive = (poster: string) =>
    receiveExportedVideo(
      service.database,
      files,
      storeId,
      { name: nameWith(poster), bytes, posters },
      new Date(),
    )
  const [gone, kept] = [await receive(red), await receive(blue)]
  expect(await receive(blue)).toBe(kept)
  await sweepPictures(service.database, files, storeId, { names: [gone] }, async () => [])
  const [one, two] = [gone, kept].map(name => nameOfCheck(readVideoName(name)?.id ?? ''))
  expect([await files.get(one ?? ''), String(await files.get(two ?? ''))]).toEqual([undefined, kept])
  const { id } = readVideoName(kept) as Video
  expect(Buffer.concat(await Array.fromAsync(streamParts(files, id, 0, bytes.length)))).toEqual(bytes)
})

test('a video that could not be stored leaves nothing', async () => {
  const { storeId } = await aStore(service.database)
  const before = await stored()
  const full = {
    ...files,
    put: async (name: string, content: Buffer) => {
      if (name.endsWith('-1.part')) throw new PicturesUnavailable('The disk is full.')
      await files.put(name, content)
    },
  }
  const archived = { name: nameWith(red), bytes, posters }
  await expect(receiveExportedVideo(service.database, full, storeId, archived, new Date())).rejects.toThrow(
    PicturesUnavailable,
  )
  expect(await stored()).toEqual(before)
  for (const table of [sql`pictures`, sql`waiting_pictures`])
    expect(await service.database.query(sql`select from ${table} where store_id = ${storeId}`)).toEqual([])
})
