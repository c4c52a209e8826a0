import { createWriteStream, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openPromise } from 'yauzl'
import { openArchive } from '../../exchange/archives/read-archive.ts'
import { restoreArchive } from '../../exchange/archives/restore.ts'
import { writeArchive } from '../../exchange/archives/write-archive.ts'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { type Asked, anAskedBuyer, openForm, postForm } from '../../test/forms.ts'
import { changeSettings } from '../../test/hearing.ts'
import { aManageKey } from '../../test/management.ts'
import { aPicture, picturesIn } from '../../test/media/pictures.ts'
import { anMp4, aWebm, someCaptions } from '../../test/media/videos.ts'
import { anOwnerAndOutsider, aStore, type Member } from '../../test/users.ts'
import { tidyStores } from '../../upkeep/housekeeping/tidy.ts'

const partSize = 256 * 1024
const folder = mkdtempSync(join(tmpdir(), 'realword-videos-'))
const settings = { PICTURES_URL: `file://${folder}/kept` }
const stored = () => readdirSync(folder, { recursive: true, withFileTypes: true }).filter(one => one.isFile())

let service: TestApp
let owner: Member
let outsider: Member
let buyer: Asked
beforeAll(async () => {
  service = await startTestApp(settings)
  ;({ owner, outsider } = await anOwnerAndOutsider(service.database))
})
afterAll(async () => {
  await service.close()
  rmSync(folder, { recursive: true })
})
beforeEach(async () => {
  for (const { storeId } of [owner, outsider])
    await changeSettings(service, storeId, { videos: true, moderation: 'publish', limits: {} })
  buyer = await anAskedBuyer(service, owner)
})

const begin = (bytes: number, poster = '', { link } = buyer) =>
  fetch(`${link}/videos`, { method: 'POST', body: new URLSearchParams({ bytes: String(bytes), poster }) })

const send = (url: string, offset: number, body: Buffer) =>
  fetch(service.url + url, {
    method: 'PATCH',
    headers: { 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset) },
    body: new Uint8Array(body),
  })

const offsetOf = async (url: string) => {
  const { status, headers } = await fetch(service.url + url, { method: 'HEAD' })
  return [status, headers.get('upload-offset')]
}

type Answer = { url: string; name: string; received: number; problem: string }

const read = async (answer: Promise<Response>) => (await answer).json() as Promise<Answer>

async function upload(video: Buffer, poster = '', of = buyer): Promise<Answer> {
  const { url } = await read(begin(video.length, poster, of))
  let answer: Answer | undefined
  for (let at = 0; at < video.length; at += partSize)
    answer = await read(send(url, at, video.subarray(at, at + partSize)))
  return answer as Answer
}

async function uploadPoster(): Promise<string> {
  const body = new FormData()
  body.append('picture', await aPicture())
  return (await read(fetch(`${buyer.link}/pictures`, { method: 'POST', body }))).name
}

const review = (video: string) => ({
  'product-0': buyer.products[0] ?? '',
  'rating-0': '5',
  'video-0': video,
  display: 'short',
})

async function shown(store = owner): Promise<Record<string, unknown>> {
  const query = new URLSearchParams({
    store_id: store.storeId,
    store_key: store.storeKey,
    product_id: buyer.products[0] ?? '',
  })
  const { body } = await service.send('GET', `/api/v1/reviews.json?${query}`)
  return (body.result as Record<string, unknown>[])[0] ?? {}
}

const tidy = (hours: number) =>
  tidyStores(
    service.database,
    picturesIn(folder, settings.PICTURES_URL),
    new Date(Date.now() + hours * 3_600_000),
    (_message, error) => {
      throw error
    },
  )

