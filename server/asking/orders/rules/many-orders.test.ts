import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { RequestRule } from '../../../tenants/stores/settings/request-rules.ts'
import { type AdminClient, aMember } from '../../../test/admin.ts'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { addCopies } from '../../../test/database/copies.ts'
import { anOrder, times } from '../../../test/factories.ts'
import { aStore, type Member } from '../../../test/users.ts'
import { applyRules } from './apply.ts'
import type { RulesPreview } from './preview.ts'

let service: TestApp
let owner: Member
let person: AdminClient
beforeAll(async () => {
  service = await startTestApp()
})
beforeEach(async () => {
  service.setNow('2026-03-05T18:30:00.000Z')
  owner = await aStore(service.database)
  person = await aMember(service, owner.storeId, 'owner')
})
afterAll(() => service.close())

const later: RequestRule = { name: 'Later', when: {}, then: { delay_days: 30 } }

async function order(order_id: string): Promise<void> {
  const body = anOrder({ order_id, delivery_date: '2026-03-05T18:30:00.000Z' })
  expect((await service.send('POST', '/orders', { headers: owner.headers, body })).status).toBe(201)
}

test('the preview has the 100 newest orders, and names five ids in a warning', async () => {
  await order('oldest')
  const ours = sql`one.store_id = ${owner.storeId}`
  const change = sql`'order_id', 'newer-' || n, 'received_at', one.received_at + n * interval '1 second'`
  await addCopies(service.database, 'orders', ours, [1, 100], change)
  const product_ids = ['g-1', 'g-2', 'g-3', 'g-4', 'g-5', 'g-6', 'g-7']
  const gone: RequestRule = { name: 'Gone', when: { product_ids }, then: { delay_days: 3 } }
  const request_rules = [gone, later]
  const { body } = await person.send('POST', `/stores/${owner.storeId}/rules-preview`, { request_rules })
  const { result, counts, warnings } = body as RulesPreview
  expect(result.map(({ order_id }) => order_id)).toEqual(times(100, n => `newer-${100 - n}`))
  expect(counts).toEqual([0, 100])
  expect(warnings).toEqual([{ rule: 0, name: 'unknown_products', ids: ['g-1', 'g-2', 'g-3', 'g-4', 'g-5'] }])
})

test('rules are applied to as many orders as are asked for', async () => {
  for (const id of ['a-1', 'a-2', 'a-3']) await order(id)
  const { status } = await person.send('PATCH', `/stores/${owner.storeId}/settings`, {
    request_rules: [later],
  })
  expect(status).toBe(200)
  const by = { at: new Date('2026-03-05T18:30:00.000Z'), actor: 'command' } as const
  const apply = (after: string) => applyRules(service.database, owner.storeId, { after, most: 2 }, by)
  expect(await apply('')).toEqual({ checked: 2, changed: 2, next: 'a-2' })
  expect(await apply('a-2')).toEqual({ checked: 1, changed: 1, next: null })
})
