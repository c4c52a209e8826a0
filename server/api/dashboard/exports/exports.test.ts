import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fromBufferPromise } from 'yauzl'
import { openArchive } from '../../../exchange/archives/read-archive.ts'
import { continueExport } from '../../../exchange/archives/run-export.ts'
import { readSecrets } from '../../../foundation/lib/secret.ts'
import { createKeptFiles } from '../../../foundation/storage/files/kept-files.ts'
import { readStore } from '../../../tenants/stores/stores.ts'
import { type AdminClient, aMember } from '../../../test/admin.ts'
import { startTestApp, type TestApp, testSecret } from '../../../test/app.ts'
import { asItIs, importFile, uploadFile } from '../../../test/exchange/transfers.ts'
import { anOrder, aReview } from '../../../test/factories.ts'
import { picturesIn } from '../../../test/media/pictures.ts'
import { addProducts, addReviews } from '../../../test/reading.ts'
import { aStore, type Member } from '../../../test/users.ts'
import { tidyStores } from '../../../upkeep/housekeeping/tidy.ts'
import { erasePerson } from '../../../upkeep/people/people.ts'

const folder = mkdtempSync(join(tmpdir(), 'realword-exports-'))
const files = picturesIn(folder)
let it: TestApp
let store: Member
let owner: AdminClient
beforeAll(async () => {
  it = await startTestApp({ DATA_DIR: folder, SIGN_IN_RATE_LIMIT: '100000' })
  store = await aStore(it.database, { color: '#335577' })
  owner = await aMember(it, store.storeId, 'owner')
  const order = anOrder({ order_id: 'secret-order' })
  expect((await it.send('POST', '/orders', { headers: store.headers, body: order })).status).toBe(201)
  const product_id = order.products[0]?.product_id ?? ''
  const address = 'zacarias@correio.example'
  await addReviews(it, store, aReview({ product_id, address }), aReview({ product_id, state: 'pending' }))
})
afterAll(async () => {
  await it.close()
  rmSync(folder, { recursive: true })
})

const exportsPath = () => `/stores/${store.storeId}/exports`

async function exported(): Promise<string> {
  const { status, body } = await owner.send('POST', exportsPath(), { kind: 'archive' })
  expect([status, body.state]).toEqual([201, 'running'])
  await it.runDue()
  return body.id
}

async function download(
  id: string,
  client = owner,
): Promise<{ status: number; headers: Headers; bytes: Buffer }> {
  const answer = await fetch(`${it.url}/admin/api${exportsPath()}/${id}/file`, {
    headers: { cookie: client.cookies() },
  })
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) }
}

const partsOf = () =>
  readdirSync(join(folder, 'pictures'), { recursive: true }).filter(name => String(name).endsWith('.part'))

test('a store is exported by a job, downloaded, and imported into an empty one', async () => {
  const id = await exported()
  const { body: made } = await owner.send('GET', `${exportsPath()}/${id}`)
  expect(made).toMatchObject({ state: 'done', who: 'The owner', problem: null })
  expect(made.done).toBe(made.whole)
  const { status, headers, bytes } = await download(id)
  expect([status, headers.get('content-type')]).toEqual([200, 'application/zip'])
  expect(headers.get('content-disposition')).toMatch(
    /^attachment; filename="realword-cafe-da-serra-[\d-]+\.zip"$/,
  )
  expect(headers.get('cache-control')).toBe('no-store')
  expect(Number(headers.get('content-length'))).toBe(bytes.length)
  expect(made.size).toBe(bytes.length)
  const archive = await openArchive(() => fromBufferPromise(bytes))
  expect(archive.manifest.tables.reviews?.rows).toBe(2)

  const other = await aStore(it.database)
  const person = await aMember(it, other.storeId, 'owner')
  const { body: ready } = await uploadFile(it, person, other.storeId, 'archive', bytes, 'store.zip')
  expect(ready).toMatchObject({
    ...{ state: 'ready', table: null },
    archive: { store: 'Café da Serra', pictures: 0, rows: { reviews: 2, orders: 1 } },
  })
  const { tried, done } = await importFile(it, person, other.storeId, ready.id)
  expect(tried).toMatchObject({ state: 'tried', refused: 0 })
  expect(done).toMatchObject({ state: 'done', imported: tried.imported, problem: null })
  const { color, requests_paused } = await readStore(it.database, other.storeId)
  expect([color, requests_paused]).toEqual(['#335577', true])
  const rows = await it.database.query(sql`select from reviews where store_id = ${other.storeId}`)
  expect(rows).toHaveLength(2)

  // By now the store is not empty.
  const again = await uploadFile(it, person, other.storeId, 'archive', bytes, 'store.zip')
  const path = `/stores/${other.storeId}/imports/${again.body.id}`
  await person.send('POST', `${path}/trial`, asItIs)
  await it.runDue()
  expect((await person.send('GET', path)).body).toMatchObject({
    ...{ state: 'failed', problem: { what: expect.stringContaining('not empty') } },
  })
})

