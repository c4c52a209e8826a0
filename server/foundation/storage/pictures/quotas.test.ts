import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { picturesInUse } from '../../../answers/reviews/reviews.ts'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { aProduct } from '../../../test/factories.ts'
import { anAskedBuyer } from '../../../test/forms.ts'
import { aPicture, picturesIn } from '../../../test/media/pictures.ts'
import { aStore, type Member } from '../../../test/users.ts'
import { receivePicture, sweepPictures } from './pictures.ts'
import { PictureRefused } from './sizes.ts'

const folder = mkdtempSync(join(tmpdir(), 'realword-quotas-'))
const pictures = picturesIn(folder, `file://${folder}`)
const start = new Date('2026-03-06T12:00:00Z').getTime()
const hour = 60 * 60_000
let service: TestApp
let owner: Member
beforeAll(async () => {
  service = await startTestApp({
    PICTURES_URL: `file://${folder}`,
    PICTURE_RATE_LIMIT: '1',
    WAITING_PICTURES_LIMIT: '1',
    TRUSTED_PROXIES: '127.0.0.1',
  })
})
afterAll(async () => {
  await service.close()
  rmSync(folder, { recursive: true })
})
beforeEach(async () => {
  service.setNow(start)
  owner = await aStore(service.database, { moderation: 'publish', open_reviews: true })
})

async function aLink(): Promise<{ url: string; productId: string }> {
  const { link, products } = await anAskedBuyer(service, owner, { at: new Date(start) })
  return { url: link, productId: products[0] ?? '' }
}

let networks = 0
const aNetwork = () => `10.${Math.floor(++networks / 250)}.${networks % 250}.1`

async function send(url: string, ip: string, fields: [string, string | File][]) {
  const body = new FormData()
  for (const [name, value] of fields) body.append(name, value)
  const headers = { 'x-forwarded-for': ip }
  const response = await fetch(url, { method: 'POST', headers, body, redirect: 'manual' })
  return { status: response.status, text: await response.text() }
}

/** Noise as PNG: 362 kB when sent, about 60 kB when stored. */
const noise = async () => await aPicture({ name: 'noise.png', type: 'png' })

const refused = 'Send your review without them'

async function waiting(): Promise<number> {
  const [row] = await service.database.query<{ count: number }>(sql`
    select count(*)::integer as count from waiting_pictures where store_id = ${owner.storeId}`)
  return row?.count ?? 0
}

describe('one network', () => {
  test('has a budget of picture bytes per hour, shared by all forms', async () => {
    const { url, productId } = await aLink()
    const ip = aNetwork()
    const upload = async (from: string) => await send(`${url}/pictures`, from, [['picture', await noise()]])
    expect([(await upload(ip)).status, (await upload(ip)).status]).toEqual([200, 200])
    const over = await upload(ip)
    expect([over.status, over.text.includes(refused)]).toEqual([429, true])
    const form: [string, string | File][] = [
      ['product-0', productId],
      ['rating-0', '4'],
      ['heading-0', 'Typed once'],
      ['pictures-0', await noise()],
      ['pictures-0', await noise()],
    ]
    const page = await send(url, ip, form)
    expect([page.status, page.text.includes(refused), page.text.includes('Typed once')]).toEqual([
      422,
      true,
      true,
    ])
    expect((await upload(aNetwork())).status).toBe(200)
    service.setNow(start + hour)
    expect((await upload(ip)).status).toBe(200)
    expect(await waiting()).toBe(4)
  })

  test('is refused in the middle of a file, of which nothing is stored', async () => {
    const { url } = await aLink()
    const large = await aPicture({ name: 'large.png', type: 'png', width: 1_000, height: 800 })
    expect(large.size).toBeGreaterThan(1e6)
    const before = readdirSync(folder, { recursive: true })
    const over = await send(`${url}/pictures`, aNetwork(), [['picture', large]])
    expect([over.status, over.text.includes(refused)]).toEqual([429, true])
    expect(readdirSync(folder, { recursive: true })).toEqual(before)
  })

  test('has the same budget in the form without an order', async () => {
    const body = aProduct({ product_id: 'p' })
    expect((await service.send('POST', '/products', { headers: owner.headers, body })).status).toBe(201)
    const query = { store_id: owner.storeId, store_key: owner.storeKey, product_id: 'p', locale: 'en' }
    const files = await Promise.all([1, 2, 3].map(noise))
    const page = await send(`${service.url}/write?${new URLSearchParams(query)}`, aNetwork(), [
      ['product-0', 'p'],
      ['rating-0', '4'],
      ['name', 'Bia'],
      ['email', 'bia@example.com'],
      ...files.map((file): [string, File] => ['pictures-0', file]),
    ])
    expect([page.status, page.text.includes(refused)]).toEqual([422, true])
    expect(await waiting()).toBe(2)
  })
})

