import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { readSecrets } from '../../foundation/lib/secret.ts'
import { readStore } from '../../tenants/stores/stores.ts'
import { startTestApp, testSecret } from '../../test/app.ts'
import { openForTests } from '../../test/for-each-test/open-for-tests.ts'
import { aDueRequest, due } from '../../test/mail/due-requests.ts'
import { aStore } from '../../test/users.ts'
import { gatherRequests } from './gather.ts'

const service = openForTests(startTestApp)

test('a transaction gathers as many due requests as it may, and the next one the others', async () => {
  const { database } = service
  const owner = await aStore(database)
  for (let n = 0; n < 3; n++) await aDueRequest(service, owner)
  const secrets = readSecrets({ SECRET: testSecret, DATA_DIR: '' })
  const store = await readStore(database, owner.storeId)
  const gather = () => gatherRequests(database, { secrets, store, now: due, most: 2 })
  const mails = async () =>
    (await database.query(sql`select from mailings where store_id = ${owner.storeId}`)).length
  expect([await gather(), await mails()]).toEqual([2, 2])
  expect([await gather(), await mails()]).toEqual([1, 3])
  expect([await gather(), await mails()]).toEqual([0, 3])
})
