import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aMember } from '../../../test/admin.ts'
import { expectError } from '../../../test/answers.ts'
import { type Answer, startTestApp, type TestApp } from '../../../test/app.ts'
import { besideChange } from '../../../test/database/locks.ts'
import { aBomb } from '../../../test/media/pictures.ts'
import { aStore } from '../../../test/users.ts'
import type { Connection } from '../../database/connect.ts'

const folder = mkdtempSync(join(tmpdir(), 'realword-logos-'))
let it: TestApp
beforeAll(async () => {
  it = await startTestApp({ PICTURES_URL: `file://${folder}`, SIGN_IN_RATE_LIMIT: '1000' })
})
afterAll(async () => {
  await it.close()
  rmSync(folder, { recursive: true })
})

/** A transparent picture of one colour. */
const aLogo = (width: number, height: number, red = 200) =>
  sharp({ create: { width, height, channels: 4, background: { r: red, g: 20, b: 20, alpha: 0.5 } } })

async function anOwner() {
  const { storeId } = await aStore(it.database)
  const owner = await aMember(it, storeId, 'owner')
  const path = `/stores/${storeId}/logo`
  const upload = async (bytes: Uint8Array, cookie = owner.cookies()) => {
    const response = await fetch(`${it.url}/admin/api${path}`, {
      method: 'PUT',
      headers: {
        cookie,
        origin: it.url,
        'x-realword-page': '1',
        'content-type': 'application/octet-stream',
      },
      body: new Uint8Array(bytes),
    })
    const { status, headers } = response
    return { status, headers, body: (await response.json()) as Answer['body'] }
  }
  return { storeId, owner, upload }
}

const files = () =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(name => /png$/.test(name))

test.each([
  'png',
  'jpeg',
  'webp',
] as const)('a large %s becomes a PNG of at most 640 by 160', async format => {
  const { upload } = await anOwner()
  const { status, body } = await upload(await aLogo(2000, 1000).toFormat(format).toBuffer())
  expect(status).toBe(200)
  expect(body.logo_url).toMatch(new RegExp(`^${it.url}/pictures/[0-9a-f]{40}-logo\\.png$`))
  const response = await fetch(body.logo_url)
  expect(response.headers.get('content-type')).toBe('image/png')
  expect(response.headers.get('cache-control')).toContain('immutable')
  const picture = sharp(Buffer.from(await response.arrayBuffer()))
  const { width, height, hasAlpha, exif } = await picture.metadata()
  expect([width, height, exif]).toEqual([320, 160, undefined])
  expect(hasAlpha).toBe(format !== 'jpeg')
})

test('a saved logo is in the mails', async () => {
  const { storeId, owner, upload } = await anOwner()
  const { body } = await upload(await aLogo(300, 80).png().toBuffer())
  const change = { words: [], logo_url: body.logo_url }
  expect((await owner.send('PATCH', `/stores/${storeId}/mail/content`, change)).status).toBe(200)
  const draft = { mail: { kind: 'request', language: 'en' } }
  const { body: preview } = await owner.send('POST', `/stores/${storeId}/mail/preview`, draft)
  expect(preview.html).toContain(body.logo_url)
})

test('only pictures are taken, and nothing is kept of others', async () => {
  const { upload } = await anOwner()
  const before = files()
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  const cut = (await aLogo(500, 500).png().toBuffer()).subarray(0, 200)
  const bomb = new Uint8Array(await (await aBomb(6_000, 6_000)).arrayBuffer())
  for (const bytes of [svg, cut, bomb, Buffer.alloc(0), Buffer.from('%PDF-1.7')])
    expectError(await upload(bytes), 422, 8141330)
  expectError(await upload(Buffer.alloc(1024 * 1024 + 1)), 413, 804130)
  expect(files()).toEqual(before)
})

test('a store keeps its ten newest logos, and another store never shares a file', async () => {
  const [{ upload, storeId }, other] = [await anOwner(), await anOwner()]
  const urls: string[] = []
  const bytes = await Promise.all([1, 2, 3, 4, 5, 6, 7, 8, 9].map(red => aLogo(20, 20, red).png().toBuffer()))
  const [first = Buffer.alloc(0)] = bytes
  const theirs = (await other.upload(first)).body.logo_url
  // A user may upload ten a minute, so two of them do.
  const partner = await aMember(it, storeId, 'owner')
  let at = Date.parse('2026-03-02T12:00:00Z')
  const keep = async (logo: Buffer) => {
    at += 60_000
    it.setNow(new Date(at).toISOString())
    const cookie = urls.length < 6 ? partner.cookies() : undefined
    urls.push((await upload(logo, cookie)).body.logo_url)
  }
  for (const logo of bytes) await keep(logo)
  await keep(await aLogo(21, 20).png().toBuffer())
  // The oldest is used again, so the second one becomes the oldest.
  await keep(first)
  await keep(await aLogo(22, 20).png().toBuffer())
  it.setNow(Date.now())
  expect(urls[0]).not.toBe(theirs)
  expect(urls[0]).toBe(urls[10])
  const found = async (url = '') => (await fetch(url)).status
  expect(await found(theirs)).toBe(200)
  expect(await Promise.all([urls[0], urls[1], urls[2], urls[11]].map(found))).toEqual([200, 404, 200, 200])
})

test('the saved logo stays, however many others are tried', async () => {
  const { storeId, owner, upload } = await anOwner()
  const partner = await aMember(it, storeId, 'owner')
  let at = Date.parse('2026-03-02T12:00:00Z')
  const keep = async (width: number, cookie: string) => {
    at += 60_000
    it.setNow(new Date(at).toISOString())
    return (await upload(await aLogo(width, 30).png().toBuffer(), cookie)).body.logo_url as string
  }
  const saved = await keep(30, owner.cookies())
  const change = { words: [], logo_url: saved }
  expect((await owner.send('PATCH', `/stores/${storeId}/mail/content`, change)).status).toBe(200)
  const first = await keep(31, owner.cookies())
  for (let width = 32; width < 42; width++)
    await keep(width, width < 37 ? owner.cookies() : partner.cookies())
  it.setNow(Date.now())
  expect([(await fetch(saved)).status, (await fetch(first)).status]).toEqual([200, 404])
})

test('a moderator may not upload a logo', async () => {
  const { storeId, upload } = await anOwner()
  const moderator = await aMember(it, storeId, 'moderator')
  expectError(await upload(await aLogo(20, 20).png().toBuffer(), moderator.cookies()), 403, 8141304)
})

test('a logo that is saved while another one is uploaded stays', async () => {
  const { storeId, upload } = await anOwner()
  await it.database.query(sql`
    insert into store_logos (store_id, name, made_at)
    select ${storeId}, number || '-logo.png', '2026-01-01'::timestamptz + make_interval(days => number)
    from generate_series(1, 10) as number`)
  const save = (tx: Connection) =>
    tx.query(sql`
      update stores
      set logo_url = ${`${it.url}/pictures/1-logo.png`}
      where store_id = ${storeId}`)
  const logo = await aLogo(300, 80).png().toBuffer()
  expect(await besideChange(it.database, save, () => upload(logo))).toMatchObject({ status: 200 })
  const left = await it.database.query(sql`
    select from store_logos where store_id = ${storeId} and name = '1-logo.png'`)
  expect(left).toHaveLength(1)
})
