import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { continueExport } from '../../../exchange/archives/run-export.ts'
import { type AdminClient, aMember } from '../../../test/admin.ts'
import { startTestApp, type TestApp, testSecret } from '../../../test/app.ts'
import { importFile, sendPart, uploadFile } from '../../../test/exchange/transfers.ts'
import { aReview } from '../../../test/factories.ts'
import { picturesIn } from '../../../test/media/pictures.ts'
import { addProducts, addReviews } from '../../../test/reading.ts'
import { aStore, type Member } from '../../../test/users.ts'
import { uuid } from '../../lib/ids/uuid.ts'
import { readSecrets } from '../../lib/secret.ts'
import { createKeptFiles, partSize } from './kept-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'realword-files-'))
const limit = 2_000_000 // bytes
const start = new Date('2026-03-06T12:00:00Z').getTime()
const hour = 60 * 60_000
let it: TestApp
let store: Member
let owner: AdminClient
beforeAll(async () => {
  it = await startTestApp({ DATA_DIR: folder, SIGN_IN_RATE_LIMIT: '100000', STORE_FILES_LIMIT: '2' })
})
afterAll(async () => {
  await it.close()
  rmSync(folder, { recursive: true })
})
beforeEach(async () => {
  it.setNow(start)
  store = await aStore(it.database)
  owner = await aMember(it, store.storeId, 'owner')
})

const partsOf = () =>
  readdirSync(folder, { recursive: true }).filter(name => String(name).endsWith('.part')).length

describe('uploads of one store', () => {
  const begin = async (size: number) =>
    await owner.send('POST', `/stores/${store.storeId}/imports`, {
      kind: 'review',
      file_name: 'reviews.csv',
      size,
    })

  test('reserve their bytes from the start, and free them when they are cancelled', async () => {
    const first = await begin(1_200_000)
    expect(first.status).toBe(201)
    const second = await begin(1_200_000)
    expect([second.status, second.body.error_code]).toEqual([413, 804131])
    const cancel = `/stores/${store.storeId}/imports/${first.body.id}/cancel`
    expect((await owner.send('POST', cancel)).status).toBe(200)
    expect((await begin(1_200_000)).status).toBe(201)
  })

  test('cannot both take the last bytes when they start at once', async () => {
    const answers = await Promise.all([1, 2, 3, 4].map(() => begin(1_200_000)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 413, 413, 413])
  })

  test('do not count towards another store', async () => {
    expect((await begin(1_200_000)).status).toBe(201)
    const other = await aStore(it.database)
    const member = await aMember(it, other.storeId, 'owner')
    const file = { kind: 'review', file_name: 'a.csv', size: 1_200_000 }
    expect((await member.send('POST', `/stores/${other.storeId}/imports`, file)).status).toBe(201)
  })

  test('free their bytes when the import has ended', async () => {
    const rows = `product_id,rating,body\n${`P-1,5,${'x'.repeat(1_000)}\n`.repeat(900)}`
    const { body } = await uploadFile(it, owner, store.storeId, 'review', rows)
    const { done } = await importFile(it, owner, store.storeId, body.id)
    expect(done).toMatchObject({ state: 'done', parts: 1 })
    expect((await begin(1_200_000)).status).toBe(201)
    expect((await owner.send('GET', `/stores/${store.storeId}/imports/${body.id}`)).body).toMatchObject({
      state: 'done',
      parts: 0,
    })
  })

  test('are limited in bytes per day, including parts sent again', async () => {
    const { body } = await begin(partSize + 100)
    const first = Buffer.alloc(partSize, 'a,b\n')
    const send = () => sendPart(it, owner, store.storeId, body.id, 0, first)
    expect((await send()).status).toBe(200)
    const again = await send()
    expect([again.status, again.body.error_code]).toEqual([429, 804291])
    it.setNow(start + 25 * hour)
    const member = await aMember(it, store.storeId, 'owner')
    const cancel = `/stores/${store.storeId}/imports/${body.id}/cancel`
    expect((await member.send('POST', cancel)).status).toBe(200)
    const later = await member.send('POST', `/stores/${store.storeId}/imports`, {
      kind: 'review',
      file_name: 'reviews.csv',
      size: partSize + 100,
    })
    expect((await sendPart(it, member, store.storeId, later.body.id, 0, first)).status).toBe(200)
  })
})

describe('exports of one store', () => {
  const path = () => `/stores/${store.storeId}/exports`
  const exported = async () => {
    const { status, body } = await owner.send('POST', path(), { kind: 'reviews' })
    if (status !== 201) return { status, body }
    await it.runDue()
    return { status, body: (await owner.send('GET', `${path()}/${body.id}`)).body }
  }
  const write = async (reviews: number) => {
    await addProducts(it, store, { 'product-1': '' })
    const body = 'x'.repeat(5_000)
    const each = () => aReview({ product_id: 'product-1', body, state: 'pending', published_at: null })
    await addReviews(it, store, ...Array.from({ length: reviews }, each))
  }

  test('fail beyond the limit, and leave nothing behind', async () => {
    await write(500)
    const before = partsOf()
    const { body } = await exported()
    expect(body).toMatchObject({
      state: 'failed',
      size: 0,
      problem: {
        what: expect.stringContaining('all the space'),
        mend: expect.stringContaining('Delete exports'),
      },
    })
    expect(partsOf()).toBe(before)
  })

  test('free their bytes when they are deleted', async () => {
    await write(250)
    const first = await exported()
    expect(first.body).toMatchObject({ state: 'done' })
    expect((await exported()).body).toMatchObject({ state: 'failed' })
    expect((await owner.send('DELETE', `${path()}/${first.body.id}`)).status).toBe(200)
    const again = await exported()
    expect(again.body).toMatchObject({ state: 'done' })
    await it.database.query(sql`
      update exports set size = ${limit} where store_id = ${store.storeId} and id = ${again.body.id}`)
    const refused = await exported()
    expect([refused.status, refused.body.error_code]).toEqual([413, 804131])
  })

  test('cannot both take the last bytes when they start at once', async () => {
    await write(250)
    const ids = [uuid(), uuid()]
    for (const id of ids)
      await it.database.query(sql`
        insert into exports (store_id, id, kind, state, created_by, created_at)
        values (${store.storeId}, ${id}, 'reviews', 'running', 'command', ${new Date(start)})`)
    const pictures = picturesIn(folder)
    const places = {
      ...{ database: it.database, clock: () => start, pictures, address: () => it.url, mostBytes: limit },
      kept: createKeptFiles(pictures, readSecrets({ SECRET: testSecret, DATA_DIR: '' })),
    }
    const { signal } = new AbortController()
    await Promise.all(ids.map(id => continueExport(places, store.storeId, id, signal)))
    const states = await Promise.all(
      ids.map(async id => (await owner.send('GET', `${path()}/${id}`)).body.state),
    )
    expect(states.sort()).toEqual(['done', 'failed'])
  })
})
