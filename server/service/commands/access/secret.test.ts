import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readSecretFiles, replaceSecretFile } from '../../../foundation/lib/secret-files.ts'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { besideChange } from '../../../test/database/locks.ts'
import { replaceFile } from './secret.ts'

const DATA_DIR = mkdtempSync(join(tmpdir(), 'realword-secret-'))
let it: TestApp
beforeAll(async () => {
  it = await startTestApp()
})
afterAll(async () => {
  await it.close()
  rmSync(DATA_DIR, { recursive: true })
})

// The second one would take the new secret for the previous one, and no process would know what the first one encrypts.
test('of two processes that replace a secret at once, the second one waits, and leaves the new one', async () => {
  const { current: first } = readSecretFiles(DATA_DIR)
  const replace = async (tx: { query: TestApp['database']['query'] }) => {
    await tx.query(sql`select pg_advisory_xact_lock(7267047)`)
    replaceSecretFile(DATA_DIR)
  }
  await besideChange(it.database, replace, () => replaceFile(it.database, { DATA_DIR }))
  expect(readSecretFiles(DATA_DIR).previous).toBe(first)
})

test('a secret is replaced while no service runs', async () => {
  rmSync(join(DATA_DIR, 'secret.previous'), { force: true })
  const before = readFileSync(join(DATA_DIR, 'secret'), 'utf8')
  await replaceFile(it.database, { DATA_DIR })
  expect(readFileSync(join(DATA_DIR, 'secret.previous'), 'utf8')).toBe(before)
  expect(readFileSync(join(DATA_DIR, 'secret'), 'utf8')).not.toBe(before)
})
