import { createWriteStream, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { writeArchive } from '../../../exchange/archives/write-archive.ts'
import { dropOldImportFiles } from '../../../exchange/imports/uploads/import-files.ts'
import { continueImport } from '../../../exchange/imports/uploads/run-import.ts'
import { type AdminClient, aMember } from '../../../test/admin.ts'
import { expectError } from '../../../test/answers.ts'
import { startTestApp, type TestApp, testSecret } from '../../../test/app.ts'
import { importFile, uploadFile } from '../../../test/exchange/transfers.ts'
import { type Asked, anAskedBuyer, postFiles } from '../../../test/forms.ts'
import { changeSettings } from '../../../test/hearing.ts'
import { aPicture } from '../../../test/media/pictures.ts'
import { aVideoReview } from '../../../test/media/video-reviews.ts'
import { anMp4, box, someCaptions } from '../../../test/media/videos.ts'
import { type Clamd, marker, startClamd } from '../../../test/network/clamd.ts'
import { withStars } from '../../../test/review-forms.ts'
import { aStore, type Member } from '../../../test/users.ts'
import { readSecrets } from '../../lib/secret.ts'
import { openPictureStore, PicturesUnavailable } from '../pictures/picture-store.ts'
import { createKeptFiles } from './kept-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'realword-scans-'))
const kept = join(folder, 'kept')
const places = { PICTURES_URL: `file://${kept}`, DATA_DIR: folder }
const unscanned = openPictureStore({ ...places, CLAMD_URL: undefined })
const secrets = readSecrets({ SECRET: testSecret, DATA_DIR: '' })
let clamd: Clamd
let it: TestApp
let store: Member
let owner: AdminClient
let buyer: Asked
beforeAll(async () => {
  clamd = await startClamd()
  it = await startTestApp({
    PICTURES_URL: `file://${kept}`,
    CLAMD_URL: clamd.url,
    SIGN_IN_RATE_LIMIT: '100000',
  })
})
afterAll(async () => {
  await it.close()
  await clamd.close()
  rmSync(folder, { recursive: true })
})
beforeEach(async () => {
  clamd.mode = 'on'
  clamd.scanned.length = 0
  store = await aStore(it.database)
  await changeSettings(it, store.storeId, { videos: true })
  owner = await aMember(it, store.storeId, 'owner')
  buyer = await anAskedBuyer(it, store)
})

const filesOf = () =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(({ name }) => name)
    .sort()

/** A valid picture, after whose end the marker follows. */
async function aMarkedPicture(name = 'moka.jpg'): Promise<File> {
  return new File([await aPicture(), marker], name)
}

const review = (...pictures: File[]) => postFiles(buyer.link, withStars(buyer.products[0] ?? '', ...pictures))

const partSize = 256 * 1024

async function begin(video: Buffer): Promise<string> {
  const body = new URLSearchParams({ bytes: String(video.length) })
  const answer = await fetch(`${buyer.link}/videos`, { method: 'POST', body })
  return it.url + ((await answer.json()) as { url: string }).url
}

async function sendFrom(url: string, offset: number, video: Buffer) {
  const answer = await fetch(url, {
    method: 'PATCH',
    headers: { 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset) },
    body: new Uint8Array(video.subarray(offset, offset + partSize)),
  })
  return { status: answer.status, body: (await answer.json()) as { name?: string; problem?: string } }
}

async function sendAll(video: Buffer) {
  const url = await begin(video)
  for (let at = 0; ; at += partSize) {
    const answer = await sendFrom(url, at, video)
    if (at + partSize >= video.length) return { ...answer, url }
  }
}

const csv = (body: string) => `product_id,rating,body\nP-1,5,${body}\n`

async function beginTrial(kind: string, bytes: Buffer | string, name: string) {
  const { body } = await uploadFile(it, owner, store.storeId, kind, bytes, name)
  const path = `/stores/${store.storeId}/imports/${body.id}`
  await owner.send('POST', `${path}/trial`, { columns: {}, dates: null })
  return { id: body.id as string, state: async () => (await owner.send('GET', path)).body }
}

async function tryFile(kind: string, bytes: Buffer | string, name: string) {
  const { state } = await beginTrial(kind, bytes, name)
  await it.runDue()
  return state
}

