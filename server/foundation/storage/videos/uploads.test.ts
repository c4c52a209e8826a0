import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/database/database.ts'
import { aStore } from '../../../test/users.ts'
import { anMp4 } from '../../../test/videos.ts'
import { openPictureStore } from '../pictures/picture-store.ts'
import { partSize } from './names.ts'
import { beginVideo, continueVideo, dropUnfinishedUploads, type Uploading } from './uploads.ts'

const folder = mkdtempSync(join(tmpdir(), 'realword-uploads-'))
const files = openPictureStore({ PICTURES_URL: `file://${folder}`, DATA_DIR: folder })

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
