import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { insertReviews, readReview } from '../../answers/reviews/reviews.ts'
import type { Connection } from '../../foundation/database/connect.ts'
import { readSecrets } from '../../foundation/lib/secret.ts'
import { createKeptFiles, type KeptFiles } from '../../foundation/storage/files/kept-files.ts'
import { type AdminClient, aMember } from '../../test/admin.ts'
import { startTestApp, type TestApp, testSecret } from '../../test/app.ts'
import { occursAnywhere } from '../../test/database/dump.ts'
import { besideChange } from '../../test/database/locks.ts'
import { surveys } from '../../test/exchange/imports.ts'
import { asItIs, uploadFile } from '../../test/exchange/transfers.ts'
import { aReview } from '../../test/factories.ts'
import { picturesIn } from '../../test/media/pictures.ts'
import { by } from '../../test/reading.ts'
import { aStore } from '../../test/users.ts'
import { readErased } from './erased.ts'
import { importReviews } from './imports.ts'
import { continueImport } from './uploads/run-import.ts'

const email = 'Zenobia@Correio.Example'
const secrets = readSecrets({ SECRET: testSecret, DATA_DIR: '' })
const folder = mkdtempSync(join(tmpdir(), 'realword-erased-'))
const pictures = picturesIn(folder)
let it: TestApp
let storeId: string
let owner: AdminClient
beforeAll(async () => {
  it = await startTestApp({ DATA_DIR: folder, SIGN_IN_RATE_LIMIT: '100000' })
})
beforeEach(async () => {
  storeId = (await aStore(it.database)).storeId
  owner = await aMember(it, storeId, 'owner')
})
afterAll(async () => {
  await it.close()
  rmSync(folder, { recursive: true })
})

const header = 'product_id,rating,body,author,email\n'
const others = (count: number, first: number) =>
  Array.from({ length: count }, (_, row) => `P-1,5,Row ${first + row},Bia,bia@correio.example\n`).join('')
const theirs = (body: string) => `P-1,5,${body},Zenobia,${email}\n`
const refused = `P-1,0,No stars,Zenobia,${email}\nP-1,${email},No number,Zenobia,${email}\n`

const erase = () => owner.send('POST', `/stores/${storeId}/people/erase`, { email })

/** Two halves of a file. The second is read when the test opens the gate. */
function aGate() {
  let open = () => {}
  const opened = new Promise<void>(resolve => {
    open = resolve
  })
  return { open: () => open(), opened }
}

async function running(first: string, second: string) {
  const upload = await uploadFile(it, owner, storeId, 'review', first + second, 'Zenobia.csv')
  const path = `/stores/${storeId}/imports/${upload.body.id}`
  await owner.send('POST', `${path}/trial`, asItIs)
  await it.runDue()
  await owner.send('POST', `${path}/run`)
  const gate = aGate()
  const kept = createKeptFiles(pictures, secrets)
  let readings = 0
  const read: KeptFiles['read'] = async function* () {
    readings++
    yield Buffer.from(first)
    if (readings > surveys) await gate.opened
    yield Buffer.from(second)
  }
  const places = {
    address: () => 'https://reviews.example',
    database: it.database,
    clock: Date.now,
    secrets,
    pictures,
    kept: { ...kept, read },
  }
  const done = continueImport(places, storeId, upload.body.id, new AbortController().signal)
  const rowsDone = async () => (await owner.send('GET', path)).body.rows_done as number
  await expect.poll(rowsDone).toBeGreaterThanOrEqual(500)
  return { path, gate, done }
}

async function countReviews(): Promise<number> {
  const [row] = await it.database.query<{ count: number }>(sql`
    select count(*)::integer as count
    from reviews
    where store_id = ${storeId}`)
  return row?.count ?? 0
}

test.each([
  ['known before', theirs('Before'), 1601],
  ['in rows to come alone', '', 1600],
])('a running import does not bring an erased person back: %s', async (_when, before, reviews) => {
  const { path, gate, done } = await running(
    header + before + others(1_100, 0),
    theirs('After') + refused + others(500, 1_100),
  )
  const erased = await erase()
  expect(erased.status).toBe(200)
  const meanwhile = (await owner.send('GET', path)).body
  expect(meanwhile).toMatchObject({ state: 'running', file_name: '', table: null })
  gate.open()
  await done
  expect(await countReviews()).toBe(reviews)
  expect((await owner.send('GET', path)).body).toMatchObject({ state: 'done', imported: reviews, refused: 2 })
  expect(await occursAnywhere(it.database, 'zenobia', storeId)).toBe(false)
})

test('nor does an import that a command runs', async () => {
  const gate = aGate()
  let readings = 0
  async function* bytes() {
    readings++
    yield Buffer.from(header + theirs('Before') + others(1_100, 0))
    if (readings > surveys) await gate.opened
    yield Buffer.from(theirs('After'))
  }
  const importing = importReviews(it.database, Date.now, storeId, bytes, { secrets })
  await expect.poll(countReviews).toBeGreaterThanOrEqual(500)
  expect((await erase()).status).toBe(200)
  gate.open()
  expect(await importing).toMatchObject({ imported: 1_101, skipped: 1 })
  expect(await occursAnywhere(it.database, 'zenobia', storeId)).toBe(false)
})

test('erasing a person ends a pending import and hides its file', async () => {
  const upload = await uploadFile(it, owner, storeId, 'review', header + theirs('Text'), 'Zenobia.csv')
  expect(upload.body.state).toBe('ready')
  expect((await erase()).status).toBe(200)
  const path = `/stores/${storeId}/imports/${upload.body.id}`
  expect((await owner.send('GET', path)).body).toMatchObject({
    state: 'cancelled',
    file_name: '',
    table: null,
  })
  expect((await owner.send('POST', `${path}/trial`, asItIs)).status).toBe(409)
  expect(await occursAnywhere(it.database, 'zenobia', storeId)).toBe(false)
})

test('an erasure waits for a batch that is being written, and finds its rows', async () => {
  const { database } = it
  const review = aReview({ product_id: 'P-1', email, address: email.toLowerCase() })
  const batch = async (tx: Connection) => {
    await readErased(tx, storeId, { secrets, since: new Date() })
    await insertReviews(tx, storeId, [review], { ...by, action: 'create' })
  }
  const erased = await besideChange(database, batch, erase)
  expect(erased.body).toMatchObject({ erased: { reviews: 1 } })
  expect((await readReview(database, storeId, review.id)).address).toBe(null)
})