describe('a scanner', () => {
  test('keeps a picture with malware out, and the buyer their text', async () => {
    const before = filesOf()
    const { status, html } = await review(await aMarkedPicture('bad.jpg'))
    expect(status).toBe(422)
    expect(html).toContain('“bad.jpg” cannot be read and may be incomplete. Choose another one.')
    expect(filesOf()).toEqual(before)
    const file = await aPicture()
    expect((await review(file)).status).toBe(303)
    expect(clamd.scanned.at(-1)).toEqual(Buffer.from(await file.arrayBuffer()))
    expect(filesOf()).toHaveLength(before.length + 3)
  })

  test('keeps a video with malware in two of its parts out', async () => {
    const before = filesOf()
    const half = marker.length / 2
    // The first part ends in the middle of the marker.
    const start = anMp4({ media: 10 })
    const gap = Buffer.alloc(partSize - start.length - 8 - half)
    const video = Buffer.concat([start, box('free', gap, Buffer.from(marker))])
    expect(video.subarray(0, partSize).includes(marker)).toBe(false)
    const { status, body, url } = await sendAll(video)
    expect([status, body.problem]).toEqual([422, expect.stringContaining('Browsers cannot play this video.')])
    expect((await fetch(url)).status).toBe(404)
    expect(filesOf()).toEqual(before)
    const clean = anMp4({ media: 2 * partSize })
    expect(await sendAll(clean)).toMatchObject({ status: 200, body: { name: expect.stringMatching(/mp4$/) } })
    expect(clamd.scanned.at(-1)).toEqual(clean)
  })

  test('keeps logos and captions with malware out', async () => {
    const before = filesOf()
    const bytes = Buffer.from(await (await aMarkedPicture()).arrayBuffer())
    const refused = await it.send('PUT', `/admin/api/stores/${store.storeId}/logo`, {
      headers: { cookie: owner.cookies(), origin: it.url, 'x-realword-page': '1' },
      body: bytes,
    })
    expectError(refused, 422, 8141330)
    expect(refused.body.user_message.en_us).toBe(
      'The malware scanner found something harmful in this file. Choose another one.',
    )
    expect(filesOf()).toEqual(before)
    const { id } = await aVideoReview(it, unscanned, store, { product_id: buyer.products[0] ?? '' })
    const path = `/stores/${store.storeId}/reviews/${id}/captions/en`
    const set = (webvtt: string) => owner.send('PUT', path, { webvtt })
    const answer = await set(someCaptions.replace('boils', marker))
    expect([answer.status, answer.body.user_message.en_us]).toEqual([
      400,
      'webvtt: The malware scanner found something harmful in this file. Choose another one.',
    ])
    expect((await set(someCaptions)).status).toBe(204)
  })

  test('fails the trial of a table with malware, and deletes the file', async () => {
    const before = filesOf()
    const bad = await tryFile('review', csv(marker), 'reviews.csv')
    expect(await bad()).toMatchObject({
      state: 'failed',
      parts: 0,
      problem: { what: 'The malware scanner found something harmful in reviews.csv.' },
    })
    expect(filesOf()).toEqual(before)
    const { body } = await uploadFile(it, owner, store.storeId, 'review', csv('Fine'))
    const { done } = await importFile(it, owner, store.storeId, body.id)
    expect(done).toMatchObject({ state: 'done', imported: 1 })
  })

  test('lets the tidy delete a table with malware that could not be deleted at once', async () => {
    const before = filesOf()
    const { id, state } = await beginTrial('review', csv(marker), 'reviews.csv')
    const away = () => Promise.reject(new PicturesUnavailable('The disk is away.'))
    const pictures = { ...openPictureStore({ ...places, CLAMD_URL: clamd.url }), remove: away }
    const kept = createKeptFiles(pictures, secrets)
    const work = { database: it.database, clock: Date.now, pictures, kept, secrets, address: () => it.url }
    const { signal } = new AbortController()
    await expect(continueImport(work, store.storeId, id, signal)).rejects.toThrow('The disk is away.')
    expect(await state()).toMatchObject({ state: 'failed', parts: 1 })
    await dropOldImportFiles(it.database, unscanned, store.storeId, new Date())
    expect(await state()).toMatchObject({ state: 'failed', parts: 0 })
    expect(filesOf()).toEqual(before)
  })

  test('fails the trial of an archive whose picture has malware', async () => {
    const from = await aStore(it.database)
    const { video } = await aVideoReview(it, unscanned, from, {
      product_id: '',
      bytes: Buffer.concat([anMp4(), box('free', Buffer.from(marker))]),
    })
    const path = join(folder, 'store.zip')
    await writeArchive(it.database, unscanned, from.storeId, new Date(), createWriteStream(path))
    const archive = readFileSync(path)
    rmSync(path)
    store = await aStore(it.database)
    owner = await aMember(it, store.storeId, 'owner')
    const state = await tryFile('archive', archive, 'store.zip')
    expect(await state()).toMatchObject({
      state: 'failed',
      problem: { what: `The malware scanner found something harmful in ${video}.` },
    })
  })
})

