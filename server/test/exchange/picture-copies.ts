import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { countCopies } from '../../answers/reviews/copies/copies.ts'
import { openPictureStore } from '../../foundation/storage/pictures/picture-store.ts'
import { type AdminClient, aMember } from '../admin.ts'
import { startTestApp, type TestApp } from '../app.ts'
import { type PictureHost, startPictureHost } from '../media/picture-host.ts'
import { aStore, type Member } from '../users.ts'
import { aFile, importText } from './imports.ts'

export const minute = 60_000
export const start = Date.parse('2027-02-01T12:00:00Z')
export const never = new AbortController().signal
export const isOurs = /^[0-9a-f]{40}-1600\.webp$/

export const neverAsked = () => {
  throw new Error('The picture was not asked for.')
}

/** A service that keeps pictures in a folder; and for each test a store, its owner, and a host of pictures. */
export function usePictureCopies() {
  const folder = mkdtempSync(join(tmpdir(), 'realword-copies-'))
  const settings = { PICTURES_URL: `file://${folder}`, DATA_DIR: folder, SIGN_IN_RATE_LIMIT: '100000' }
  const files = openPictureStore({ ...settings, CLAMD_URL: undefined })
  const stage = { settings, files } as {
    settings: typeof settings
    files: typeof files
    it: TestApp
    host: PictureHost
    store: Member
    owner: AdminClient
  }
  beforeAll(async () => {
    stage.it = await startTestApp(settings)
  })
  afterAll(async () => {
    await stage.it.close()
    rmSync(folder, { recursive: true })
  })
  beforeEach(async () => {
    stage.it.setNow(start)
    stage.host = await startPictureHost()
    stage.store = await aStore(stage.it.database)
    stage.owner = await aMember(stage.it, stage.store.storeId, 'owner')
  })
  afterEach(() => stage.host.close())

  return {
    stage,
    /** Imports a review for each list of paths, or addresses, of pictures. */
    bring: (...lists: string[][]) =>
      importText(
        stage.it,
        stage.store.storeId,
        aFile(
          ...lists.map((list, index) => ({
            review_id: `r-${index}`,
            body: `Text ${index}`,
            email: `buyer${index}@shop.example`,
            pictures: list.map(one => new URL(one, stage.host.url).href).join(' '),
          })),
        ),
      ),
    /** The pictures of all reviews. */
    stored: async ({ storeId } = stage.store) =>
      (
        await stage.it.database.query<{ pictures: string[] }>(sql`
          select pictures from reviews where store_id = ${storeId} order by body`)
      ).map(({ pictures }) => pictures),
    counts: async ({ storeId } = stage.store) => {
      const { problems, ...rest } = await countCopies(stage.it.database, storeId)
      return {
        ...rest,
        problems: problems.map(({ problem, status }) => (status ? `${problem} ${status}` : problem)),
      }
    },
    idOf: async (body: string) => {
      const [found] = await stage.it.database.query<{ id: string }>(sql`
        select id from reviews where store_id = ${stage.store.storeId} and body = ${body}`)
      return found?.id ?? ''
    },
    decide: (decision: object) =>
      stage.owner.send('POST', `/stores/${stage.store.storeId}/reviews/decisions`, decision),
    filesOfStore: async () => {
      const names = await stage.it.database.query<{ name: string }>(sql`
        select name from pictures where store_id = ${stage.store.storeId}`)
      return names.map(({ name }) => name)
    },
    onDisk: () =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.webp'))
        .length,
    later: async (ms: number) => {
      stage.it.setNow(start + ms)
      await stage.it.runDue()
    },
    /** What `copyPictures` needs, at the time at which tests begin. */
    work: () => ({
      ...{ database: stage.it.database, clock: () => start, pictures: files, log: () => {} },
      address: () => stage.it.url,
      fetching: { allow: ['127.0.0.0/8'], userAgent: 'test' },
    }),
  }
}
