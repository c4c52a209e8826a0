import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { uuid } from '../../../foundation/lib/ids/uuid.ts'
import { adminClient } from '../../../test/admin.ts'
import { expectError } from '../../../test/answers.ts'
import { startTestApp, type TestApp } from '../../../test/app.ts'

// Five sign-ins a minute from an address, 20 from a network.
const settings = { SIGN_IN_RATE_LIMIT: '5', TRUSTED_PROXIES: '127.0.0.0/8' }
let it: TestApp
let other: TestApp
beforeAll(async () => {
  it = await startTestApp(settings)
  other = await startTestApp(settings, it.target)
})
afterAll(async () => {
  await other.close()
  await it.close()
})

/** Signs in with an unknown address. */
const guess = (from: string, instance = it) =>
  adminClient(instance).send(
    'POST',
    '/session',
    { email: `nobody.${uuid()}@shop.example`, password: 'not the password' },
    {
      'x-forwarded-for': from,
      'x-forwarded-proto': 'https',
      origin: instance.url.replace('http:', 'https:'),
    },
  )

async function countKept(): Promise<number | undefined> {
  const [row] = await it.database.query<{ kept: number }>(sql`
    select count(*)::integer as kept
    from accounts.sign_in_failures`)
  return row?.kept
}

test.each([
  ['a /24 of IPv4', (turn: number) => `192.0.2.${turn}`],
  ['a /48 of IPv6', (turn: number) => `2001:db8:7:${turn.toString(16)}::1`],
])('%s signs in as often as four addresses, and stores as many rows', async (_, address) => {
  const before = (await countKept()) ?? 0
  const answers = await Promise.all(Array.from({ length: 60 }, (_, turn) => guess(address(turn))))
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(20)
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(40)
  expect(await countKept()).toBe(before + 20)
})

test('an unverified attempt stores no row', async () => {
  for (let turn = 0; turn < 5; turn++) expectError(await guess('198.51.100.1'), 401, 8141301)
  const before = await countKept()
  // Instances share the count of each address in the database.
  const refused = await guess('198.51.100.1', other)
  expectError(refused, 429, 804290)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await countKept()).toBe(before)
})