describe('without a verdict', () => {
  test.each([
    'reset',
    'large',
  ] as const)('(%s) a form is answered with 503 and all that was typed', async mode => {
    clamd.mode = mode
    const before = filesOf()
    const product = buyer.products[0] ?? ''
    const typed: [string, string | File][] = [
      ...withStars(product, await aPicture()),
      ['body-0', 'Heats fast'],
    ]
    const { status, html } = await postFiles(buyer.link, typed)
    expect(status).toBe(503)
    expect(html).toContain('Pictures cannot be saved right now, and nothing was sent.')
    expect(html).toContain('Heats fast')
    expect(html).not.toContain(clamd.url)
    expect(filesOf()).toEqual(before)
  })

  test('the last bytes of a video can be sent again', async () => {
    clamd.mode = 'reset'
    const video = anMp4({ media: partSize })
    const { status, url } = await sendAll(video)
    expect(status).toBe(503)
    clamd.mode = 'on'
    const again = await sendFrom(url, partSize, video)
    expect(again).toMatchObject({ status: 200, body: { name: expect.stringMatching(/mp4$/) } })
  })

  test('a video that is too large for the scanner is refused, and not sent again', async () => {
    clamd.mode = 'large'
    const before = filesOf()
    const { status, body, url } = await sendAll(anMp4({ media: partSize }))
    expect([status, body.problem]).toEqual([422, expect.stringContaining('Browsers cannot play this video.')])
    expect((await fetch(url)).status).toBe(404)
    expect(filesOf()).toEqual(before)
  })

  test('an import waits for its next attempt, and continues when clamd answers again', async () => {
    clamd.mode = 'reset'
    const start = Date.now()
    it.setNow(start)
    const { state } = await beginTrial('review', csv('Fine'), 'reviews.csv')
    await expect(it.runDue()).rejects.toThrow('The scanner cannot serve now.')
    expect(await state()).toMatchObject({ state: 'trying', parts: 1 })
    const waiting = await it.database.query(sql`
      select attempts, next_attempt_at
      from imports
      where store_id = ${store.storeId}`)
    expect(waiting).toEqual([{ attempts: 1, next_attempt_at: new Date(start + 60_000) }])
    clamd.mode = 'on'
    it.setNow(start + 60_000)
    await it.database.query(sql`
      update pgboss.job
      set start_after = now()
      where name = 'run-import' and state = 'retry'`)
    await it.runDue()
    expect(await state()).toMatchObject({ state: 'tried', imported: 1 })
  })

  test('an import that is too large for the scanner fails at once', async () => {
    clamd.mode = 'large'
    const state = await tryFile('review', csv('x'.repeat(200)), 'reviews.csv')
    expect(await state()).toMatchObject({
      state: 'failed',
      problem: { what: 'reviews.csv exceeds the limits of the malware scanner of this service.' },
    })
  })
})

test('scans are counted by outcome', async () => {
  const counts = async () => {
    const text = await (await fetch(`${it.url}/metrics`)).text()
    const of = (outcome: string) =>
      RegExp(`realword_scans_total\\{outcome="${outcome}"\\} (\\d+)`).exec(text)?.[1]
    return ['clean', 'malware', 'too_large', 'unavailable'].map(outcome => Number(of(outcome) ?? 0))
  }
  const before = await counts()
  await review(await aPicture())
  await review(await aMarkedPicture())
  clamd.mode = 'large'
  await review(await aPicture())
  clamd.mode = 'reset'
  await review(await aPicture())
  expect(await counts()).toEqual(before.map(count => count + 1))
})