describe('a video of a buyer', () => {
  test('is uploaded in parts that resume after a restart, and shown with the review', async () => {
    const video = anMp4({ media: 2 * partSize + 1000 })
    const poster = await uploadPoster()
    const begun = await begin(video.length, poster)
    expect(begun.status).toBe(201)
    const url = begun.headers.get('location') ?? ''
    expect(await offsetOf(url)).toEqual([200, '0'])
    expect((await send(url, 0, video.subarray(0, partSize))).status).toBe(200)
    // Another process, as after a restart: it knows nothing but what is stored.
    const first = service
    service = await startTestApp(settings, first.target)
    expect(await offsetOf(url)).toEqual([200, String(partSize)])
    const wrong = await send(url, 0, video.subarray(0, partSize))
    expect([wrong.status, wrong.headers.get('upload-offset')]).toEqual([409, String(partSize)])
    expect((await send(url, partSize, video.subarray(partSize, partSize + 999))).status).toBe(409)
    expect((await send(url, partSize, video.subarray(partSize, 2 * partSize))).status).toBe(200)
    const { name } = await read(send(url, 2 * partSize, video.subarray(2 * partSize)))
    // The answer was lost, so the browser asks.
    expect(await read(fetch(service.url + url))).toMatchObject({ name, received: video.length })

    expect((await postForm(`${service.url}/r/${buyer.token}`, review(name))).status).toBe(303)
    const { videos, pictures } = await shown()
    expect(videos).toEqual([
      { url: expect.stringContaining(`/videos/${name}`), poster: (pictures as string[])[0], seconds: 12 },
    ])
    expect(pictures).toEqual([expect.stringContaining(`/pictures/${poster}`)])
    const whole = await fetch(`${service.url}/videos/${name}`)
    expect(Buffer.from(await whole.arrayBuffer()).equals(video)).toBe(true)
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      'content-type': 'video/mp4',
      'accept-ranges': 'bytes',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    })
    const form = (await openForm(`${service.url}/r/${buyer.token}`)).html
    await service.close()
    service = first
    expect(form).toContain(`name="video-0" value="${name}"`)
    expect(form).toContain(`/pictures/${poster.replace('-1600', '-160')}`)
  })

  test('is served by ranges', async () => {
    const video = aWebm({ media: partSize + 1000 })
    const { name } = await upload(video)
    const range = async (range: string, more = {}) => {
      const answer = await fetch(`${service.url}/videos/${name}`, { headers: { range, ...more } })
      const bytes = Buffer.from(await answer.arrayBuffer())
      // No other answer may stay in a cache instead of the video.
      expect(answer.headers.get('cache-control') === 'no-store').toBe(answer.status === 416)
      return [answer.status, answer.headers.get('content-range'), bytes]
    }
    const size = video.length
    const part = (first: number, last: number) => [
      206,
      `bytes ${first}-${last}/${size}`,
      video.subarray(first, last + 1),
    ]
    expect(await range('bytes=0-0')).toEqual(part(0, 0))
    expect(await range(`bytes=${partSize - 5}-${partSize + 5}`)).toEqual(part(partSize - 5, partSize + 5))
    expect(await range('bytes=100-')).toEqual(part(100, size - 1))
    expect(await range('bytes=-7')).toEqual(part(size - 7, size - 1))
    expect(await range('bytes=0-99999999')).toEqual(part(0, size - 1))
    for (const outside of [`${size}-`, '-0', '-00'])
      expect((await range(`bytes=${outside}`)).slice(0, 2)).toEqual([416, `bytes */${size}`])
    for (const odd of ['bytes=5-2', 'bytes=0-1,4-5', 'lines=1-2', 'bytes=-'])
      expect(await range(odd)).toEqual([200, null, video])
    expect(await range('bytes=0-0', { 'if-range': '"another"' })).toEqual([200, null, video])
    const head = await fetch(`${service.url}/videos/${name}`, { method: 'HEAD' })
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(size)])
  })

  test.each([
    ['another format', Buffer.from('GIF89a and more of it'), 'Most compatible'],
    ['HEVC', anMp4({ codec: 'hvc1' }), 'Most compatible'],
    ['a minute and a half', anMp4({ seconds: 90 }), 'longer than 60 seconds'],
  ])('%s is refused with a sentence, and leaves nothing', async (_what, video, sentence) => {
    const before = stored().length
    const { url } = await read(begin(video.length))
    const answer = await send(url, 0, video)
    expect(answer.status).toBe(422)
    expect(((await answer.json()) as Answer).problem).toContain(sentence)
    expect(stored()).toHaveLength(before)
    expect((await offsetOf(url))[0]).toBe(404)
  })

  test('is refused before a byte of it if it is too large, or does not fit', async () => {
    for (const bytes of [0, -1, 1.5, 60_000_001, Number.NaN]) expect((await begin(bytes)).status).toBe(422)
    await changeSettings(service, owner.storeId, { limits: { stored_bytes: 1 } })
    const full = await begin(60_000_000)
    expect([full.status, ((await full.json()) as Answer).problem]).toEqual([
      429,
      expect.stringContaining('without it'),
    ])
    await changeSettings(service, owner.storeId, { limits: {} })
    const many = await Promise.all(Array.from({ length: 12 }, () => begin(1000)))
    expect(many.filter(({ status }) => status === 201)).toHaveLength(5)
    expect((await begin(1000)).status).toBe(429)
  })

  test('belongs to the link that began it, in a store that accepts videos', async () => {
    const { url } = await read(begin(partSize + 1))
    const [, , , , id] = url.split('/')
    for (const store of [owner, outsider]) {
      const other = await anAskedBuyer(service, store)
      expect((await offsetOf(`/r/${other.token}/videos/${id}`))[0]).toBe(404)
      expect((await send(`/r/${other.token}/videos/${id}`, 0, Buffer.alloc(partSize))).status).toBe(404)
    }
    expect(await offsetOf(url)).toEqual([200, '0'])
    await changeSettings(service, owner.storeId, { videos: false })
    expect((await begin(1000)).status).toBe(404)
    expect((await offsetOf(url))[0]).toBe(404)
    expect((await openForm(buyer.link)).html).not.toContain('data-videos')
  })

  test('stays in the reviews of its author, though its name is public', async () => {
    const { name } = await upload(anMp4())
    const other = await anAskedBuyer(service, owner)
    const fields = { ...review(name), 'product-0': other.products[0] ?? '' }
    expect((await postForm(other.link, fields)).status).toBe(303)
    expect((await postForm(buyer.link, review(name))).status).toBe(303)
    const rows = await service.database.query<{ address: string }>(
      sql`select address from reviews where store_id = ${owner.storeId} and pictures ? ${name}`,
    )
    expect(rows).toEqual([{ address: buyer.address }])
  })

  test('is not served before it was checked, and its files are deleted after a day without a byte', async () => {
    // Those of other tests.
    await tidy(48)
    const before = stored().length
    const { url } = await read(begin(partSize + 1))
    await send(url, 0, anMp4({ media: partSize }).subarray(0, partSize))
    expect(stored()).toHaveLength(before + 1)
    const [, , , , id] = url.split('/')
    expect((await fetch(`${service.url}/videos/${id}-${partSize + 1}-9.mp4`)).status).toBe(404)
    // A process that was killed between the check and the commit, and one that stored a picture.
    const files = picturesIn(folder, settings.PICTURES_URL)
    await files.put(`${id}.video`, Buffer.from(`${id}-${partSize + 1}-9.mp4`))
    const picture = `${'c'.repeat(40)}-1600.webp`
    await files.put(picture, Buffer.from('half of three'))
    await service.database.query(sql`
      insert into waiting_pictures (store_id, name, bytes, since)
      values (${owner.storeId}, ${picture}, 99, now())`)
    const { name } = await upload(anMp4())
    await tidy(23)
    expect(await offsetOf(url)).toEqual([200, String(partSize)])
    await tidy(25)
    expect((await offsetOf(url))[0]).toBe(404)
    expect((await fetch(`${service.url}/videos/${name}`)).status).toBe(404)
    expect(stored()).toHaveLength(before)
    const gone = await postForm(buyer.link, review(name))
    expect(gone.html).toContain('have expired')
    // Sent again, the form must not fail for the same video.
    expect(gone.html).not.toContain(name)
  })

  test('keeps the captions of the store while the buyer keeps the video', async () => {
    const { name } = await upload(anMp4())
    await postForm(buyer.link, review(name))
    const { id } = await shown()
    const program = await aManageKey(service, { store: owner })
    const path = `/reviews/${id}/captions/en`
    const { body } = await program.send('PUT', path, { webvtt: someCaptions })
    const [{ captions }] = body.videos as [{ captions: { url: string }[] }]
    const edited = async () => {
      const [video] = ((await program.send('GET', `/reviews/${id}`)).body.videos ?? []) as Answer[]
      return video
    }
    await postForm(buyer.link, { ...review(name), 'rating-0': '4' })
    expect(await edited()).toMatchObject({ captions })
    const { name: another } = await upload(anMp4({ media: 6000 }))
    await postForm(buyer.link, review(another))
    expect(await edited()).not.toHaveProperty('captions')
    await postForm(buyer.link, review(''))
    expect(await edited()).toBeUndefined()
  })

  test('goes with the review that is withdrawn, and comes back from an archive', async () => {
    const poster = await uploadPoster()
    const { name } = await upload(anMp4({ media: partSize }), poster)
    await postForm(buyer.link, review(name))
    // The same bytes, in the review of another product.
    const other = await anAskedBuyer(service, owner)
    const same = await upload(anMp4({ media: partSize }), poster, other)
    await postForm(other.link, { ...review(same.name), 'product-0': other.products[0] ?? '' })
    const files = picturesIn(folder, settings.PICTURES_URL)
    const zip = join(folder, 'store.zip')
    await writeArchive(service.database, files, owner.storeId, new Date(), createWriteStream(zip))
    const copy = await aStore(service.database)
    const archive = await openArchive(() => openPromise(zip, { autoClose: false }))
    await restoreArchive(service.database, files, copy.storeId, archive, { at: new Date(), actor: 'command' })
    archive.close()
    await postForm(`${buyer.link}/withdraw`, { product: buyer.products[0] ?? '' })
    expect((await fetch(`${service.url}/videos/${name}`)).status).toBe(404)
    const [restored] = (await shown(copy)).videos as { url: string; poster: string }[]
    for (const address of [restored?.url ?? '', restored?.poster ?? ''])
      expect((await fetch(service.url + new URL(address).pathname)).status).toBe(200)
    const [row] = await service.database.query<{ kept: number }>(
      sql`select count(*)::integer as kept from pictures where store_id = ${copy.storeId} and name like '%.mp4'`,
    )
    expect(row?.kept).toBeGreaterThan(0)
  })
})