describe('the unused pictures of one store', () => {
  const take = async (most: number) => {
    const path = join(folder, 'given')
    writeFileSync(path, Buffer.from(await (await noise()).arrayBuffer()))
    return await receivePicture(service.database, pictures, owner.storeId, path, new Date(start), most)
  }
  const fill = async () =>
    await service.database.query(sql`
      update waiting_pictures set bytes = 999999 where store_id = ${owner.storeId}`)

  test('are limited in bytes, even if several arrive at once', async () => {
    await take(1e9)
    const [one] = await service.database.query<{ bytes: number }>(sql`
      select bytes from waiting_pictures where store_id = ${owner.storeId}`)
    const bytes = one?.bytes ?? 0
    // There is room for two and a half more.
    const paths = await Promise.all(
      [1, 2, 3, 4, 5].map(async number => {
        const path = join(folder, `given-${number}`)
        writeFileSync(path, Buffer.from(await (await noise()).arrayBuffer()))
        return path
      }),
    )
    const taken = await Promise.allSettled(
      paths.map(path =>
        receivePicture(service.database, pictures, owner.storeId, path, new Date(start), bytes * 3.5),
      ),
    )
    expect(taken.map(({ status }) => status).sort()).toEqual([
      ...['fulfilled', 'fulfilled'],
      ...['rejected', 'rejected', 'rejected'],
    ])
    for (const one of taken) if (one.status === 'rejected') expect(one.reason).toBeInstanceOf(PictureRefused)
    expect(await waiting()).toBe(3)
  })

  test('count once, however often one of them is sent', async () => {
    const path = join(folder, 'given')
    writeFileSync(path, Buffer.from(await (await noise()).arrayBuffer()))
    const again = async (most: number) =>
      await receivePicture(service.database, pictures, owner.storeId, path, new Date(start), most)
    const name = await again(1e9)
    await fill()
    expect(await again(1e6)).toBe(name)
    expect(await waiting()).toBe(1)
  })

  test('free their bytes once a review uses them', async () => {
    const { url, productId } = await aLink()
    const sent = await send(`${url}/pictures`, aNetwork(), [['picture', await noise()]])
    const { name } = JSON.parse(sent.text) as { name: string }
    await fill()
    const other = async () => await send(`${url}/pictures`, aNetwork(), [['picture', await noise()]])
    const full = await other()
    expect([full.status, full.text.includes(refused)]).toEqual([429, true])
    const review: [string, string][] = [
      ['product-0', productId],
      ['rating-0', '4'],
      ['kept-0', name],
    ]
    expect((await send(url, aNetwork(), review)).status).toBe(303)
    expect(await waiting()).toBe(0)
    expect((await other()).status).toBe(200)
  })

  test('free their bytes once they are swept', async () => {
    await take(1e9)
    await fill()
    await expect(take(1e6)).rejects.toThrow('budget')
    await sweepPictures(
      service.database,
      pictures,
      owner.storeId,
      { before: new Date(start + 1) },
      picturesInUse,
    )
    expect(await waiting()).toBe(0)
    expect(await take(1e6)).toMatch(/webp$/)
  })

  test('from strangers get half of the limit; the rest is for buyers with a link', async () => {
    const { url } = await aLink()
    await take(1e9)
    await service.database.query(sql`
      update waiting_pictures set bytes = 600000 where store_id = ${owner.storeId}`)
    const body = aProduct({ product_id: 'p' })
    expect((await service.send('POST', '/products', { headers: owner.headers, body })).status).toBe(201)
    const query = { store_id: owner.storeId, store_key: owner.storeKey, product_id: 'p', locale: 'en' }
    const page = await send(`${service.url}/write?${new URLSearchParams(query)}`, aNetwork(), [
      ['product-0', 'p'],
      ['rating-0', '4'],
      ['pictures-0', await noise()],
    ])
    expect([page.status, page.text.includes(refused)]).toEqual([422, true])
    expect((await send(`${url}/pictures`, aNetwork(), [['picture', await noise()]])).status).toBe(200)
  })
})
