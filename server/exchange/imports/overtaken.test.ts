import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readSecrets } from '../../foundation/lib/secret.ts'
import { createKeptFiles, type KeptFiles } from '../../foundation/storage/files/kept-files.ts'
import { type AdminClient, aMember } from '../../test/admin.ts'
import { startTestApp, type TestApp, testSecret } from '../../test/app.ts'
import { surveys } from '../../test/exchange/imports.ts'
import { asItIs, uploadFile } from '../../test/exchange/transfers.ts'
import { picturesIn } from '../../test/media/pictures.ts'
import { aStore } from '../../test/users.ts'
import { continueImport } from './uploads/run-import.ts'

const secrets = readSecrets({ SECRET: testSecret, DATA_DIR: '' })
const folder = mkdtempSync(join(tmpdir(), 'realword-overtaken-'))
const pictures = picturesIn(folder)
const kept = createKeptFiles(pictures, secrets)
let it: TestApp
let storeId: string
let owner: AdminClient
beforeAll(async () => {
  it = await startTestApp({ DATA_DIR: folder, SIGN_IN_RATE_LIMIT: '100000' })
})
beforeEach(async () => {
  it.setNow(Date.now())
  storeId = (await aStore(it.database)).storeId
  owner = await aMember(it, storeId, 'owner')
})
afterAll(async () => {
  await it.close()
  rmSync(folder, { recursive: true })
})

/** Uploads a file and starts its trial. Resolves with the path of its import. */
async function tried(rows: number): Promise<string> {
  const lines = Array.from({ length: rows }, (_, row) => `P-1,5,The ${row}th of them`)
  const { body } = await uploadFile(
    it,
    owner,
    storeId,
    'review',
    `product_id,rating,body\n${lines.join('\n')}\n`,
  )
  const path = `/stores/${storeId}/imports/${body.id}`
  await owner.send('POST', `${path}/trial`, asItIs)
  await it.runDue()
  return path
}

/** A worker that reads half of the file at once, and the rest after `resume`. */
function aWorker(id: string) {
  const resumed = Promise.withResolvers<void>()
  let readings = 0
  const read: KeptFiles['read'] = async function* (fileId, parts) {
    readings++
    for await (const bytes of kept.read(fileId, parts)) {
      // Half of 4,000 rows are two batches of 1,000.
      const first = bytes.length / 2
      yield bytes.subarray(0, first)
      if (readings > surveys) await resumed.promise
      yield bytes.subarray(first)
    }
  }
  const places = {
    address: () => 'https://reviews.example',
    secrets,
    database: it.database,
    clock: Date.now,
    pictures,
    kept: { ...kept, read },
  }
  const done = continueImport(places, storeId, id, new AbortController().signal)
  return { done, resume: resumed.resolve }
}

test('a worker that lost the import to another worker stops writing', async () => {
  const path = await tried(4_000)
  await owner.send('POST', `${path}/run`)
  const id = path.slice(path.lastIndexOf('/') + 1)
  const rowsDone = async () => (await owner.send('GET', path)).body.rows_done as number
  const slow = aWorker(id)
  await expect.poll(rowsDone).toBeGreaterThanOrEqual(500)
  // Another worker has taken over, and has reached the last row but one.
  await it.database.query(sql`
    update imports
    set rows_done = 3999
    where store_id = ${storeId} and id = ${id}`)
  const before = await countReviews()
  slow.resume()
  await slow.done
  expect([await countReviews(), await rowsDone()]).toEqual([before, 3999])
})

async function countReviews(): Promise<number> {
  const [row] = await it.database.query<{ count: number }>(sql`
    select count(*)::integer as count
    from reviews
    where store_id = ${storeId}`)
  return row?.count ?? 0
}

test('an expired file can be neither tried nor imported, even before it is deleted', async () => {
  const path = await tried(1)
  const { file_until } = (await owner.send('GET', path)).body
  const at = async (now: number, end: string, body?: object) => {
    it.setNow(now)
    return (await owner.send('POST', `${path}/${end}`, body)).status
  }
  const over = Date.parse(file_until)
  expect(await at(over, 'trial', asItIs)).toBe(409)
  expect(await at(over, 'run')).toBe(409)
  expect(await at(over - 1, 'run')).toBe(200)
})
