import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { textsIn } from '../texts/texts.ts'
import { catalogue, type ErrorName } from './codes.ts'

const page = readFileSync(join(import.meta.dirname, '../../../docs/reference/errors.md'), 'utf8')
const rows = page.split('\n').filter(line => /^\| \d/.test(line))

test('docs/reference/errors.md lists every error with its status, code, message and remedy, and no other', () => {
  const expected = Object.entries(catalogue).map(
    ([name, { status, error_code, message }]) =>
      `| ${status} | ${error_code} | ${message} | ${textsIn('errors', 'en').errors[name as ErrorName]} |`,
  )
  expect(expected.length).toBeGreaterThan(60)
  expect([...rows].sort()).toEqual([...expected].sort())
})

test('docs/reference/errors.md lists errors by status, then by code', () => {
  const keys = rows.map(row => row.split('|').slice(1, 3).map(Number))
  const inOrder = [...keys].sort(([a = 0, b = 0], [c = 0, d = 0]) => a - c || b - d)
  expect(keys).toEqual(inOrder)
})
