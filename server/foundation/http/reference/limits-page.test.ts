import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { limitsOf } from '../../../test/requests/limits.ts'

const page = readFileSync(new URL('../../../../docs/reference/limits.md', import.meta.url), 'utf8')

let service: TestApp
beforeAll(async () => {
  service = await startTestApp()
})
afterAll(() => service.close())

// A limit that changes by mistake breaks a published promise. The page is written by hand and decides.
test.each([
  ['The API of a store', '/openapi.json', 50],
  ['The management API', '/manage/openapi.json', 100],
  ['The operator API', '/operator/openapi.json', 10],
  ['The dashboard', '/admin/openapi.json', 100],
] as const)('docs/reference/limits.md has each limit of the requests: %s', async (title, path, atLeast) => {
  const section = page.split(/^## /m).find(one => one.startsWith(`${title}\n`)) ?? ''
  const rows = section.split('\n').filter(line => line.startsWith('| `'))
  const { body } = await service.send('GET', path)
  const expected = limitsOf(body).map(
    ([field, limit, operations]) => `| \`${field}\` | ${limit} | ${operations.join(', ')} |`,
  )
  expect(rows.length).toBeGreaterThan(atLeast)
  expect(expected.toSorted()).toEqual(rows.toSorted())
})