test('a file that is not an archive fails after its upload, and a broken archive in its trial', async () => {
  const other = await aStore(it.database)
  const person = await aMember(it, other.storeId, 'owner')
  const none = await uploadFile(it, person, other.storeId, 'archive', 'rating\n5\n'.repeat(9), 'store.zip')
  expect(none.body).toMatchObject({
    state: 'failed',
    problem: { what: expect.stringContaining('not a store archive') },
  })
  const { bytes } = await download(await exported())
  bytes.fill(0xff, bytes.indexOf('tables/reviews.ndjson') + 60, bytes.indexOf('tables/reviews.ndjson') + 70)
  const broken = await uploadFile(it, person, other.storeId, 'archive', bytes, 'store.zip')
  const path = `/stores/${other.storeId}/imports/${broken.body.id}`
  await person.send('POST', `${path}/trial`, asItIs)
  await it.runDue()
  expect((await person.send('GET', path)).body).toMatchObject({
    state: 'failed',
    problem: {
      what: expect.stringContaining('damaged'),
      damage: { name: 'zip', values: [expect.any(String)] },
    },
  })
})

test('a running export is returned instead of a second one; exports and downloads are in the history', async () => {
  const [one, two] = await Promise.all([
    owner.send('POST', exportsPath(), { kind: 'archive' }),
    owner.send('POST', exportsPath(), { kind: 'archive' }),
  ])
  expect(one.body.id).toBe(two.body.id)
  await it.runDue()
  await download(one.body.id)
  const history = await owner.send('GET', `/stores/${store.storeId}/history`)
  const actions = history.body.result.map(({ action }: { action: string }) => action)
  expect(actions.slice(0, 2)).toEqual(['download', 'export'])
  const list = await owner.send('GET', exportsPath())
  expect(list.body.result[0]).toMatchObject({ id: one.body.id, state: 'done' })
})

test.each([
  ['reviews', 'review_id', 2],
  ['questions', 'question_id', 0],
  ['answers', 'answer_id', 0],
] as const)('%s are exported separately, as a table', async (kind, column, rows) => {
  const { status, body } = await owner.send('POST', exportsPath(), { kind })
  expect([status, body.kind]).toEqual([201, kind])
  // Exports of different kinds are separate.
  const { body: whole } = await owner.send('POST', exportsPath(), { kind: 'archive' })
  expect(whole.id).not.toBe(body.id)
  expect((await owner.send('POST', exportsPath(), { kind })).body.id).toBe(body.id)
  await it.runDue()
  const made = (await owner.send('GET', `${exportsPath()}/${body.id}`)).body
  expect(made).toMatchObject({ state: 'done', kind, done: Math.max(rows, 1) })
  const { headers, bytes } = await download(body.id)
  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(headers.get('content-disposition')).toMatch(
    new RegExp(`^attachment; filename="realword-cafe-da-serra-${kind}-[\\d-]+\\.csv"$`),
  )
  expect(bytes.toString().startsWith(`\ufeff${column},`)).toBe(true)
  expect(bytes.toString().trimEnd().split('\r\n')).toHaveLength(1 + rows)
  const history = await owner.send('GET', `/stores/${store.storeId}/history`)
  const exported = history.body.result.filter(({ action }: { action: string }) => action === 'export')
  expect(exported.slice(0, 2).map(({ fields }: { fields: string[] }) => fields)).toEqual([[], [kind]])
})

test('an unknown kind of export is refused', async () => {
  for (const kind of ['orders', '', undefined])
    expect((await owner.send('POST', exportsPath(), { kind })).status).toBe(400)
})

