import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Connection, Database } from '../../foundation/database/connect.ts'
import { uuid } from '../../foundation/lib/ids/uuid.ts'
import { readSecrets } from '../../foundation/lib/secret.ts'
import { readStore } from '../../tenants/stores/stores.ts'
import { startTestApp, type TestApp, testSecret } from '../../test/app.ts'
import { besideChange } from '../../test/database/locks.ts'
import { ordersOf, sendOrders } from '../../test/for-each-test/earlier-orders.ts'
import { aManageKey } from '../../test/management.ts'
import { erasePerson } from '../../upkeep/people/people.ts'
import { askBatch } from './ask.ts'
import { createCampaign, pauseCampaign, stopCampaign } from './campaigns.ts'
import { planBatch } from './plan.ts'
import { findCampaigns } from './rows.ts'

// What a worker does with a campaign while somebody changes it, or its buyers.

const now = Date.parse('2026-11-16T13:05:00.000Z')
const by = { at: new Date(now), actor: 'command' } as const
const secrets = readSecrets({ SECRET: testSecret, DATA_DIR: '' })
let service: TestApp
let database: Database
let storeId: string
let id: string
beforeAll(async () => {
  service = await startTestApp()
  database = service.database
})
beforeEach(async () => {
  service.setNow(now)
  const program = await aManageKey(service)
  storeId = program.store.storeId
  await sendOrders(program, ordersOf('buyer', 3, '2026-08-31'))
  const wish = { from: '2025-01-01', to: '2026-09-30', perDay: 3 }
  const store = await readStore(database, storeId)
  id = await database.transaction(tx => createCampaign(tx, store, wish, by, true))
})
afterAll(() => service.close())

const batch = async () => ({ store: await readStore(database, storeId), secrets, now })
const plan = async (db = database) => await planBatch(db, await batch(), id)
const ask = async () => await askBatch(database, await batch(), id)
const read = async () => (await findCampaigns(database, storeId, sql`id = ${id}`))[0]

test('a campaign that is stopped while its last buyers are listed stays stopped', async () => {
  await besideChange(database, tx => stopCampaign(tx, storeId, id, by), plan)
  expect(await read()).toMatchObject({ state: 'stopped', next_at: null })
})

test('nobody is asked by a campaign that is paused meanwhile', async () => {
  await plan()
  await besideChange(database, tx => pauseCampaign(tx, storeId, id, by), ask)
  expect(await read()).toMatchObject({ state: 'paused', buyers_planned: 3, buyers_asked: 0 })
})

test('a buyer whose mail is gathered while the campaign is paused stays asked', async () => {
  await plan()
  await ask()
  const gather = (tx: Connection) =>
    tx.query(sql`
      update review_requests
      set mailing_id = ${uuid()}
      where store_id = ${storeId} and address = 'buyer.0@buyers.example'`)
  const pause = () => database.transaction(tx => pauseCampaign(tx, storeId, id, by))
  await besideChange(database, gather, pause)
  expect(await read()).toMatchObject({ state: 'paused', buyers_planned: 2, buyers_asked: 1 })
})

test('a buyer who is erased while buyers are listed is not in the list', async () => {
  const email = 'buyer.0@buyers.example'
  const store = await readStore(database, storeId)
  const erase = () => erasePerson(database, secrets, store, email, by.at)
  const act = (tx: Connection) =>
    planBatch({ ...database, transaction: body => body(tx) }, { store, secrets, now }, id)
  expect(await besideChange(database, act, erase)).toMatchObject({ requests: 1 })
  const listed = await database.query<{ address: string }>(sql`
    select address from campaign_buyers where store_id = ${storeId}`)
  expect(listed).toHaveLength(3)
  expect(listed).not.toContainEqual({ address: email })
})
