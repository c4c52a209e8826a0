import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Problem } from './problem.ts'
import { readSecrets, sign } from './secret.ts'

let DATA_DIR: string
beforeEach(() => {
  DATA_DIR = join(mkdtempSync(join(tmpdir(), 'realword-secret-')), 'data')
})
afterEach(() => rmSync(join(DATA_DIR, '..'), { recursive: true }))

test('is created once, readable by its owner alone, and the same at every start', () => {
  const first = readSecrets({ DATA_DIR })
  expect(first.current.length).toBeGreaterThanOrEqual(43)
  expect(readSecrets({ DATA_DIR })).toEqual(first)
  expect(readdirSync(DATA_DIR)).toEqual(['secret'])
  expect(statSync(join(DATA_DIR, 'secret')).mode & 0o777).toBe(0o600)
})

test('of the settings overrides the one of the data folder, and the previous one is still recognised', () => {
  const [SECRET, SECRET_PREVIOUS] = ['n'.repeat(32), 'o'.repeat(32)]
  expect(readSecrets({ SECRET, SECRET_PREVIOUS, DATA_DIR })).toEqual({
    current: SECRET,
    all: [SECRET, SECRET_PREVIOUS],
  })
})

test('whose file is damaged stops the start, and is left unchanged', () => {
  readSecrets({ DATA_DIR })
  writeFileSync(join(DATA_DIR, 'secret'), 'short')
  expect(() => readSecrets({ DATA_DIR })).toThrow(Problem)
})

test('derives another key for each purpose', () => {
  const secret = 's'.repeat(32)
  expect(sign(secret, 'a', 'text')).not.toEqual(sign(secret, 'b', 'text'))
  expect(sign(secret, 'a', 'text')).toEqual(sign(secret, 'a', 'text'))
})
