import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readPlanUse } from '../../../answers/insights/plan-use.ts'
import { insertReviews } from '../../../answers/reviews/reviews.ts'
import { readStore } from '../../../tenants/stores/stores.ts'
import { type AdminClient, aMember } from '../../../test/admin.ts'
import { startTestApp, type TestApp, testSecret } from '../../../test/app.ts'
import { untilOneWaits } from '../../../test/database/locks.ts'
import { importFile, uploadFile } from '../../../test/exchange/transfers.ts'
import { aReview } from '../../../test/factories.ts'
import { anAskedBuyer } from '../../../test/forms.ts'
import { changeSettings } from '../../../test/hearing.ts'
import { aPicture } from '../../../test/media/pictures.ts'
import { addProducts, addReviews } from '../../../test/reading.ts'
import { aStore, type Member } from '../../../test/users.ts'
import { tidyStores } from '../../../upkeep/housekeeping/tidy.ts'
import { erasePerson } from '../../../upkeep/people/people.ts'
import type { Connection } from '../../database/connect.ts'
import { openPictureStore } from './picture-store.ts'
import { receivePicture } from './pictures.ts'
import { lockFiles, storedBytes } from './stored-bytes.ts'

const folder = mkdtempSync(join(tmpdir(), 'realword-stored-'))
const settings = { DATA_DIR: folder, PICTURES_URL: `file://${folder}`, SIGN_IN_RATE_LIMIT: '100000' }
const pictures = openPictureStore({ ...settings, CLAMD_URL: undefined })
const start = new Date('2026-03-06T12:00:00Z').getTime()
const day = 24 * 60 * 60_000
let service: TestApp
let second: TestApp
let store: Member
let owner: AdminClient
let before: number
beforeAll(async () => {
  service = await startTestApp(settings)
  second = await startTestApp(settings, service.target)
})
afterAll(async () => {
  await second.close()
  await service.close()
  rmSync(folder, { recursive: true })
})
beforeEach(async () => {
  service.setNow(start)
  second.setNow(start)
  await tidy(400) // so that it deletes only files of the next store
  store = await aStore(service.database, { moderation: 'publish' })
  owner = await aMember(service, store.storeId, 'owner')
  before = onDisk()
})

/** The bytes of all pictures and parts of files. */
function onDisk(): number {
  const names = readdirSync(folder, { recursive: true }).map(String)
  const files = names.filter(name => /\.(webp|part)$/.test(name))
  return files.reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)
}

const stored = ({ storeId } = store) => storedBytes(service.database, storeId)
const limit = (stored_bytes: number) => changeSettings(service, store.storeId, { limits: { stored_bytes } })
const tidy = (days: number, from = start) =>
  tidyStores(service.database, pictures, new Date(from + days * day), (_message, error) => {
    throw error
  })

let given = 0

/** Takes a new picture into the store. Its three sizes have about 70 kB. */
async function take({ storeId } = store): Promise<string> {
  const path = join(folder, `given-${++given}`)
  writeFileSync(path, Buffer.from(await (await aPicture({ name: 'noise.png', type: 'png' })).arrayBuffer()))
  return await receivePicture(service.database, pictures, storeId, path, new Date(start), 1e9)
}

/** Expects the count to be within 5 % of the files that the store added. */
async function expectAsOnDisk(): Promise<void> {
  const bytes = onDisk() - before
  expect(await stored()).toBeGreaterThanOrEqual(bytes * 0.95)
  expect(await stored()).toBeLessThanOrEqual(bytes * 1.05)
}

/** Reserves bytes for a picture as an upload does, until `tx` ends. */
async function reserve(tx: Connection, bytes: number): Promise<void> {
  await lockFiles(tx, store.storeId)
  await tx.query(sql`
    insert into waiting_pictures (store_id, name, bytes, since)
    values (${store.storeId}, 'another', ${bytes}, ${new Date(start)})`)
}

async function aForm(): Promise<string> {
  const { token } = await anAskedBuyer(service, store, { at: new Date(start) })
  return `/r/${token}`
}

async function send(at: TestApp, form: string): Promise<{ status: number; text: string }> {
  const body = new FormData()
  body.append('picture', await aPicture({ name: 'noise.png', type: 'png' }))
  const response = await fetch(`${at.url}${form}/pictures`, { method: 'POST', body })
  return { status: response.status, text: await response.text() }
}

