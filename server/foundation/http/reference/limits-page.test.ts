import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { startTestApp } from '../../../test/app.ts'
import { openForTests } from '../../../test/for-each-test/open-for-tests.ts'
import { limitsOf } from '../../../test/requests/limits.ts'

const page = readFileSync(new URL('../../../../docs/reference/limits.md', import.meta.url), 'utf8')

const service = openForTests(startTestApp)

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
