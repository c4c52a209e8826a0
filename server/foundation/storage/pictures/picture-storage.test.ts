import { existsSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { anAskedBuyer, postFiles, postForm } from '../../../test/forms.ts'
import { aPicture, picturesIn } from '../../../test/media/pictures.ts'
import { picturesOf, withStars } from '../../../test/review-forms.ts'
import { aStore, type Member } from '../../../test/users.ts'
import { tidyStores } from '../../../upkeep/housekeeping/tidy.ts'
import { sweepUploads } from '../../http/input/uploads.ts'

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

async function asked(at = service) {
  const { link, address, products } = await anAskedBuyer(at, owner)
  return { link, address, product: products[0] ?? '' }
}

/** All files in the picture storage. */
function files(): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => entry.name)
    .sort()
}

const hour = 60 * 60_000

async function sweepAt(at: number): Promise<void> {
  const store = picturesIn('', `file://${folder}/kept`)
  await tidyStores(service.database, store, new Date(at), (message, error) => {
    throw new Error(message, { cause: error })
  })
  await sweepUploads()
}

describe('a picture', () => {
  test('that no review uses is swept after a day, and one in use is not', async () => {
    const { link, product, address } = await asked()
    const claimed = await aPicture({ width: 555 })
    await postFiles(link, withStars(product, claimed))
    await postFiles(link, [
      ['pictures-0', await aPicture({ width: 556 })],
      ['product-0', product],
      ['rating-0', '9'],
    ])
    const [name = ''] = await picturesOf(service, address)
    const before = files()
    const leftover = mkdtempSync(join(tmpdir(), 'realword-upload-'))
    const twoDaysAgo = new Date(Date.now() - 48 * hour)
    utimesSync(leftover, twoDaysAgo, twoDaysAgo)
    await sweepAt(Date.now() + 23 * hour)
    expect(files()).toEqual(before)
    await sweepAt(Date.now() + 25 * hour)
    expect(files().length).toBeLessThan(before.length)
    expect(files()).toContain(name)
    expect(existsSync(leftover)).toBe(false)
    expect((await fetch(`${service.url}/pictures/${name.replace('-1600.', '-160.')}`)).status).toBe(200)
  })
})

describe('an S3 server', () => {
  let s3: S3rver
  let over: TestApp
  beforeAll(async () => {
    s3 = new S3rver({
      address: '127.0.0.1',
      port: 0,
      silent: true,
      directory: `${folder}/s3`,
      configureBuckets: [{ name: 'shop', configs: [] }],
    })
    const { port } = await s3.run()
    const url = `s3://S3RVER:S3RVER@127.0.0.1:${port}/shop/pictures?tls=false`
    over = await startTestApp({ PICTURES_URL: url }, service.target)
  })
  afterAll(async () => {
    await over.close()
    await s3.close()
  })

  test('stores, serves and deletes pictures', async () => {
    const { link, product, address } = await asked(over)
    expect((await postFiles(link, withStars(product, await aPicture({ width: 701 })))).status).toBe(303)
    const [name = ''] = await picturesOf(service, address)
    const at = (size: number) => `${over.url}/pictures/${name.replace('-1600.', `-${size}.`)}`
    for (const size of [1600, 640, 160]) expect((await fetch(at(size))).status).toBe(200)
    await postForm(`${link}/withdraw`, { product })
    expect((await fetch(at(640))).status).toBe(404)
  })

  test('that is down is reported in words, and nothing is half saved', async () => {
    const down = await startTestApp({ PICTURES_URL: 's3://a:b@127.0.0.1:9/shop?tls=false' }, service.target)
    const { link, product, address } = await asked(down)
    const before = await service.database.query(sql`select count(*) from pictures`)
    const answer = await postFiles(link, [
      ...withStars(product, await aPicture({ width: 702 })),
      ['body-0', 'Kept.'],
    ])
    expect(answer.status).toBe(503)
    expect(answer.html).toContain('Pictures cannot be saved right now')
    expect(answer.html).toContain('Kept.</textarea>')
    expect(await picturesOf(service, address)).toEqual([])
    expect(await service.database.query(sql`select count(*) from pictures`)).toEqual(before)
    expect((await fetch(`${down.url}/pictures/${'0'.repeat(40)}-640.webp`)).status).toBe(503)
    expect((await postForm(link, { 'product-0': product, 'rating-0': '5' })).status).toBe(303)
    await down.close()
  })
})

test('a disk that cannot be written is reported in words, and keeps nothing', async () => {
  writeFileSync(`${folder}/a-file`, '')
  const broken = await startTestApp({ PICTURES_URL: `file://${folder}/a-file` }, service.target)
  const { link, product, address } = await asked(broken)
  const answer = await postFiles(link, withStars(product, await aPicture({ width: 703 })))
  expect(answer.status).toBe(503)
  expect(answer.html).toContain('Pictures cannot be saved right now')
  expect(await picturesOf(service, address)).toEqual([])
  await broken.close()
})
