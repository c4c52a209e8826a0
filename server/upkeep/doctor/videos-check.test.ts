import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { receiveCaptions } from '../../foundation/storage/videos/captions.ts'
import { nameOfCheck, nameOfPart, partSize, readVideoName } from '../../foundation/storage/videos/names.ts'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { picturesIn } from '../../test/media/pictures.ts'
import { aVideoReview } from '../../test/media/video-reviews.ts'
import { anMp4, someCaptions } from '../../test/media/videos.ts'
import { addProducts } from '../../test/reading.ts'
import { aStore, type Member } from '../../test/users.ts'
import { checkVideos } from './videos-check.ts'

const folder = mkdtempSync(join(tmpdir(), 'realword-videos-check-'))
const files = picturesIn(folder, `file://${folder}`)
let service: TestApp
let store: Member
beforeAll(async () => {
  service = await startTestApp({ PICTURES_URL: `file://${folder}` })
  store = await aStore(service.database)
  await addProducts(service, store, { 'product-1': '' })
})
afterAll(async () => {
  await service.close()
  rmSync(folder, { recursive: true })
})

const check = async () => {
  const { status, detail } = await checkVideos(service.database, files)
  return `${status}: ${detail}`
}

/** The finding while a file is away, and afterwards. */
async function without(file: string): Promise<string> {
  const bytes = (await files.get(file)) as Buffer
  await files.remove(file)
  const found = await check()
  await files.put(file, bytes)
  expect(await check()).toMatch(/^ok/)
  return found
}

test('files of videos that are missing, or belong to no store, are named', async () => {
  const stranger = 'f'.repeat(40)
  await files.put(nameOfPart(stranger, 0), Buffer.from('left by a killed process'))
  // Nothing is listed without a video.
  expect(await check()).toBe('ok: no store has a video')
  await files.remove(nameOfPart(stranger, 0))

  const { video, poster } = await aVideoReview(service, files, store, { bytes: anMp4({ media: partSize }) })
  await aVideoReview(service, files, store, { hasPoster: false, bytes: anMp4({ media: 9000 }) })
  const captions = { language: 'en', webvtt: someCaptions }
  const caption = await receiveCaptions(service.database, files, store.storeId, captions, new Date())
  await service.database.query(sql`
    insert into waiting_pictures (store_id, name, bytes, since, received)
    values (${store.storeId}, ${`${'e'.repeat(40)}-600000.upload`}, 600000, now(), ${partSize})`)
  await files.put(nameOfPart('e'.repeat(40), 0), Buffer.alloc(partSize))
  expect(await check()).toBe(
    'ok: the files of 2 videos are there; 1 without a poster, which lists do not display',
  )

  const { id = '' } = readVideoName(video) ?? {}
  for (const file of [nameOfCheck(id), nameOfPart(id, 0), nameOfPart(id, 1), poster])
    expect(await without(file)).toContain(
      `warning: files of videos, or their posters, are missing: store ${store.storeId}: ${video}.`,
    )
  expect(await without(caption)).toContain(`missing: store ${store.storeId}: ${caption}.`)

  await files.put(nameOfPart(stranger, 3), Buffer.from('left by a killed process'))
  await files.put(`${stranger}-de.vtt`, Buffer.from(someCaptions))
  expect(await check()).toContain(`that no store has: ${stranger}, ${stranger}-de.vtt. Delete`)

  for (const language of ['es', 'fr', 'it', 'nl', 'pl'])
    await files.put(`${stranger}-${language}.vtt`, Buffer.from(someCaptions))
  const named = ['', '-de.vtt', '-es.vtt', '-fr.vtt', '-it.vtt'].map(end => stranger + end)
  expect(await check()).toContain(`that no store has: ${named.join(', ')} and 2 more. Delete`)
})