describe('a buyer’s picture', () => {
  test('beyond the limit is refused, one at a time from both instances, and the review needs none', async () => {
    const form = await aForm()
    await take()
    const one = await stored()
    await limit(Math.round(one * 3.5))
    const answers = await Promise.all([1, 2, 3, 4, 5, 6].map(n => send(n % 2 === 0 ? service : second, form)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 429, 429, 429, 429])
    const refused = answers.find(({ status }) => status === 429)
    expect(refused?.text).toContain('Send your review without them')
    await expectAsOnDisk()
    expect(await stored()).toBeLessThanOrEqual(one * 3.5)
  })

  test('waits for another upload that is taking the last bytes', async () => {
    const form = await aForm()
    await limit(300_000)
    let done = false
    const answer = await service.database.transaction(async tx => {
      await reserve(tx, 250_000)
      const sent = send(second, form).finally(() => {
        done = true
      })
      await untilOneWaits(service.database, () => done)
      return { sent }
    })
    expect((await answer.sent).status).toBe(429)
    expect(onDisk()).toBe(before)
  })

  test('is refused at a limit of 0, below the use after a lowered limit, and accepted once the limit is removed', async () => {
    const form = await aForm()
    await limit(0)
    expect((await send(service, form)).status).toBe(429)
    expect(onDisk()).toBe(before)
    await limit(1e9)
    expect((await send(second, form)).status).toBe(200)
    const used = await stored()
    await limit(100)
    expect((await send(second, form)).status).toBe(429)
    expect(await stored()).toBe(used)
    await changeSettings(service, store.storeId, { limits: {} })
    expect((await send(service, form)).status).toBe(200)
  })

  test('does not count towards another store', async () => {
    await take()
    await limit((await stored()) + 1)
    const other = await aStore(service.database, { limits: { stored_bytes: 1e6 } })
    expect(await stored(other)).toBe(0)
    await take(other)
    await expect(take()).rejects.toThrow('budget')
  })
})

describe('a file', () => {
  const begin = (size: number, at = owner) =>
    at.send('POST', `/stores/${store.storeId}/imports`, { kind: 'review', file_name: 'a.csv', size })

  test('is refused before its first byte, with what is left, and two at once do not both take it', async () => {
    await take()
    const used = await stored()
    await limit(used + 1_500_000)
    const refused = await begin(1_500_001)
    expect([refused.status, refused.body.error_code, refused.body.message]).toEqual([
      413,
      804131,
      'Storage limit reached',
    ])
    expect(refused.headers.get('ratelimit-policy')).toBe(
      `"stored_bytes";q=${used + 1_500_000};qu="content-bytes"`,
    )
    expect(refused.headers.get('ratelimit')).toBe('"stored_bytes";r=1500000')
    const member = await aMember(second, store.storeId, 'owner')
    const answers = await Promise.all([owner, member, owner, member].map(at => begin(800_000, at)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 413, 413, 413])
    const begun = answers.find(({ status }) => status === 201)
    await owner.send('POST', `/stores/${store.storeId}/imports/${begun?.body.id}/cancel`)
    expect((await begin(1_500_000)).status).toBe(201)
  })

  test('replaces files of finished imports, and deletes none if that would not be enough', async () => {
    const rows = `product_id,rating,body\n${`P-1,5,${'x'.repeat(1_000)}\n`.repeat(300)}`
    const { body } = await uploadFile(service, owner, store.storeId, 'review', rows)
    await importFile(service, owner, store.storeId, body.id)
    await expectAsOnDisk()
    await limit(400_000)
    expect((await begin(400_001)).status).toBe(413)
    await expectAsOnDisk()
    expect((await begin(400_000)).status).toBe(201)
    expect(onDisk()).toBe(before)
  })

  test('of an export that does not fit is deleted, and the store can export once there is room', async () => {
    await addProducts(service, store, { 'product-1': '' })
    const long = () => aReview({ product_id: 'product-1', body: 'x'.repeat(5_000), state: 'pending' })
    await addReviews(service, store, ...Array.from({ length: 500 }, long))
    const path = `/stores/${store.storeId}/exports`
    const exported = async () => {
      const { body } = await owner.send('POST', path, { kind: 'reviews' })
      await service.runDue()
      return (await owner.send('GET', `${path}/${body.id}`)).body
    }
    await limit(2_000_000)
    expect(await exported()).toMatchObject({
      state: 'failed',
      problem: { what: 'The plan of this store has no room for these files.' },
    })
    expect([onDisk(), await stored()]).toEqual([before, 0])
    await limit(4_000_000)
    expect(await exported()).toMatchObject({ state: 'done' })
    await expectAsOnDisk()
    await limit(1_000)
    const refused = await owner.send('POST', path, { kind: 'reviews' })
    expect([refused.status, refused.body.error_code]).toEqual([413, 804131])
  })
})

