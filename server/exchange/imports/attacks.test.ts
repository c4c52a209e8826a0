import { createWriteStream, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ZipFile } from 'yazl'
import { readSecrets } from '../../foundation/lib/secret.ts'
import { createKeptFiles, partSize } from '../../foundation/storage/files/kept-files.ts'
import { type AdminClient, aMember } from '../../test/admin.ts'
import { startTestApp, type TestApp, testSecret } from '../../test/app.ts'
import { aFile, importText } from '../../test/exchange/imports.ts'
import { asItIs, uploadFile } from '../../test/exchange/transfers.ts'
import { changeSettings } from '../../test/hearing.ts'
import { picturesIn } from '../../test/media/pictures.ts'
import { aStore } from '../../test/users.ts'
import { writeArchive } from '../archives/write-archive.ts'
import { continueImport } from './uploads/run-import.ts'

const secrets = readSecrets({ SECRET: testSecret, DATA_DIR: '' })
const folder = mkdtempSync(join(tmpdir(), 'realword-attacks-'))
const files = picturesIn(folder)
let it: TestApp
let storeId: string
let owner: AdminClient & { userId: string }
beforeAll(async () => {
  it = await startTestApp({ DATA_DIR: folder, SIGN_IN_RATE_LIMIT: '100000' })
})
afterAll(async () => {
  await it.close()
  rmSync(folder, { recursive: true })
})
beforeEach(async () => {
  storeId = (await aStore(it.database)).storeId
  owner = await aMember(it, storeId, 'owner')
})

const at = (path: string) => `/stores/${storeId}${path}`

async function countReviews(): Promise<number> {
  return (await it.database.query(sql`select from reviews where store_id = ${storeId}`)).length
}

async function tried(kind: string, bytes: Buffer | string, who = owner): Promise<string> {
  const { body } = await uploadFile(it, who, storeId, kind, bytes, 'a-file')
  await who.send('POST', at(`/imports/${body.id}/trial`), asItIs)
  await it.runDue()
  return body.id
}

describe('an import that an owner started', () => {
  /** An import and an export, both running. */
  async function begun(who: AdminClient & { userId: string }) {
    const id = await tried('review', aFile({ body: 'one' }, { body: 'two' }), who)
    expect((await who.send('POST', at(`/imports/${id}/run`))).body.state).toBe('running')
    const { body } = await who.send('POST', at('/exports'), { kind: 'archive' })
    return [at(`/imports/${id}`), at(`/exports/${body.id}`)] as const
  }

  test.each([
    ['when they become a viewer', 'PATCH', { role: 'viewer' }, 403],
    ['when they are removed', 'DELETE', undefined, 404],
  ] as const)('finishes %s, and is hidden from them', async (_when, method, body, status) => {
    const other = await aMember(it, storeId, 'owner')
    const paths = await begun(other)
    expect((await owner.send(method, at(`/members/${other.userId}`), body)).status).toBeLessThan(300)
    await it.runDue()
    for (const path of paths) {
      expect((await owner.send('GET', path)).body).toMatchObject({ state: 'done', problem: null })
      expect((await other.send('GET', path)).status).toBe(status)
    }
    expect(await countReviews()).toBe(2)
    expect((await other.send('GET', `${paths[1]}/file`)).status).toBe(status)
    expect((await owner.send('GET', `${paths[1]}/file`)).status).toBe(200)
  })

  test('finishes when the store is deactivated meanwhile', async () => {
    const paths = await begun(owner)
    await changeSettings(it, storeId, { active: false }, { at: new Date(), actor: 'command' })
    await it.runDue()
    for (const path of paths) expect((await owner.send('GET', path)).body.state).toBe('done')
  })
})

test('uploading one archive twice at once restores it once', async () => {
  const from = (await aStore(it.database)).storeId
  const rows = Array.from({ length: 300 }, (_, row) => ({ product_id: `P-${row % 7}`, body: `Good ${row}` }))
  await importText(it, from, aFile(...rows))
  const zip = join(folder, 'store.zip')
  await writeArchive(it.database, files, from, new Date(), createWriteStream(zip))
  const ids = [await tried('archive', readFileSync(zip)), await tried('archive', readFileSync(zip))]
  for (const id of ids) await owner.send('POST', at(`/imports/${id}/run`))
  const kept = createKeptFiles(files, secrets)
  const places = {
    address: () => 'https://reviews.example',
    secrets,
    database: it.database,
    clock: Date.now,
    pictures: files,
    kept,
  }
  await Promise.all(ids.map(id => continueImport(places, storeId, id, new AbortController().signal)))
  const ended = await Promise.all(ids.map(async id => (await owner.send('GET', at(`/imports/${id}`))).body))
  expect(ended.map(({ state }) => state).sort()).toEqual(['done', 'failed'])
  const [failed] = ended.filter(({ state }) => state === 'failed')
  expect(failed.problem.what).toContain('not empty')
  expect(await countReviews()).toBe(rows.length)
})

test('an archive that states too many files is refused before its list is read', async () => {
  const zip = new ZipFile()
  zip.addBuffer(Buffer.from('{}'), 'manifest.json')
  zip.end({ forceZip64Format: true, comment: '' })
  const bytes = await buffer(zip.outputStream)
  // The end of a ZIP64: the number of entries on this disk, and of all.
  const end = bytes.lastIndexOf('PK\u0006\u0006', undefined, 'latin1')
  for (const offset of [24, 32]) bytes.writeBigUInt64LE(500_001n, end + offset)
  const { body } = await uploadFile(it, owner, storeId, 'archive', bytes)
  expect(body).toMatchObject({
    state: 'failed',
    problem: { damage: { name: 'entries' }, what: expect.stringContaining('it lists 500001 files') },
  })
})

test('an archive that unpacks without end is refused before it is unpacked', async () => {
  const zip = new ZipFile()
  zip.addBuffer(Buffer.alloc(200 * 1024 * 1024), 'manifest.json')
  zip.end()
  const bytes = await buffer(zip.outputStream)
  const { body } = await uploadFile(it, owner, storeId, 'archive', bytes)
  expect(body).toMatchObject({ state: 'failed', problem: { damage: { name: 'bomb' } } })
  // The same archive, whose entry states a small size.
  const entry = bytes.lastIndexOf('PK\u0001\u0002', undefined, 'latin1')
  bytes.writeUInt32LE(1_000, entry + 24)
  const { body: lie } = await uploadFile(it, owner, storeId, 'archive', bytes)
  expect(lie).toMatchObject({ state: 'failed', problem: { damage: { name: 'zip' } } })
})

describe('an upload', () => {
  test('with an endless part is cut off', async () => {
    const begun = await owner.send('POST', at('/imports'), {
      ...{ kind: 'review', file_name: 'a.csv', size: 2 * partSize },
    })
    const endless = new ReadableStream({ pull: stream => stream.enqueue(Buffer.alloc(64 * 1024)) })
    const answer = await fetch(`${it.url}/admin/api${at(`/imports/${begun.body.id}/parts/0`)}`, {
      method: 'PUT',
      headers: { cookie: owner.cookies(), origin: it.url, 'x-realword-page': '1' },
      body: endless,
      duplex: 'half',
    } as RequestInit).then(
      ({ status }) => status,
      () => 'closed',
    )
    expect([413, 'closed']).toContain(answer)
    expect((await owner.send('GET', at(`/imports/${begun.body.id}`))).body.parts).toBe(0)
  })

  test('that drips is ended with its connection', () => {
    expect(it.app.server.requestTimeout).toBeGreaterThan(0)
    expect(it.app.server.requestTimeout).toBeLessThanOrEqual(180_000)
  })
})