describe('an export file is deleted', () => {
  const gone = async (id: string) => {
    expect((await download(id)).status).toBe(404)
    const { body } = await owner.send('GET', `${exportsPath()}/${id}`)
    expect(body.file_until).toBe(null)
  }

  test('when an owner deletes it, or cancels the export', async () => {
    const id = await exported()
    expect((await owner.send('DELETE', `${exportsPath()}/${id}`)).body.state).toBe('done')
    await gone(id)
    const { body } = await owner.send('POST', exportsPath(), { kind: 'archive' })
    expect((await owner.send('DELETE', `${exportsPath()}/${body.id}`)).body.state).toBe('cancelled')
    await it.runDue()
    await gone(body.id)
    const { result } = (await owner.send('GET', `/stores/${store.storeId}/history`)).body
    expect(result[0]).toMatchObject({ record: 'store', action: 'delete export', name: 'The owner' })
  })

  test('after a week, with all its parts', async () => {
    const id = await exported()
    expect(partsOf().some(name => String(name).includes('.part'))).toBe(true)
    await tidyStores(it.database, files, new Date(Date.now() + 8 * 86_400_000), (_message, error) => {
      throw error
    })
    await gone(id)
    expect(partsOf()).toEqual([])
  })

  test('when a person whom it may contain is erased', async () => {
    const id = await exported()
    const secrets = readSecrets({ SECRET: testSecret, DATA_DIR: '' })
    const shop = await readStore(it.database, store.storeId)
    await erasePerson(it.database, secrets, shop, 'zacarias@correio.example', new Date())
    await gone(id)
  })

  test('when a person is erased during the export, which restarts', async () => {
    const address = 'quiteria@correio.example'
    const order = anOrder({ order_id: 'another-order' })
    expect((await it.send('POST', '/orders', { headers: store.headers, body: order })).status).toBe(201)
    const product_id = order.products[0]?.product_id ?? ''
    await addReviews(it, store, aReview({ product_id, address, email: address }))
    const { body } = await owner.send('POST', exportsPath(), { kind: 'reviews' })
    const secrets = readSecrets({ SECRET: testSecret, DATA_DIR: '' })
    const shop = await readStore(it.database, store.storeId)
    const at = Date.now()
    const eraseFirst = async (name: string, bytes: Buffer) => {
      await erasePerson(it.database, secrets, shop, address, new Date(at))
      await files.put(name, bytes)
    }
    const turn = (pictures: typeof files) => {
      const places = { database: it.database, clock: () => at, pictures, address: () => it.url }
      const kept = createKeptFiles(pictures, secrets)
      return continueExport({ ...places, kept }, store.storeId, body.id, new AbortController().signal)
    }
    await turn({ ...files, put: eraseFirst })
    expect((await owner.send('GET', `${exportsPath()}/${body.id}`)).body).toMatchObject({ state: 'running' })
    await turn(files)
    const { status, bytes } = await download(body.id)
    expect(status).toBe(200)
    expect(bytes.toString()).not.toContain(address)
  })

  test('when the export ran during an erasure that was not yet committed', async () => {
    const address = 'genoveva@correio.example'
    await addProducts(it, store, { 'product-1': '' })
    await addReviews(it, store, aReview({ product_id: 'product-1', address, email: address }))
    const secrets = readSecrets({ SECRET: testSecret, DATA_DIR: '' })
    const shop = await readStore(it.database, store.storeId)
    const waiting = sql`
      select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`
    let erasing: Promise<unknown> | undefined
    const id = await it.database.transaction(async tx => {
      // The last write of an erasure.
      await tx.query(sql`lock table suppressions in share mode`)
      erasing = erasePerson(it.database, secrets, shop, address, new Date())
      await expect.poll(async () => (await it.database.query(waiting)).length).toBe(1)
      const made = await exported()
      expect((await download(made)).status).toBe(200)
      return made
    })
    await erasing
    await gone(id)
  })
})

test('a failing export is retried five times within an hour, and then fails', async () => {
  const { body } = await owner.send('POST', exportsPath(), { kind: 'archive' })
  const secrets = readSecrets({ SECRET: testSecret, DATA_DIR: '' })
  // A picture store that cannot be written to.
  const nowhere = picturesIn(join(folder, 'pictures', 'a-file'))
  writeFileSync(join(folder, 'pictures', 'a-file'), '')
  const start = Date.now()
  const turn = (minutes: number, pictures = nowhere, database = it.database) => {
    const clock = () => start + minutes * 60_000
    const kept = createKeptFiles(pictures, secrets)
    const places = { database, clock, pictures, kept, address: () => it.url }
    return continueExport(places, store.storeId, body.id, new AbortController().signal)
  }
  const state = async () => (await owner.send('GET', `${exportsPath()}/${body.id}`)).body
  // An unreachable database does not count as a failed attempt.
  const away = Object.assign(new Error('the database went away'), { code: '57P01' })
  const broken = { ...it.database, longTransaction: () => Promise.reject(away) }
  for (let time = 0; time < 9; time++) await expect(turn(0, files, broken)).rejects.toBe(away)
  for (const minutes of [0, 1, 5, 20]) {
    await expect(turn(minutes)).rejects.toThrow('picture store')
    // Nothing happens before the next attempt.
    await turn(minutes)
    expect(await state()).toMatchObject({ state: 'running', problem: null })
  }
  await expect(turn(60)).rejects.toThrow('picture store')
  expect(await state()).toMatchObject({
    ...{ state: 'failed', problem: { what: expect.stringMatching('five times') } },
  })
  await exported()
})

test('moderators and viewers may not export, and other stores have no exports to see', async () => {
  const id = await exported()
  for (const role of ['moderator', 'viewer'] as const) {
    const member = await aMember(it, store.storeId, role)
    for (const [method, address] of [
      ['GET', exportsPath()],
      ['POST', exportsPath()],
      ['GET', `${exportsPath()}/${id}`],
      ['DELETE', `${exportsPath()}/${id}`],
    ] as const)
      expect((await member.send(method, address)).status).toBe(403)
    expect((await download(id, member)).status).toBe(403)
  }
  const other = await aStore(it.database)
  const outsider = await aMember(it, other.storeId, 'owner')
  expect((await download(id, outsider)).status).toBe(404)
  for (const [method, end] of [
    ['GET', ''],
    ['DELETE', ''],
    ['GET', '/file'],
  ] as const) {
    const answer = await outsider.send(method, `/stores/${other.storeId}/exports/${id}${end}`)
    expect(answer.body.error_code).toBe(8141321)
  }
})
