import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/database/database.ts'
import { besideChange } from '../../../test/database/locks.ts'
import { changeSettings } from '../../../test/hearing.ts'
import { picturesIn } from '../../../test/media/pictures.ts'
import { anMp4 } from '../../../test/media/videos.ts'
import { lookUpsOf, statementsOf } from '../../../test/plans.ts'
import { aStore } from '../../../test/users.ts'
import { PictureRefused } from '../pictures/sizes.ts'
import { reserveBytes } from '../pictures/unused-uploads.ts'
import { partSize } from './names.ts'
import {
  beginVideo,
  continueVideo,
  dropUnfinishedUploads,
  findVideoUpload,
  type Uploading,
} from './uploads.ts'

const folder = mkdtempSync(join(tmpdir(), 'realword-uploads-'))
const files = picturesIn(folder, `file://${folder}`)

let service: TestDatabase
beforeAll(async () => {
  service = await createTestDatabase()
})
afterAll(async () => {
  await service.close()
  rmSync(folder, { recursive: true })
})

test('an upload that is continued while it is dropped is gone, and no video without parts', async () => {
  const { database } = service
  const { storeId } = await aStore(database)
  const video = anMp4({ media: partSize })
  const id = await beginVideo(
    database,
    files,
    storeId,
    'buyer',
    { bytes: video.length, poster: undefined },
    new Date(0),
    1e9,
  )
  const send = (offset: number, at: Date) => {
    const part = video.subarray(offset, offset + partSize)
    return continueVideo(database, files, storeId, 'buyer', id, offset, part, at)
  }
  await send(0, new Date(0))
  const answered: (Uploading | undefined)[] = []
  let isBegun = false
  const removing = {
    ...files,
    remove: async (name: string) => {
      if (!isBegun) void send(partSize, new Date()).then(answer => answered.push(answer))
      isBegun = true
      while (answered.length === 0 && !(await isSomebodyWaiting())) await pause(10)
      await files.remove(name)
    },
  }
  const isSomebodyWaiting = async () =>
    (await database.query(sql`select from pg_locks where not granted`)).length > 0
  await dropUnfinishedUploads(database, removing, storeId, new Date(1))
  await expect.poll(() => answered).toEqual([undefined])
})

test('bytes that are sent twice at once are added once', async () => {
  const { database } = service
  const { storeId } = await aStore(database)
  const video = anMp4({ media: partSize })
  const begun = { bytes: video.length, poster: undefined }
  const id = await beginVideo(database, files, storeId, 'buyer', begun, new Date(0), 1e9)
  const send = (db = database) =>
    continueVideo(db, files, storeId, 'buyer', id, 0, video.subarray(0, partSize), new Date(0))
  const second = await besideChange(
    database,
    tx => send({ ...database, transaction: act => act(tx) }),
    () => send(),
  )
  expect(second).toBe(undefined)
})

const hour = 60 * 60_000
const most = 500_000_000
const large = 60_000_000

describe('what few buyers begin leaves room for all others', () => {
  let storeId: string
  beforeEach(async () => {
    ;({ storeId } = await aStore(service.database))
  })
  const begin = (owner: string, at = 0, bytes = large) =>
    beginVideo(service.database, files, storeId, owner, { bytes, poster: undefined }, new Date(at), most)
  const find = (owner: string, id: string) => findVideoUpload(service.database, storeId, owner, id)

  test('a quarter of the unused files is for one buyer, and half for all videos', async () => {
    for (const owner of ['Ana', 'Rui']) {
      await begin(owner)
      await begin(owner)
      await expect(begin(owner)).rejects.toThrow(PictureRefused)
    }
    await expect(begin('Eva')).rejects.toThrow(PictureRefused)
    await begin('Eva', 0, 9_000_000)
    const picture = { name: `${'a'.repeat(40)}-1600.webp`, bytes: 240_000_000, at: new Date(0) }
    await reserveBytes(service.database, storeId, picture, most)
  })

  test('one buyer has five unfinished videos, however small', async () => {
    for (let video = 0; video < 5; video++) await begin('Ana', 0, 1_000)
    await expect(begin('Ana', 0, 1_000)).rejects.toThrow(PictureRefused)
    await begin('Rui', 0, 1_000)
  })

  test('a video that was not continued for an hour gives way, and no other', async () => {
    const [idle, going] = [await begin('Ana'), await begin('Ana')]
    await begin('Rui')
    await begin('Rui')
    await continueVideo(
      ...[service.database, files, storeId, 'Ana', going, 0],
      Buffer.alloc(partSize),
      new Date(hour / 2),
    )
    await expect(begin('Eva', hour)).rejects.toThrow(PictureRefused)
    expect(await find('Ana', idle)).toEqual({ bytes: large, received: 0 })
    await begin('Eva', hour + 1)
    expect(await find('Ana', idle)).toBeUndefined()
    expect(await find('Ana', going)).toEqual({ bytes: large, received: partSize })
  })

  test('unfinished ones use half of what is left of the limit of the store, but one always fits', async () => {
    await changeSettings(service, storeId, { limits: { stored_bytes: 90_000_000 } })
    await begin('Ana')
    await expect(begin('Rui', 0, 1_000_000)).rejects.toThrow(PictureRefused)
    await changeSettings(service, storeId, { limits: { stored_bytes: 200_000_000 } })
    await begin('Rui', 0, 40_000_000)
    await expect(begin('Rui', 0, 1_000_000)).rejects.toThrow(PictureRefused)
  })
})

test('an upload is looked up by its name among many pictures', async () => {
  const { database } = service
  const { storeId } = await aStore(database)
  const id = await beginVideo(
    database,
    files,
    storeId,
    'buyer',
    { bytes: 9, poster: undefined },
    new Date(0),
    1e9,
  )
  await database.query(sql`
    insert into pictures (store_id, name, taken_at, bytes)
    select ${storeId}, encode(sha256(number::text::bytea), 'hex') || '-1600.webp', now(), 9
    from generate_series(1, 20000) as number`)
  await database.query(sql`analyze pictures`)
  const [statement] = await statementsOf(() => findVideoUpload(database, storeId, 'buyer', id))
  const lookUps = await lookUpsOf(database, statement as NonNullable<typeof statement>)
  expect(lookUps).toHaveLength(2)
  for (const one of lookUps)
    expect(one).toMatch(/name >= '[0-9a-f]{40}-'::text.*name < '[0-9a-f]{40}-g'::text/)
})
