import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { readSecrets } from '../../foundation/lib/secret.ts'
import { testSecret } from '../../test/app.ts'
import { createTestDatabase } from '../../test/database/database.ts'
import { openForTests } from '../../test/for-each-test/open-for-tests.ts'
import { aStore } from '../../test/users.ts'
import { addMember } from './members.ts'
import { mailPasswordLink, makePasswordLink, resetPassword } from './sign-in/password-links.ts'
import { checkSetupLink, makeSetupToken } from './sign-in/setup.ts'
import { tidyAccounts } from './tidy.ts'
import { createUser } from './users.ts'

// Links that are not over stay valid, whatever is deleted beside them.

const home = openForTests(createTestDatabase)

const secrets = readSecrets({ SECRET: testSecret, DATA_DIR: '' })
const start = Date.parse('2026-03-20T12:00:00.000Z')
const minute = 60_000
const after = (minutes: number) => new Date(start + minutes * minute)

// Before the other tests, which create users.
test('a setup link stays valid for half an hour, through later starts and housekeeping', async () => {
  const { database } = home
  const token = (await makeSetupToken(database, () => start)) ?? ''
  await makeSetupToken(database, () => start + 20 * minute)
  await tidyAccounts(database, after(25))
  expect(await checkSetupLink(database, token, after(29))).toBe('valid')
  expect(await checkSetupLink(database, token, after(30))).toBe('unknown')
})

test('a password link stays valid for its time, through another request and housekeeping', async () => {
  const { database } = home
  const { storeId } = await aStore(database)
  const email = `${randomUUID()}@example.com`
  const at = after(0)
  const { id } = await database.transaction(async tx => {
    const made = await createUser(tx, { name: 'Ana', email, password: 'an unusual password', at })
    await addMember(tx, storeId, { userId: made.id, role: 'owner', at })
    return made
  })
  const { token } = await makePasswordLink(database, id, at, 60)
  await mailPasswordLink(database, secrets, { email, language: 'en', at: after(10) })
  await tidyAccounts(database, after(20))
  const given = { token, password: 'another unusual password', at: after(59) }
  expect(await resetPassword(database, secrets, given)).toMatchObject({ id })
})
