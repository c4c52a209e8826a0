import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { anAskedBuyer, openForm, postFiles, postForm } from '../../../test/forms.ts'
import { aBomb, aClaim, aPhoto, aPicture, cut, textFile } from '../../../test/media/pictures.ts'
import { picturesOf, withStars } from '../../../test/review-forms.ts'
import { aStore, type Member } from '../../../test/users.ts'

const folder = mkdtempSync(join(tmpdir(), 'realword-pictures-'))
let service: TestApp
let owner: Member
beforeAll(async () => {
  service = await startTestApp({ PICTURES_URL: `file://${folder}/kept` })
  owner = await aStore(service.database, { moderation: 'publish' })
})
afterAll(async () => {
  await service.close()
  rmSync(folder, { recursive: true })
})

async function asked() {
  const { link, address, products } = await anAskedBuyer(service, owner)
  return { link, address, product: products[0] ?? '' }
}

const kept = (name: string, size: number) => `${service.url}/pictures/${name.replace('-1600.', `-${size}.`)}`

/** All files in the picture storage. */
function files(): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => entry.name)
    .sort()
}

describe('a picture', () => {
  test.each([
    'jpeg',
    'png',
    'webp',
  ] as const)('of type %s is stored in three sizes, upright and without metadata', async type => {
    const { link, product, address } = await asked()
    const file = await aPicture({ name: 'any.bin', type, width: 1700, height: 850, orientation: 6 })
    expect((await postFiles(link, withStars(product, file))).status).toBe(303)
    const [name = ''] = await picturesOf(service, address)
    expect(name).toMatch(/^[0-9a-f]{40}-1600\.webp$/)
    for (const [size, height] of [
      [1600, 1600],
      [640, 640],
      [160, 160],
    ] as const) {
      const response = await fetch(kept(name, size))
      expect(response.status).toBe(200)
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': 'image/webp',
        'x-content-type-options': 'nosniff',
        'cache-control': 'public, max-age=31536000, immutable',
        'cross-origin-resource-policy': 'cross-origin',
      })
      const seen = await sharp(Buffer.from(await response.arrayBuffer())).metadata()
      expect([seen.height, seen.width]).toEqual([height, height / 2])
      expect([seen.exif, seen.icc, seen.xmp, seen.orientation]).toEqual([
        undefined,
        undefined,
        undefined,
        undefined,
      ])
    }
  })

  // A print's CMYK, a phone's wide colours, a scanner's 16 bits: the stored picture has the same red.
  test('has its colours, whatever its file describes them by', async () => {
    const { link, product, address } = await asked()
    let width = 64 // another one each, because equal pictures are stored once
    const red = () => sharp({ create: { width: width++, height: 32, channels: 3, background: '#c81e28' } })
    const made = [
      red().toColourspace('cmyk').jpeg(),
      red().toColourspace('cmyk').withIccProfile('cmyk').jpeg(),
      red().withIccProfile('p3').jpeg({ quality: 95 }),
      red().toColourspace('rgb16').png(),
    ]
    const photos = await Promise.all(
      made.map(async (each, at) => new File([new Uint8Array(await each.toBuffer())], `${at}.jpg`)),
    )
    expect((await postFiles(link, withStars(product, ...photos))).status).toBe(303)
    const names = await picturesOf(service, address)
    expect(names).toHaveLength(4)
    for (const name of names) {
      const seen = await sharp(await (await fetch(kept(name, 1600))).arrayBuffer())
        .raw()
        .toBuffer()
      const [r = 0, g = 0, b = 0] = seen
      expect(Math.max(Math.abs(r - 200), Math.abs(g - 30), Math.abs(b - 40))).toBeLessThan(30)
    }
  })

  // The corner that a camera wrote first, by EXIF: 1 is upright, 6 and 8 are a phone held upright, 2, 4, 5, 7 are mirrored.
  test.each([
    [1, 'left top'],
    [2, 'right top'],
    [3, 'right bottom'],
    [4, 'left bottom'],
    [5, 'left top'],
    [6, 'right top'],
    [7, 'right bottom'],
    [8, 'left bottom'],
  ])('of orientation %i has its first corner at the %s', async (orientation, corner) => {
    const { link, product, address } = await asked()
    const first = { create: { width: 48, height: 32, channels: 3, background: '#c81e28' } } as const
    const photo = await sharp({ create: { ...first.create, width: 96, height: 64, background: '#fff' } })
      .composite([{ input: await sharp(first).png().toBuffer(), left: 0, top: 0 }])
      .withMetadata({ orientation })
      .jpeg()
      .toBuffer()
    await postFiles(link, withStars(product, new File([new Uint8Array(photo)], 'corner.jpg')))
    const [name = ''] = await picturesOf(service, address)
    const { data, info } = await sharp(await (await fetch(kept(name, 1600))).arrayBuffer())
      .raw()
      .toBuffer({ resolveWithObject: true })
    const isRed = (x: number, y: number) => (data[(y * info.width + x) * info.channels + 1] ?? 255) < 128
    const [right, bottom] = [info.width - 8, info.height - 8]
    const corners = {
      'left top': [8, 8],
      'right top': [right, 8],
      'left bottom': [8, bottom],
      'right bottom': [right, bottom],
    }
    const red = Object.entries(corners).filter(([, [x = 0, y = 0]]) => isRed(x, y))
    expect(red.map(([where]) => where)).toEqual([corner])
  })

  test('is displayed with the review in the store', async () => {
    const { link, product, address } = await asked()
    await postFiles(link, withStars(product, await aPicture()))
    const [name] = await picturesOf(service, address)
    const query = `store_id=${owner.storeId}&store_key=${owner.storeKey}&product_id=${product}`
    const { body } = await service.send('GET', `/api/v1/reviews.json?${query}`)
    expect(body.result[0].pictures).toEqual([`${service.url}/pictures/${name}`])
  })

  test.each([
    [
      'an SVG',
      () => textFile('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>', 'a.svg'),
      'is not a JPEG',
    ],
    ['a page', () => textFile('<!doctype html><script>alert(1)</script>', 'a.jpg'), 'is not a JPEG'],
    [
      'a page that begins like a JPEG',
      () => textFile('\xff\xd8\xff<script>alert(1)</script>', 'a.jpg'),
      'cannot be read',
    ],
    ['a GIF', () => aPicture({ type: 'gif', name: 'a.jpg' }), '“a.jpg” has the format GIF.'],
    ['a HEIC', () => textFile('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'a.jpg'), '“a.jpg” is a HEIC picture'],
    ['an AVIF', () => textFile('\0\0\0\x1cftypavif\0\0\0\0mif1', 'a.avif'), '“a.avif” has the format AVIF.'],
    [
      'an AVIF whose first brand is that of all HEIF files',
      () => textFile('\0\0\0\x1cftypmif1\0\0\0\0mif1avifmiaf', 'a.avif'),
      '“a.avif” has the format AVIF.',
    ],
    ['a film', () => textFile('\0\0\0\x14ftypqt  \0\0\0\0qt  ', 'a.mov'), '“a.mov” has the format MOV.'],
    ['a film of a browser', () => textFile('\x1aE\xdf\xa3 webm', 'a.webm'), '“a.webm” has the format WebM.'],
    ['a document', () => textFile('%PDF-1.7\n', 'a.pdf'), '“a.pdf” has the format PDF.'],
    [
      'a picture cut off in its middle',
      async () => cut(await aPicture({ width: 1500, height: 1500 })),
      'cannot be read',
    ],
    ['a bomb', () => aBomb(12_000, 12_000), 'more than 25 megapixels'],
    ['a progressive JPEG of 26 megapixels', () => aClaim(6_500, 4_000, true), 'more than 25 megapixels'],
    ['a JPEG larger than any camera’s', () => aClaim(16_400, 13_000), 'more than 25 megapixels'],
    ['11 MB', () => new File([new Uint8Array(11_000_000).fill(1)], 'a.jpg'), 'larger than 10 MB'],
  ] as const)('is refused if it is %s; everything typed stays', async (_, make, told) => {
    const { link, product, address } = await asked()
    const before = files()
    const fine = await aPicture({ width: 300 + before.length })
    const { status, html } = await postFiles(link, [
      ...withStars(product, fine, await make()),
      ['body-0', 'With "pictures".'],
    ])
    expect(status).toBe(422)
    expect(html).toContain(told)
    expect(html).toContain('With &quot;pictures&quot;.</textarea>')
    expect(await picturesOf(service, address)).toEqual([])
    // The other picture was stored, and belongs to the form when it is sent again.
    const [name = ''] = /[0-9a-f]{40}-1600\.webp/.exec(html) ?? []
    expect(files()).toHaveLength(before.length + 3)
    await postForm(link, { 'product-0': product, 'rating-0': '5', 'kept-0': name })
    expect(await picturesOf(service, address)).toEqual([name])
  })

  test('has the pixels of a phone of today', async () => {
    const { link, product, address } = await asked()
    const { status } = await postFiles(link, withStars(product, await aPhoto({ orientation: 6 })))
    expect(status).toBe(303)
    const [name = ''] = await picturesOf(service, address)
    const largest = await (await fetch(kept(name, 1600))).arrayBuffer()
    expect(await sharp(largest).metadata()).toMatchObject({ width: 1200, height: 1600 })
  })

  test('has a line for each file that is refused', async () => {
    const { link, product } = await asked()
    const bad = [textFile('%PDF-1.7', 'a.pdf'), textFile('hello', 'b.png'), textFile('GIF89a', 'c.gif')]
    const { html } = await postFiles(link, withStars(product, ...bad))
    const [, problem] = /data-picture-problem>([^<]*)</.exec(html) ?? []
    expect(problem?.split('\n').map(line => line.slice(0, 7))).toEqual(['“a.pdf”', '“b.png”', '“c.gif”'])
  })

  test('of more than ten megabytes is refused for its size', async () => {
    const { link, product } = await asked()
    const zeros = (size: number, name: string) => new File([new Uint8Array(size)], name)
    const files = [zeros(10_000_000, 'a.jpg'), zeros(10_000_001, 'b.jpg')]
    const { html } = await postFiles(link, withStars(product, ...files))
    const [, problem = ''] = /data-picture-problem>([^<]*)</.exec(html) ?? []
    expect(problem.split('\n').map(line => line.includes('10 MB'))).toEqual([false, true])
  })

  test('of six, five are accepted', async () => {
    const { link, product, address } = await asked()
    const six = await Promise.all([1, 2, 3, 4, 5, 6].map(n => aPicture({ width: 100 + n })))
    const { status, html } = await postFiles(link, withStars(product, ...six))
    expect(status).toBe(422)
    expect(html).toContain('Up to five pictures')
    expect(html.match(/name="kept-0"/g)).toHaveLength(5)
    expect(await picturesOf(service, address)).toEqual([])
  })

  test('can be removed again, and is deleted when no other review uses it', async () => {
    const [one, other] = [await asked(), await asked()]
    const [shared, own] = [await aPicture({ width: 333 }), await aPicture({ width: 444 })]
    await postFiles(one.link, withStars(one.product, shared, own))
    await postFiles(other.link, withStars(other.product, shared))
    const [name = '', ownName = ''] = await picturesOf(service, one.address)
    expect(await picturesOf(service, other.address)).toEqual([name])
    await postForm(`${one.link}/withdraw`, { product: one.product })
    expect((await fetch(kept(ownName, 640))).status).toBe(404)
    expect((await fetch(kept(name, 640))).status).toBe(200)
    const { html } = await openForm(other.link)
    expect(html).toContain(`name="drop-0" value="${name}"`)
    await postForm(other.link, {
      'product-0': other.product,
      'rating-0': '5',
      'kept-0': name,
      'drop-0': name,
    })
    expect(await picturesOf(service, other.address)).toEqual([])
  })

  test('of another store, or an unknown one, cannot be named', async () => {
    const { link, product, address } = await asked()
    const names = [
      `${'0'.repeat(40)}-1600.webp`,
      '../../../../secret',
      'https://evil.example/x.jpg',
      `${'0'.repeat(40)}-640.webp`,
    ]
    const answers = []
    for (const name of names)
      answers.push(await postForm(link, { 'product-0': product, 'rating-0': '5', 'kept-0': name }))
    expect(answers.map(({ status }) => status)).toEqual([422, 303, 303, 303])
    expect(answers[0]?.html).toContain('have expired')
    expect(await picturesOf(service, address)).toEqual([])
  })

  test.each([
    'x',
    '../../../../secret',
    `${'0'.repeat(40)}-1600.webp`,
    `${'0'.repeat(40)}-17.webp`,
    '%00',
  ])('is not found at /pictures/%s', async name => {
    expect((await fetch(`${service.url}/pictures/${encodeURIComponent(name)}`)).status).toBe(404)
  })
})

describe('POST /r/{token}/pictures', () => {
  test('accepts one picture before the form is sent', async () => {
    const { link, product, address } = await asked()
    const { status, html } = await postFiles(`${link}/pictures`, [['picture', await aPicture()]])
    expect(status).toBe(200)
    const { name, url } = JSON.parse(html)
    expect((await fetch(service.url + url)).status).toBe(200)
    await postForm(link, { 'product-0': product, 'rating-0': '5', 'kept-0': name })
    expect(await picturesOf(service, address)).toEqual([name])
  })

  test('reports what is wrong with it', async () => {
    const { link } = await asked()
    const { status, html } = await postFiles(`${link}/pictures`, [['picture', textFile('<svg/>', 'x.svg')]])
    expect([status, JSON.parse(html).problem]).toEqual([
      422,
      expect.stringContaining('“x.svg” is not a JPEG'),
    ])
    expect((await postFiles(`${link}/pictures`, [['picture', 'x']])).status).toBe(400)
    expect((await postFiles(`${service.url}/r/x/pictures`, [['picture', 'x']])).status).toBe(404)
  })
})
