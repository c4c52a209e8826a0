import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { PictureStore } from '../../foundation/storage/pictures/picture-store.ts'
import { type AdminClient, aMember } from '../admin.ts'
import { startTestApp, type TestApp } from '../app.ts'
import { uploadFile } from '../exchange/transfers.ts'
import { picturesIn } from '../media/pictures.ts'
import { aStore } from '../users.ts'

/** Where the tests of a file import: a service, its folder and files, and for each test a store with its owner. */
export type ImportPlace = {
  service: TestApp
  folder: string
  files: PictureStore
  storeId: string
  owner: AdminClient & { userId: string }
  upload: (bytes: Buffer | string, kind?: string, name?: string) => ReturnType<typeof uploadFile>
  /** The reviews of the store, by rating. */
  reviews: () => Promise<{ rating: number; body: string; display_name: string }[]>
}

export function importInEachTest(): ImportPlace {
  const folder = mkdtempSync(join(tmpdir(), 'realword-imports-'))
  const files = picturesIn(folder)
  const place = {
    folder,
    files,
    upload: (bytes, kind = 'review', name) =>
      uploadFile(place.service, place.owner, place.storeId, kind, bytes, name),
    reviews: () =>
      place.service.database.query(sql`
        select rating, body, display_name
        from reviews
        where store_id = ${place.storeId}
        order by rating, body`),
  } as ImportPlace
  beforeAll(async () => {
    place.service = await startTestApp({ DATA_DIR: folder, SIGN_IN_RATE_LIMIT: '100000' })
  })
  afterAll(async () => {
    await place.service.close()
    rmSync(folder, { recursive: true })
  })
  beforeEach(async () => {
    place.storeId = (await aStore(place.service.database)).storeId
    place.owner = await aMember(place.service, place.storeId, 'owner')
  })
  return place
}
