import { expect, test } from 'vitest'
import { readSecrets } from '../../../foundation/lib/secret.ts'
import { testSecret } from '../../../test/app.ts'
import { createTestDatabase } from '../../../test/database/database.ts'
import { openForTests } from '../../../test/for-each-test/open-for-tests.ts'
import { anOwnerAndOutsider } from '../../../test/users.ts'
import { invite, listInvitations } from './invitations.ts'

const home = openForTests(createTestDatabase)

test('a store lists its own invitations and none of another store', async () => {
  const { database } = home
  const { owner, outsider } = await anOwnerAndOutsider(database)
  const secrets = readSecrets({ SECRET: testSecret, DATA_DIR: '' })
  const at = new Date('2026-03-20T12:00:00.000Z')
  const email = 'bia@example.com'
  for (const { storeId } of [owner, outsider])
    await invite(
      database,
      secrets,
      storeId,
      { email, role: 'viewer', language: 'en' },
      { at, actor: 'command' },
    )
  const [ours, theirs] = await Promise.all(
    [owner, outsider].map(({ storeId }) => listInvitations(database, storeId, at)),
  )
  expect([ours, theirs]).toMatchObject([[{ email }], [{ email }]])
  expect(ours?.[0]?.id).not.toBe(theirs?.[0]?.id)
})
