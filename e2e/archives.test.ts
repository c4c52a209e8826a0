import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Check } from '../server/upkeep/doctor/check.ts'
import {
  checkout,
  cleanUp,
  readyDataDir,
  run,
  runJson,
  type Service,
  startService,
  temporaryFolder,
  waitFor,
} from './service.ts'
import { createStore, query } from './store.ts'

const rows = 20_000
let service: Service
let folder: string
let storeId: string
let zip: string
beforeAll(async () => {
  service = await startService({ dataDir: readyDataDir() })
  folder = temporaryFolder()
  zip = join(folder, 'store.zip')
  storeId = (await createStore(service)).store_id
  const file = join(folder, 'reviews.csv')
  const lines = Array.from({ length: rows }, (_, index) => `P-${index % 50},${1 + (index % 5)},Good ${index}`)
  writeFileSync(file, `product_id,rating,body\n${lines.join('\n')}\n`)
  await runJson(['review', 'import', '--store', storeId, file], service)
})
afterAll(cleanUp)

const countReviews = async (store: string) =>
  (await query(service.dataDir, 'select from reviews where store_id = $1', [store])).length

/** Runs a command, and kills it when `look` sees it at work. */
async function killed(args: string[], look: () => Promise<boolean>): Promise<void> {
  const child = spawn(join(checkout, 'realword'), args, {
    cwd: checkout,
    stdio: 'ignore',
    env: { PATH: process.env.PATH, DATA_DIR: service.dataDir },
  })
  const ended = once(child, 'exit')
  await waitFor('the middle of the work', look)
  child.kill('SIGKILL')
  const [, signal] = await ended
  expect(signal).toBe('SIGKILL')
}

test('an export is complete or absent, reports its content, and overwrites nothing', async () => {
  await killed(['store', 'export', storeId, zip], async () =>
    readdirSync(folder).some(name => name.startsWith('.store.zip.')),
  )
  expect(existsSync(zip)).toBe(false)
  const made = await runJson<Record<string, unknown>>(['store', 'export', storeId, zip], service)
  expect(made).toMatchObject({ file: zip, bytes: readFileSync(zip).length, pictures: 0 })
  expect(made.rows).toBeGreaterThan(2 * rows)
  const again = await run(['store', 'export', storeId, zip], service)
  expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('already exists')])
  const nowhere = await run(['store', 'export', storeId, join(folder, 'none', 'x.zip')], service)
  expect([nowhere.code, nowhere.stderr]).toEqual([1, expect.stringContaining('cannot be written')])
})

test('a killed import leaves nothing behind, and the next one imports everything', async () => {
  const { store_id } = await createStore(service)
  const args = ['store', 'import', store_id, zip]
  // Rows are being written, in a transaction that others cannot see.
  const writes = `select from pg_locks where relation = 'reviews'::regclass and mode = 'RowExclusiveLock'`
  await killed(args, async () => (await query(service.dataDir, writes)).length > 0)
  expect(await countReviews(store_id)).toBe(0)
  await waitFor('its transaction to end', async () => (await query(service.dataDir, writes)).length === 0)
  const restored = await runJson<{ rows: number }>(args, service)
  expect(restored.rows).toBeGreaterThan(2 * rows)
  expect(await countReviews(store_id)).toBe(rows)
  const { checks } = await runJson<{ checks: Check[] }>(['doctor'], service)
  expect(checks.find(({ name }) => name === 'ratings')).toMatchObject({ status: 'ok' })
  const second = await run(args, service)
  expect([second.code, second.stderr]).toEqual([1, expect.stringContaining('is not empty')])
})

test('reviews are exported as a file that can be imported, without overwriting one', async () => {
  const csv = join(folder, 'exported.csv')
  const args = ['review', 'export', '--store', storeId, csv]
  const made = await runJson<Record<string, unknown>>(args, service)
  expect(made).toEqual({ file: csv, bytes: readFileSync(csv).length, exported: rows })
  const again = await run(args, service)
  expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('already exists')])
  const { store_id } = await createStore(service)
  const report = await runJson(['review', 'import', '--store', store_id, csv], service)
  expect(report).toMatchObject({ imported: rows, skipped: 0, refused: [], unread: [], skipped_states: {} })
  const copy = join(folder, 'copy.csv')
  await runJson(['review', 'export', '--store', store_id, copy], service)
  expect(readFileSync(copy).equals(readFileSync(csv))).toBe(true)
  const questions = await runJson<{ exported: number }>(
    ['question', 'export', '--store', storeId, join(folder, 'questions.csv')],
    service,
  )
  expect(questions.exported).toBe(0)
  const nobody = await run(['review', 'export', '--store', 'nobody', join(folder, 'n.csv')], service)
  expect([nobody.code, existsSync(join(folder, 'n.csv'))]).toEqual([1, false])
})

test('a file that is not an archive exits with 1 and says what to use', async () => {
  const { store_id } = await createStore(service)
  for (const [file, why] of [
    [join(folder, 'missing.zip'), 'cannot be read'],
    [join(folder, 'reviews.csv'), 'not a store archive'],
  ] as const) {
    const { code, stderr } = await run(['store', 'import', store_id, file], service)
    expect([code, stderr]).toEqual([1, expect.stringContaining(why)])
    expect(stderr).not.toContain('    at ')
  }
})
