import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { partSize } from '../server/foundation/storage/files/kept-files.ts'
import { times } from '../server/test/factories.ts'
import type { Check } from '../server/upkeep/doctor/check.ts'
import {
  cleanUp,
  readyDataDir,
  runJson,
  type Service,
  startService,
  temporaryFolder,
  waitFor,
} from './service.ts'
import { createStore, type Held, hold, query } from './store.ts'

const rows = 16_000
const dataDir = readyDataDir()
let service: Service
let storeId: string
let cookie: string
beforeAll(async () => {
  service = await startService({ dataDir })
  storeId = (await createStore(service)).store_id
  cookie = await signIn('ana@shop.example')
})
afterAll(cleanUp)

const headers = { 'x-realword-page': '1', 'content-type': 'application/json' }

/** Creates an owner of the store. */
async function signIn(email: string): Promise<string> {
  const args = ['user', 'create', '--email', email, '--name', 'Ana', '--store', storeId]
  const { link } = await runJson<{ link: string }>([...args, '--role', 'owner'], { dataDir })
  const password = 'correct horse battery'
  const post = (path: string, body: object) =>
    fetch(`${service.url}/admin/api${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  expect((await post('/password', { token: link.split('#reset=')[1], password })).status).toBe(204)
  const signedIn = await post('/session', { email, password })
  return signedIn.headers
    .getSetCookie()
    .map(one => one.split(';')[0])
    .join('; ')
}

type Answer = { id: string; state: string; imported: number; skipped: number; refused: number; size: number }

async function send(method: string, path: string, body?: object | Uint8Array): Promise<Answer> {
  const sent = body instanceof Uint8Array ? body : body && JSON.stringify(body)
  const answer = await fetch(`${service.url}/admin/api/stores/${storeId}${path}`, {
    method,
    headers: { ...headers, cookie },
    ...(sent !== undefined && { body: sent as string }),
  })
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as Answer
}

async function upload(content: string | Buffer, kind = 'review'): Promise<string> {
  const bytes = Buffer.from(content)
  const { id } = await send('POST', '/imports', { kind, file_name: 'a.csv', size: bytes.length })
  for (let number = 0; number * partSize < bytes.length; number++)
    await send(
      'PUT',
      `/imports/${id}/parts/${number}`,
      bytes.subarray(number * partSize, (number + 1) * partSize),
    )
  return id
}

/** Locks the row that every review of the product changes. Adds a first review before. */
async function holdProduct(productId: string): Promise<Held> {
  const file = join(temporaryFolder(), 'held.csv')
  writeFileSync(file, `product_id,rating\n${productId},5\n`)
  await runJson(['review', 'import', '--store', storeId, file], { dataDir })
  const text = 'select from rating_summaries where store_id = $1 and product_id = $2 for update'
  return await hold(dataDir, text, [storeId, productId])
}

const isIn = async (path: string, state: string) => (await send('GET', path)).state === state

const countReviews = async () =>
  (await query(dataDir, 'select from reviews where store_id = $1', [storeId])).length

async function kill(): Promise<void> {
  service.kill('SIGKILL')
  await service.ended
}

let imported: string

test('an import resumes after the service is killed between two batches, and imports each row once', async () => {
  // Equal rows are numbered, so a resumed import must count them as before.
  const lines = times(rows, index => `P-${index % 20},${1 + (index % 6)},Good ${index % 900}`)
  lines[rows / 2] = 'HELD,4,In the middle'
  const path = `/imports/${await upload(`product_id,rating,body\n${lines.join('\n')}\n`)}`
  imported = path
  await send('POST', `${path}/trial`, { columns: {}, dates: null, scale: 5 })
  await waitFor('the trial', () => isIn(path, 'tried'))
  const tried = await send('GET', path)
  const held = await holdProduct('HELD')
  await send('POST', `${path}/run`)
  const isNextInserted = async () =>
    (
      await query(
        dataDir,
        `select from pg_stat_activity where state = 'idle in transaction' and query like '%insert into audit_log%'`,
        [],
      )
    ).length > 0
  const isInTheMiddle = async () =>
    (await held.isAwaited()) && (await isNextInserted()) && (await countReviews()) > 1
  await waitFor('the row that is held', isInTheMiddle, 120_000)
  await kill()
  const before = await countReviews()
  expect(before).toBeLessThan(tried.imported)
  await held.release()
  service = await startService({ dataDir })
  await waitFor('the import', () => isIn(path, 'done'), 120_000)
  const done = await send('GET', path)
  const counts = ({ imported, skipped, refused }: Answer) => ({ imported, skipped, refused })
  expect(counts(done)).toEqual(counts(tried))
  expect(done.imported + done.refused).toBe(rows)
  expect(await countReviews()).toBe(done.imported + 1)
  const { checks } = await runJson<{ checks: Check[] }>(['doctor'], { dataDir })
  expect(checks.find(({ name }) => name === 'ratings')).toMatchObject({ status: 'ok' })
})

test('a killed export restarts, and leaves nothing of the first attempt', async () => {
  const { id } = await send('POST', '/exports', { kind: 'archive' })
  await waitFor('its first rows', async () => {
    const [row] = await query<{ done: string }>(dataDir, 'select done from exports where id = $1', [id])
    return Number(row?.done) > 0
  })
  await kill()
  service = await startService({ dataDir })
  await waitFor('the export', () => isIn(`/exports/${id}`, 'done'), 120_000)
  const file = await fetch(`${service.url}/admin/api/stores/${storeId}/exports/${id}/file`, {
    headers: { cookie },
  })
  const bytes = Buffer.from(await file.arrayBuffer())
  expect(bytes.length).toBe((await send('GET', `/exports/${id}`)).size)
  expect(bytes.subarray(0, 2).toString()).toBe('PK')
  const [row] = await query<{ file_id: string; parts: number }>(
    dataDir,
    'select file_id, parts from exports where id = $1',
    [id],
  )
  const parts = readdirSync(join(dataDir, 'pictures'), { recursive: true }).map(String)
  const imported = await query<{ id: string }>(dataDir, 'select id from imports')
  const known = [row?.file_id ?? '?', ...imported.map(one => one.id)]
  const unknown = parts.filter(name => name.endsWith('.part') && !known.some(one => name.includes(one)))
  expect(unknown).toEqual([])
  const ofExports = parts.filter(name => name.endsWith('.part') && name.includes(row?.file_id ?? '?'))
  expect(ofExports.length).toBe(row?.parts)
  expect(readFileSync(join(dataDir, 'pictures', ofExports[0] ?? '')).includes('Good')).toBe(false)
  await send('DELETE', `/exports/${id}`)
})

test('undoing an import resumes after the service is killed midway, and leaves only other reviews', async () => {
  const before = await countReviews()
  const held = await hold(
    dataDir,
    'select from rating_summaries where store_id = $1 and product_id = $2 for update',
    [storeId, 'HELD'],
  )
  await send('POST', `${imported}/undo`)
  const isInTheMiddle = async () => (await held.isAwaited()) && (await countReviews()) < before
  await waitFor('the row that is held', isInTheMiddle, 120_000)
  await kill()
  expect(await countReviews()).toBeGreaterThan(1)
  await held.release()
  service = await startService({ dataDir })
  await waitFor('the undoing', () => isIn(imported, 'undone'), 120_000)
  expect(await countReviews()).toBe(1)
  const { checks } = await runJson<{ checks: Check[] }>(['doctor'], { dataDir })
  expect(checks.find(({ name }) => name === 'ratings')).toMatchObject({ status: 'ok' })
})

test('an archive whose restore is killed is never partly visible, and is restored completely afterwards', async () => {
  const folder = temporaryFolder()
  const lines = times(2_000, index => `P-${index % 20},${1 + (index % 5)},Good ${index}`)
  writeFileSync(join(folder, 'a.csv'), `product_id,rating,body\n${lines.join('\n')}\n`)
  const from = (await createStore(service)).store_id
  await runJson(['review', 'import', '--store', from, join(folder, 'a.csv')], { dataDir })
  await runJson(['store', 'export', from, join(folder, 'a.zip')], { dataDir })
  storeId = (await createStore(service)).store_id
  cookie = await signIn('bia@shop.example')
  const path = `/imports/${await upload(readFileSync(join(folder, 'a.zip')), 'archive')}`
  await send('POST', `${path}/trial`, { columns: {}, dates: null })
  await waitFor('the trial', () => isIn(path, 'tried'))
  // Blocks writes to a table that comes after the reviews.
  const held = await hold(dataDir, 'lock table imported_rows in share mode', [])
  await send('POST', `${path}/run`)
  await waitFor('the table that is held', held.isAwaited)
  expect(await countReviews()).toBe(0)
  await kill()
  await held.release()
  expect(await countReviews()).toBe(0)
  service = await startService({ dataDir })
  await waitFor(
    'the import',
    async () => {
      expect([0, lines.length]).toContain(await countReviews())
      return await isIn(path, 'done')
    },
    120_000,
  )
  expect(await countReviews()).toBe(lines.length)
  const { checks } = await runJson<{ checks: Check[] }>(['doctor'], { dataDir })
  expect(checks.find(({ name }) => name === 'ratings')).toMatchObject({ status: 'ok' })
})