describe('the count', () => {
  const at = new Date(start)
  const by = { at, actor: 'command', action: 'import' } as const

  test('follows reviews that are erased or expire, and files that are deleted', async () => {
    await addProducts(service, store, { 'product-1': '' })
    const of = (email: string, state: 'published' | 'rejected', name: string) =>
      aReview({ product_id: 'product-1', email, address: email, state, pictures: [name] })
    const names = await Promise.all([take(), take(), take(), take()])
    const [a = '', b = '', c = ''] = names
    await service.database.transaction(tx =>
      insertReviews(
        tx,
        store.storeId,
        [
          of('ana@example.com', 'published', a),
          of('bia@example.com', 'published', b),
          of('caio@example.com', 'rejected', c),
        ],
        by,
      ),
    )
    await expectAsOnDisk()
    const four = await stored()
    await tidy(2) // the picture that no review uses
    await expectAsOnDisk()
    expect(await stored()).toBeLessThan(four)
    const three = await stored()
    const secrets = { current: testSecret, all: [testSecret] }
    const named = await readStore(service.database, store.storeId)
    await erasePerson(service.database, secrets, named, 'ana@example.com', at)
    await tidy(2)
    await expectAsOnDisk()
    expect(await stored()).toBeLessThan(three)
    await tidy(400)
    await expectAsOnDisk()
    expect(onDisk() - before).toBeLessThan(three / 2)
  })

  test('includes pictures of earlier releases once the cleanup has measured them', async () => {
    await take()
    await take()
    const used = await stored()
    await service.database.query(sql`update pictures set bytes = null where store_id = ${store.storeId}`)
    await service.database.query(sql`delete from waiting_pictures where store_id = ${store.storeId}`)
    expect(await stored()).toBe(0)
    await tidy(0)
    expect(await stored()).toBe(used)
  })

  test('is what the plan shows', async () => {
    await take()
    await limit(5_000_000)
    const shown = await readPlanUse(service.database, await readStore(service.database, store.storeId), start)
    expect(shown).toEqual([{ name: 'stored_bytes', limit: 5_000_000, used: await stored(), resets_at: null }])
  })
})

describe('a restored archive', () => {
  const restore = async (into: AdminClient, storeId: string, zip: Buffer) => {
    const { body } = await uploadFile(service, into, storeId, 'archive', zip, 'store.zip')
    return await importFile(service, into, storeId, body.id)
  }
  const archived = async (): Promise<Buffer> => {
    const path = `/stores/${store.storeId}/exports`
    const { body } = await owner.send('POST', path, { kind: 'archive' })
    await service.runDue()
    const response = await fetch(`${service.url}/admin/api${path}/${body.id}/file`, {
      headers: { cookie: owner.cookies() },
    })
    return Buffer.from(await response.arrayBuffer())
  }

  test('counts its pictures, and is refused beyond the limit with none of them kept', async () => {
    // An archive with a history of the future is refused, and this store's begins now.
    const now = Date.now() + 60_000
    service.setNow(now)
    owner = await aMember(service, store.storeId, 'owner')
    await addProducts(service, store, { 'product-1': '' })
    for (const name of [await take(), await take()])
      await addReviews(service, store, aReview({ product_id: 'product-1', pictures: [name] }))
    const bytes = await stored()
    const zip = await archived()
    const other = await aStore(service.database)
    const member = await aMember(service, other.storeId, 'owner')
    const limitOf = (stored_bytes: number) =>
      changeSettings(service, other.storeId, { limits: { stored_bytes } })
    // The trial sees the largest sizes of the pictures alone.
    await limitOf(zip.length + 10_000)
    expect((await restore(member, other.storeId, zip)).tried).toMatchObject({ state: 'failed' })
    // The file that failed is kept, too.
    await limitOf(2 * zip.length + bytes - 1_000)
    const { tried, done } = await restore(member, other.storeId, zip)
    expect([tried.state, done.state]).toEqual(['tried', 'failed'])
    expect(done.problem.what).toBe('The plan of this store has no room for these files.')
    const kept = () => service.database.query(sql`select from pictures where store_id = ${other.storeId}`)
    expect(await kept()).toEqual([])
    await limitOf(1e9)
    expect((await restore(member, other.storeId, zip)).done).toMatchObject({ state: 'done' })
    expect(await kept()).toHaveLength(2)
    await tidy(8, now) // deletes the uploads
    expect(await stored(other)).toBe(bytes)
  })
})
