import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readSecrets } from '../../foundation/lib/secret.ts'
import { lockPerson } from '../../foundation/mailings/mailings.ts'
import { readStore } from '../../tenants/stores/stores.ts'
import { expectCreated } from '../../test/answers.ts'
import { type TestApp, testSecret } from '../../test/app.ts'
import { aCustomer, anOrder } from '../../test/factories.ts'
import { startMailingApp } from '../../test/mail/mailing-app.ts'
import { aStore } from '../../test/users.ts'
import { erasePerson } from '../../upkeep/people/people.ts'

let service: TestApp
beforeAll(async () => {
  ;[service] = await startMailingApp()
})
afterAll(() => service.close())

test('a mailing locks its person until they are erased, and never through another store', async () => {
  const delivery_date = '2026-03-05T18:30:00.000Z'
  const due = '2026-03-12T13:00:00.000Z'
  const { database } = service
  const { storeId, headers } = await aStore(database)
  const other = await aStore(database)
  service.setNow(delivery_date)
  const body = anOrder({ delivery_date, customers: [aCustomer({ email: 'ana@example.com' })] })
  expectCreated(await service.send('POST', '/orders', { headers, body }))
  service.setNow(due)
  await service.runDue()
  const [mailing] = await database.query<{ id: string }>(
    sql`select id from mailings where store_id = ${storeId}`,
  )
  const held = (store: string) => database.transaction(tx => lockPerson(tx, store, mailing?.id ?? ''))
  expect([await held(storeId), await held(other.storeId)]).toEqual([true, false])
  const secrets = readSecrets({ SECRET: testSecret, DATA_DIR: '' })
  const store = await readStore(database, storeId)
  await erasePerson(database, secrets, store, 'ana@example.com', new Date(due))
  expect(await held(storeId)).toBe(false)
})
