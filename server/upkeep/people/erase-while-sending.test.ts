import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readSecrets } from '../../foundation/lib/secret.ts'
import { readStore } from '../../tenants/stores/stores.ts'
import { expectCreated } from '../../test/answers.ts'
import { startTestApp, type TestApp, testSecret } from '../../test/app.ts'
import { occursAnywhere } from '../../test/database/dump.ts'
import { aCustomer, anOrder } from '../../test/factories.ts'
import { type MailServer, startMailServer } from '../../test/mail/mail-server.ts'
import { aStore } from '../../test/users.ts'
import { erasePerson } from './people.ts'

const email = 'zuleica@correio.example'
const delivered = '2026-03-05T18:30:00.000Z'
const due = '2026-03-12T13:00:00.000Z'

let server: MailServer
let service: TestApp
/** Runs before the mail server answers that the address does not exist. */
let beforeRefusal: () => Promise<unknown>
beforeAll(async () => {
  server = await startMailServer({
    onRcptTo: (_address, _session, done) => {
      const refusal = Object.assign(new Error('5.1.1 no such user here'), { responseCode: 550 })
      void beforeRefusal().then(() => done(refusal))
    },
  })
  service = await startTestApp({ SMTP_URL: server.url, MAIL_FROM: 'reviews@shop.example' })
})
afterAll(async () => {
  await service.close()
  await server.close()
})

test.each([
  'before its answer',
  'not at all',
])('the result of a mail in flight does not store an erased person again: erased %s', async when => {
  service.setNow(delivered)
  const { storeId, headers } = await aStore(service.database)
  const body = anOrder({ delivery_date: delivered, customers: [aCustomer({ email, name: 'Zuleica' })] })
  expectCreated(await service.send('POST', '/orders', { headers, body }))
  const secrets = readSecrets({ SECRET: testSecret, DATA_DIR: '' })
  let asked = 0
  beforeRefusal = async () => {
    asked++
    const store = await readStore(service.database, storeId)
    if (when !== 'not at all') await erasePerson(service.database, secrets, store, email, new Date(due))
  }
  service.setNow(due)
  await service.runDue()
  expect(asked).toBe(1)
  const suppressed = await service.database.query<{ reason: string }>(
    sql`select reason from suppressions where store_id = ${storeId}`,
  )
  expect(suppressed).toEqual([{ reason: when === 'not at all' ? 'bounced' : 'erased' }])
  if (when !== 'not at all') expect(await occursAnywhere(service.database, 'zuleica')).toBe(false)
})
