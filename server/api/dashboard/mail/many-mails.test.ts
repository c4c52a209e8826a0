import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type AdminClient, aMember } from '../../../test/admin.ts'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { addCopies } from '../../../test/database/copies.ts'
import { aMailing } from '../../../test/mail/mailings.ts'
import { aStore } from '../../../test/users.ts'

let it: TestApp
let storeId: string
let viewer: AdminClient
beforeAll(async () => {
  it = await startTestApp()
})
beforeEach(async () => {
  storeId = (await aStore(it.database)).storeId
  viewer = await aMember(it, storeId, 'viewer')
  await aMailing(it.database, storeId, { email: 'ana@example.com', attempts: 0 })
})
afterAll(() => it.close())

const path = (end: string) => `/stores/${storeId}/mail${end}`

/** Adds mails to the first one's address, each a second older than the one before. `attempts` numbers them. */
async function more(from: number, to: number): Promise<void> {
  const first = sql`one.store_id = ${storeId} and one.attempts = 0`
  const change = sql`'id', gen_random_uuid(), 'attempts', n, 'created_at', one.created_at - n * interval '1 second'`
  await addCopies(it.database, 'mailings', first, [from, to], change)
}

test('of the mails to an address, the 100 newest are found', async () => {
  await more(1, 100)
  const { body } = await viewer.send('POST', path('/deliveries/look'), { email: 'ana@example.com' })
  const found = body.result.map(({ attempts }: { attempts: number }) => attempts)
  expect(found).toEqual(Array.from({ length: 100 }, (_, n) => n))
})

test('the health of mails is counted up to 10,000', async () => {
  await more(1, 9_999)
  const sent = async () => (await viewer.send('GET', path('/health'))).body.sent
  expect(await sent()).toBe(10_000)
  await more(10_000, 10_000)
  expect(await sent()).toBe(10_000)
})
