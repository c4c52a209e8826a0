import { createWriteStream, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openPromise } from 'yauzl'
import { openArchive } from '../../exchange/archives/read-archive.ts'
import { restoreArchive } from '../../exchange/archives/restore.ts'
import { writeArchive } from '../../exchange/archives/write-archive.ts'
import { sweepPictures } from '../../foundation/storage/pictures/pictures.ts'
import { aMember } from '../../test/admin.ts'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { changeSettings } from '../../test/hearing.ts'
import { aManageKey, type ManagementClient } from '../../test/management.ts'
import { picturesIn } from '../../test/media/pictures.ts'
import { aVideoReview } from '../../test/media/video-reviews.ts'
import { someCaptions } from '../../test/media/videos.ts'
import { addProducts, readAs } from '../../test/reading.ts'
import { anOwnerAndOutsider, aStore, type Member } from '../../test/users.ts'
import { mostLanguages } from './captions.ts'
import { withdrawReview } from './moderate.ts'
import { picturesInUse } from './reviews.ts'

const folder = mkdtempSync(join(tmpdir(), 'realword-captions-'))
const settings = { PICTURES_URL: `file://${folder}/kept` }
const files = picturesIn(folder, settings.PICTURES_URL)
const stored = () =>
  readdirSync(join(folder, 'kept'), { recursive: true }).filter(name => String(name).endsWith('.vtt'))

let service: TestApp
let owner: Member
let program: ManagementClient
let review: Awaited<ReturnType<typeof aVideoReview>>
beforeAll(async () => {
  service = await startTestApp(settings)
  ;({ owner } = await anOwnerAndOutsider(service.database))
  program = await aManageKey(service, { store: owner })
  await addProducts(service, owner, { moka: 'MOKA' })
})
afterAll(async () => {
  await service.close()
  rmSync(folder, { recursive: true })
})
beforeEach(async () => {
  review = await aVideoReview(service, files, owner, { product_id: 'moka' })
})

type Captions = { url: string; language: string }

const set = (language: string, webvtt = someCaptions, { send } = program, id = review.id) =>
  send('PUT', `/reviews/${id}/captions/${language}`, { webvtt })

async function shown(store = owner): Promise<Captions[] | undefined> {
  const { body } = await readAs(service, store, 'reviews.json', { product_id: 'moka', limit: '1' })
  return body.result[0].videos?.[0].captions
}

