import { expect, test } from 'vitest'
import { readSecrets } from '../../../foundation/lib/secret.ts'
import { suppress, whySuppressed } from '../../../foundation/mailings/suppressions.ts'
import { testSecret } from '../../../test/app.ts'
import { createTestDatabase } from '../../../test/database/database.ts'
import { besideChange } from '../../../test/database/locks.ts'
import { openForTests } from '../../../test/for-each-test/open-for-tests.ts'
import { aStore } from '../../../test/users.ts'
import { blockAddress, liftSuppression } from './suppression-list.ts'

const home = openForTests(createTestDatabase)

const secrets = readSecrets({ SECRET: testSecret, DATA_DIR: '' })
const by = { at: new Date('2026-03-20T12:00:00.000Z'), actor: 'command' } as const

test('a block is not lifted if the person unsubscribes meanwhile', async () => {
  const { database } = home
  const { storeId } = await aStore(database)
  const email = 'ana@example.com'
  const { id } = await database.transaction(tx => blockAddress(tx, secrets, storeId, email, by))
  const lifting = besideChange(
    database,
    tx => suppress(tx, storeId, email, 'unsubscribed', by.at),
    () => database.transaction(tx => liftSuppression(tx, storeId, id, by)),
  )
  await expect(lifting).rejects.toMatchObject({ errorName: 'suppression_stays' })
  expect(await whySuppressed(database, secrets, storeId, email)).toBe('unsubscribed')
})
