import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { aStore } from '../../../test/users.ts'
import { checkChannels } from './channels-check.ts'
import { checkModels } from './models-check.ts'

const now = Date.parse('2026-03-20T12:00:00Z')
let it: TestApp
let stores: string[]
beforeAll(async () => {
  it = await startTestApp()
  stores = await Promise.all([1, 2, 3, 4, 5].map(async () => (await aStore(it.database)).storeId))
  const ids = sql`unnest(${stores}::uuid[]) as store_id`
  await it.database.query(sql`
    insert into channels (store_id, channel, channel_id, settings, sealed, created_at, waits_until)
    select store_id, 'sms', store_id::text, '{}', '', now(), '2026-03-20T13:00:00Z' from ${ids}`)
  await it.database.query(sql`
    update stores
    set model_url = 'https://model.example/', model_name = 'one', translate_reviews = true
    where store_id = any(${stores}::uuid[])`)
  await it.database.query(sql`
    insert into model_usage (store_id, month, failure) select store_id, '2026-03-01', 'refused' from ${ids}`)
})
afterAll(() => it.close())

test.each([
  ['WhatsApp or SMS', checkChannels, 'refused by their provider: 5'],
  ['a language model', checkModels, '5 failing'],
])('of many stores whose %s fails, three are named', async (_what, check, counted) => {
  const { status, detail } = await check(it.database, () => now)
  expect([status, detail]).toEqual(['warning', expect.stringContaining(counted)])
  expect(stores.filter(id => detail.includes(id))).toHaveLength(3)
})
