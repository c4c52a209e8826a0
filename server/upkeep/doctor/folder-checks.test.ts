import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkDataFolder } from './folder-checks.ts'
import { checkModes } from './mode-check.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'realword-doctor-test-'))
})
afterEach(() => rmSync(dataDir, { recursive: true }))

test.each(['garbage', ''])('a folder whose version file contains %o is not PostgreSQL’s', version => {
  mkdirSync(join(dataDir, 'postgres'))
  writeFileSync(join(dataDir, 'postgres', 'PG_VERSION'), version)
  expect(checkDataFolder(dataDir, true)).toMatchObject({
    status: 'error',
    detail: expect.stringContaining('holds no PostgreSQL data'),
  })
})

test('the rest of a killed first start is a warning that says what to do', () => {
  mkdirSync(join(dataDir, 'postgres.new-7-1'))
  expect(checkDataFolder(dataDir, true)).toMatchObject({
    status: 'warning',
    detail: expect.stringMatching(/postgres\.new-7-1.*remove it/),
  })
})

test('a folder below a file is an error', () => {
  writeFileSync(join(dataDir, 'file'), '')
  expect(checkDataFolder(join(dataDir, 'file', 'data'), true)).toMatchObject({
    status: 'error',
    detail: expect.stringContaining('is not a folder'),
  })
})

test('of many files that other users can read, five are named, and all are closed', () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
  for (const name of names) {
    writeFileSync(join(dataDir, name), '')
    chmodSync(join(dataDir, name), 0o644)
  }
  const named = names.slice(0, 5).map(name => join(dataDir, name))
  expect(checkModes(dataDir, false)).toEqual({
    status: 'warning',
    detail: `other users of this machine can read ${named.join(', ')} and 2 more. Run: ./realword doctor --fix`,
  })
  expect(checkModes(dataDir, true).status).toBe('ok')
  expect(checkModes(dataDir, false).detail).toContain('no other user')
})