describe('captions of a video', () => {
  test('are added, replaced and removed by a program, and served to any page', async () => {
    const first = await set('pt-br')
    expect(first.status).toBe(200)
    const [added] = first.body.videos[0].captions as Captions[]
    expect(added).toEqual({
      url: expect.stringMatching(/\/captions\/[0-9a-f]{40}-pt-BR\.vtt$/),
      language: 'pt-BR',
    })
    await expect.poll(() => shown()).toEqual([added])
    const path = new URL(added?.url ?? '').pathname
    const file = await fetch(service.url + path)
    expect(await file.text()).toBe(someCaptions)
    expect(Object.fromEntries(file.headers)).toMatchObject({
      'content-type': 'text/vtt; charset=utf-8',
      'access-control-allow-origin': '*',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    })
    // A video with a track is fetched across origins too.
    const video = await fetch(`${service.url}/videos/${review.video}`, { headers: { range: 'bytes=0-9' } })
    expect([video.status, video.headers.get('access-control-allow-origin')]).toEqual([206, '*'])

    await set('de')
    const replaced = await set('PT-BR-u-ca-gregory', someCaptions.replace('two', 'five'))
    const languages = (replaced.body.videos[0].captions as Captions[]).map(({ language }) => language)
    expect(languages).toEqual(['de', 'pt-BR'])
    expect((await fetch(service.url + path)).status).toBe(404)
    const left = await program.send('DELETE', `/reviews/${review.id}/captions/de`)
    expect((left.body.videos[0].captions as Captions[]).map(({ language }) => language)).toEqual(['pt-BR'])
    expect((await program.send('DELETE', `/reviews/${review.id}/captions/de`)).status).toBe(200)
    const none = await program.send('DELETE', `/reviews/${review.id}/captions/pt-BR`)
    expect(none.body.videos[0]).not.toHaveProperty('captions')
    expect(stored()).toEqual([])
  })

  test('are refused with what to change, and leave nothing', async () => {
    const wrong = await set('en', '1\n00:00:01,000 --> 00:00:04,000\nIt boils.')
    expect([wrong.status, wrong.body.user_message.en_us]).toEqual([
      400,
      expect.stringContaining('webvtt: Line 1 is not WebVTT'),
    ])
    expect((await set('en', '')).status).toBe(400)
    expect((await set('en', `WEBVTT\n\n${'x'.repeat(100_000)}`)).status).toBe(400)
    expect(
      (await set('en', `WEBVTT\n\n${'00:01.000 --> 00:04.000\n\n'.repeat(501)}`)).body.user_message.en_us,
    ).toBe('webvtt: Array must contain at most 500 element(s)')
    for (const tag of ['e', 'en_US', '..%2fen', 'x'.repeat(40), 'en-a'])
      expect([(await set(tag)).status, tag]).toEqual([400, tag])
    expect((await set('en', someCaptions, program, '01990000-0000-7000-8000-00000000aaaa')).status).toBe(404)
    await changeSettings(service, owner.storeId, { limits: { stored_bytes: 1 } })
    const full = await set('en')
    await changeSettings(service, owner.storeId, { limits: {} })
    expect([full.status, full.body.error_code]).toEqual([413, 804131])
    expect(stored()).toEqual([])
    const letters = 'abcdefghijklmnop'.slice(0, mostLanguages)
    for (const letter of letters) expect((await set(`q${letter}`)).status).toBe(200)
    expect((await set('en')).body.user_message.en_us).toContain('at most 10')
    expect((await set('qa')).status).toBe(200)
  })

  test('belong to one store, and need a moderator in the dashboard', async () => {
    await set('en')
    const other = await aManageKey(service)
    expect((await set('en', someCaptions, other)).status).toBe(404)
    expect((await other.send('DELETE', `/reviews/${review.id}/captions/en`)).status).toBe(404)
    const path = `/stores/${owner.storeId}/reviews/${review.id}/captions/fr`
    const [viewer, moderator] = [
      await aMember(service, owner.storeId, 'viewer'),
      await aMember(service, owner.storeId, 'moderator'),
    ]
    expect((await viewer.send('PUT', path, { webvtt: someCaptions })).status).toBe(403)
    expect((await moderator.send('PUT', path, { webvtt: someCaptions })).status).toBe(204)
    await expect.poll(async () => (await shown())?.map(({ language }) => language)).toEqual(['en', 'fr'])
    expect((await viewer.send('DELETE', path)).status).toBe(403)
    expect((await moderator.send('DELETE', path)).status).toBe(204)
    const log = await moderator.send('GET', `/stores/${owner.storeId}/reviews/${review.id}/history`)
    expect(log.body.result.map(({ action }: { action: string }) => action)).toEqual([
      'change',
      'caption',
      'caption',
      'caption',
    ])
    await expect.poll(async () => (await shown())?.map(({ language }) => language)).toEqual(['en'])
  })

  test('come back from an archive under other names, and go with the review that is withdrawn', async () => {
    await set('en', someCaptions.replace('two', 'three'))
    const zip = join(folder, 'store.zip')
    await writeArchive(service.database, files, owner.storeId, new Date(), createWriteStream(zip))
    const copy = await aStore(service.database)
    const archive = await openArchive(() => openPromise(zip, { autoClose: false }))
    await restoreArchive(service.database, files, copy.storeId, archive, { at: new Date(), actor: 'command' })
    archive.close()
    const captions = (await shown()) ?? []
    const restored = (await shown(copy)) ?? []
    expect(restored.map(({ language }) => language)).toEqual(['en'])
    expect(restored[0]?.url).not.toBe(captions[0]?.url)
    await service.database.transaction(tx => withdrawReview(tx, owner.storeId, review.id, new Date()))
    await sweepPictures(service.database, files, owner.storeId, { before: new Date() }, picturesInUse)
    const statuses = [captions, restored].map(
      async ([one]) => (await fetch(service.url + new URL(one?.url ?? '').pathname)).status,
    )
    expect(await Promise.all(statuses)).toEqual([404, 200])
  })
})
