import sql from 'sql-template-tag'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { readSecrets } from '../../foundation/lib/secret.ts'
import { type TestApp, testSecret } from '../../test/app.ts'
import { ordersOf, sendOrders } from '../../test/for-each-test/earlier-orders.ts'
import { openForm } from '../../test/forms.ts'
import { changeSettings } from '../../test/hearing.ts'
import { decode, formLinkIn } from '../../test/mail/decoded-mails.ts'
import type { MailServer } from '../../test/mail/mail-server.ts'
import { startMailingApp } from '../../test/mail/mailing-app.ts'
import { aManageKey, type ManagementClient } from '../../test/management.ts'
import { leaveToShop } from '../orders/later/left-to-shop.ts'
import { runCampaign } from './run.ts'

// What a pause and a stop of a campaign leave as it is, and which other requests it leaves room for.

let server: MailServer
let service: TestApp
let program: ManagementClient
const secrets = readSecrets({ SECRET: testSecret, DATA_DIR: '' })
beforeAll(async () => {
  ;[service, server] = await startMailingApp()
})
beforeEach(async () => {
  service.setNow(now)
  program = await aManageKey(service)
  server.received.splice(0)
})
afterEach(async () => {
  // A campaign of one test would send mails in the next.
  await service.database.query(sql`update campaigns set state = 'stopped', next_at = null`)
})
afterAll(() => service.close())

// A Monday at 10:05 in São Paulo.
const now = Date.parse('2026-11-16T13:05:00.000Z')
const wish = { from: '2025-01-01', to: '2026-09-30', per_day: 4, buyers_may_be_asked: true }
const sent = () => server.received.flatMap(({ to }) => to)
const act = async (id: string, verb: string) => (await program.send('POST', `/campaigns/${id}/${verb}`)).body
const read = async (id: string) => (await program.send('GET', `/campaigns/${id}`)).body

/** A campaign to six buyers, four of them scheduled, and none in a mail yet. */
async function aCampaign(): Promise<string> {
  await sendOrders(program, ordersOf('buyer', 6, '2026-08-31'))
  const { body } = await program.send('POST', '/campaigns', wish)
  const dependencies = { database: service.database, clock: () => now, secrets }
  const { storeId } = program.store
  while (await runCampaign(dependencies, storeId, new AbortController().signal));
  return body.id
}

test('stopping a campaign leaves the mails that were sent, with their links', async () => {
  const id = await aCampaign()
  await service.runDue()
  expect(sent()).toHaveLength(4)
  expect(await act(id, 'stop')).toMatchObject({
    state: 'stopped',
    outcome: { waiting: 0, delivered: 4, failed: 0 },
  })
  const link = formLinkIn(decode(server.received[0]?.raw ?? ''))
  expect((await openForm(link)).status).toBe(200)
})

test('a pause takes back no request that was cancelled meanwhile, and nobody is asked about it', async () => {
  const id = await aCampaign()
  const { storeId } = program.store
  const [first] = await service.database.query<{ order_id: string; email: string }>(sql`
    select order_id, email
    from review_requests
    where store_id = ${storeId} and campaign_id = ${id}
    order by order_id
    limit 1`)
  if (!first) throw new Error('Nobody was scheduled.')
  await service.database.transaction(tx =>
    leaveToShop(tx, storeId, sql`select ${first.order_id}`, new Date(now)),
  )
  expect(await act(id, 'pause')).toMatchObject({ state: 'paused', asked: 1, planned: 5 })
  await act(id, 'resume')
  await service.runDue()
  service.setNow('2026-11-17T13:05:00.000Z')
  await service.runDue()
  expect(sent()).toHaveLength(5)
  expect(sent()).not.toContain(first.email)
  expect(await read(id)).toMatchObject({ asked: 6, planned: 0 })
})

test('requests that are due on later days leave a campaign all mails of the day', async () => {
  await changeSettings(service, program.store.storeId, { limits: { mails_per_day: 3 } })
  await sendOrders(program, ordersOf('new', 2, '2026-11-13'))
  const id = await aCampaign()
  await service.runDue()
  expect(sent()).toHaveLength(3)
  expect(await read(id)).toMatchObject({ asked: 3, planned: 3 })
})
