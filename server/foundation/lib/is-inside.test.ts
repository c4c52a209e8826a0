import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { isInside } from './is-inside.ts'

const folder = mkdtempSync(join(tmpdir(), 'realword-inside-'))
afterAll(() => rmSync(folder, { recursive: true }))
mkdirSync(join(folder, 'data/deep'), { recursive: true })
mkdirSync(join(folder, 'data-2'))
symlinkSync(join(folder, 'data'), join(folder, 'link'))
symlinkSync(join(folder, 'data/deep'), join(folder, 'deep-link'))

test.each([
  ['data', 'data', true],
  ['data/deep', 'data', true],
  ['data/missing/too', 'data', true],
  ['link/missing', 'data', true],
  ['deep-link', 'link', true],
  ['data-2', 'data', false],
  ['data', 'data/deep', false],
  ['missing', 'data', false],
  ['missing/deep', 'missing', true],
])('%s is inside %s: %s', (path, of, inside) => {
  expect(isInside(join(folder, path), join(folder, of))).toBe(inside)
})
