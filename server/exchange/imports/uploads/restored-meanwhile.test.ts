import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readSecrets } from '../../../foundation/lib/secret.ts'
import { erasureLock } from '../../../foundation/personal-data/erasure-lock.ts'
import { createKeptFiles } from '../../../foundation/storage/files/kept-files.ts'
import { aMember } from '../../../test/admin.ts'
import { startTestApp, type TestApp, testSecret } from '../../../test/app.ts'
import { besideLock } from '../../../test/database/locks.ts'
import { asItIs, uploadFile } from '../../../test/exchange/transfers.ts'
import { aReview } from '../../../test/factories.ts'
import { picturesIn } from '../../../test/media/pictures.ts'
import { addProducts, addReviews } from '../../../test/reading.ts'
import { aStore } from '../../../test/users.ts'
import { writeArchive } from '../../archives/write-archive.ts'
import { continueImport } from './run-import.ts'

const folder = mkdtempSync(join(tmpdir(), 'realword-restored-'))
const pictures = picturesIn(folder)
const secrets = readSecrets({ SECRET: testSecret, DATA_DIR: '' })
let it: TestApp
beforeAll(async () => {
  it = await startTestApp({ DATA_DIR: folder, SIGN_IN_RATE_LIMIT: '100000' })
})
afterAll(async () => {
  await it.close()
  rmSync(folder, { recursive: true })
})

async function anArchive(): Promise<Buffer> {
  const store = await aStore(it.database)
  await addProducts(it, store, { 'product-1': 'S' })
  await addReviews(it, store, aReview())
  const archive = new PassThrough()
  const bytes = buffer(archive)
  await writeArchive(it.database, pictures, store.storeId, new Date(), archive)
  return await bytes
}

test('a restore that ends during an erasure fails, and does not wait for it', async () => {
  const { storeId } = await aStore(it.database)
  const owner = await aMember(it, storeId, 'owner')
  const { body } = await uploadFile(it, owner, storeId, 'archive', await anArchive(), 'a.zip')
  const path = `/stores/${storeId}/imports/${body.id}`
  const { database } = it
  const kept = createKeptFiles(pictures, secrets)
  const service = { database, pictures, kept, secrets, clock: Date.now, address: () => it.url }
  const work = () => continueImport(service, storeId, body.id, new AbortController().signal)
  await owner.send('POST', `${path}/trial`, asItIs)
  await work()
  await owner.send('POST', `${path}/run`)
  // What the erasure has written is not committed, so the restore cannot see whom it erases.
  await besideLock(database, sql`select pg_advisory_xact_lock(${erasureLock(storeId)})`, work)
  expect((await owner.send('GET', path)).body).toMatchObject({
    state: 'failed',
    problem: { what: expect.stringContaining('A person was erased') },
  })
  expect(await database.query(sql`select from reviews where store_id = ${storeId}`)).toHaveLength(0)
})
