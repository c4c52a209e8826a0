import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { RequestRule } from '../../../tenants/stores/settings/request-rules.ts'
import { readStore } from '../../../tenants/stores/stores.ts'
import { type AdminClient, aMember } from '../../../test/admin.ts'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { aCustomer, anOrder, anOrderProduct, times } from '../../../test/factories.ts'
import { aManageKey } from '../../../test/management.ts'
import { aStore, type Member } from '../../../test/users.ts'
import { cancelOrder, rescheduleOrderToDay } from '../later/order-changes.ts'
import { type Order, readOrder } from '../orders.ts'
import { replanOrder } from './apply.ts'
import type { RulesPreview } from './preview.ts'
import { covers } from './warnings.ts'

let service: TestApp
let owner: Member
let person: AdminClient
beforeAll(async () => {
  service = await startTestApp()
})
afterAll(() => service.close())
beforeEach(async () => {
  service.setNow(delivered)
  owner = await aStore(service.database)
  person = await aMember(service, owner.storeId, 'owner')
})

// A Thursday. Seven days later is the 12th, and thirty days later a Saturday.
const delivered = '2026-03-05T18:30:00.000Z'
const machines: RequestRule = {
  name: 'Machines',
  when: { product_ids: ['machine'] },
  then: { delay_days: 30, channel: 'whatsapp' },
}
const nothing: RequestRule = { name: 'Nobody', when: {}, then: { ask: false } }

async function order(ids: string[], change: Partial<Order> = {}): Promise<string> {
  const products = ids.map(id => anOrderProduct({ product_id: id, name: `The ${id}` }))
  const body = anOrder({ delivery_date: delivered, customers: [aCustomer()], products, ...change })
  expect((await service.send('POST', '/orders', { headers: owner.headers, body })).status).toBe(201)
  return body.order_id
}

const path = (end: string) => `/stores/${owner.storeId}${end}`
const save = async (...request_rules: RequestRule[]) => {
  const { status } = await person.send('PATCH', path('/settings'), { request_rules })
  expect(status).toBe(200)
}
const preview = async (body: object) => await person.send('POST', path('/rules-preview'), body)
const apply = async (after?: string) =>
  (await person.send('POST', path('/rules/apply'), { ...(after !== undefined && { after }) })).body

async function requestsOf(orderId: string) {
  const { requests } = await readOrder(service.database, owner.storeId, orderId)
  return requests
    .map(({ product_ids, state, due_at, reason }) => [
      product_ids.join(),
      state,
      due_at.toISOString().slice(0, 10),
      reason,
    ])
    .sort()
}

describe('the preview', () => {
  test('says for the newest orders what counts now and with the rules, and writes nothing', async () => {
    await save(nothing)
    const id = await order(['beans', 'machine'])
    const { body } = await preview({ request_rules: [machines], request_delay_days: 8 })
    const { result, counts, warnings, currency } = body as RulesPreview
    expect([counts, currency]).toEqual([[1], 'BRL'])
    expect(warnings).toEqual([])
    const row = ({ order_id, products, now, then }: RulesPreview['result'][number]) => [
      order_id,
      products.map(({ name }) => name),
      [now.rule, now.state],
      [then.rule, then.state, String(then.due_at).slice(0, 10)],
    ]
    expect(result.map(row)).toEqual([
      [id, ['The beans'], ['Nobody', 'cancelled'], [null, 'scheduled', '2026-03-13']],
      [id, ['The machine'], ['Nobody', 'cancelled'], ['Machines', 'scheduled', '2026-04-06']],
    ])
    expect((await readStore(service.database, owner.storeId)).request_rules).toEqual([nothing])
  })

  test('warns of rules that cannot count, and of what the store does not have', async () => {
    await order(['beans'])
    const group = '01990000-0000-7000-8000-00000000aaaa'
    const request_rules: RequestRule[] = [
      { name: 'Beans', when: { product_ids: ['beans', 'gone'], price_from: 5 }, then: { delay_days: 3 } },
      {
        name: 'Dear beans',
        when: { product_ids: ['beans'], price_from: 50, price_to: 90 },
        then: { ask: false },
      },
      { name: 'Grouped', when: { group_ids: [group] }, then: { ask: false } },
    ]
    expect((await preview({ request_rules })).body).toMatchObject({
      warnings: [
        { rule: 0, name: 'unknown_products', ids: ['gone'] },
        { rule: 1, name: 'covered', by: 0 },
        { rule: 2, name: 'unknown_groups', ids: [group] },
      ],
    })
  })

  test.each([
    [[{ ...machines, then: {} }], 'request_rules.0.then: '],
    [[{ ...machines, then: { ask: false, delay_days: 3 } }], 'request_rules.0.then: '],
    [
      [{ ...machines, when: { price_from: 9, price_to: 3 } }],
      'request_rules.0.when.price_to: Number must be greater',
    ],
    [[machines, { ...nothing, name: ' machines' }], 'request_rules.1.name: Not accepted'],
    [[{ ...machines, name: '  ' }], 'request_rules.0.name: Expected 1 to 60 characters'],
    [[{ ...machines, when: { countries: ['Brazil'] } }], 'request_rules.0.when.countries.0: '],
    [[{ ...machines, when: { stars: 5 } }], 'request_rules.0.when.stars: Unrecognized key'],
    [[{ ...machines, then: { reminders: [9, 3] } }], 'request_rules.0.then.reminders: Expected at most two'],
    [times(21, at => ({ ...machines, name: `${at}` })), 'request_rules: Array must contain at most 20'],
  ])('refuses %j, as saving does, and says where', async (request_rules, said) => {
    for (const answer of [
      await preview({ request_rules }),
      await person.send('PATCH', path('/settings'), { request_rules }),
    ]) {
      expect(answer.status).toBe(400)
      expect(JSON.stringify(answer.body)).toContain(said)
    }
  })

  test('knows which conditions contain others', () => {
    expect(covers({}, { tags: ['a'] })).toBe(true)
    expect(covers({ tags: ['A', 'b'] }, { tags: ['a'], buyer: 'first' })).toBe(true)
    expect(covers({ tags: ['a'] }, {})).toBe(false)
    expect(covers({ buyer: 'first' }, { buyer: 'repeated' })).toBe(false)
    expect(covers({ price_to: 10 }, { price_from: 2, price_to: 10 })).toBe(true)
    // What has no price is only in the second.
    expect(covers({ price_from: 0 }, {})).toBe(false)
    expect(covers({ countries: ['BR', 'AR'] }, { countries: ['AR', 'UY'] })).toBe(false)
  })
})

describe('rules that are applied to pending requests', () => {
  test('divide orders, keep chosen dates, and can be taken back', async () => {
    const id = await order(['beans', 'machine'])
    const chosen = await order(['machine'])
    const by = { at: new Date(delivered), actor: 'command' } as const
    const store = await readStore(service.database, owner.storeId)
    await service.database.transaction(tx => rescheduleOrderToDay(tx, store, chosen, '2026-03-10', by))
    const cancelled = await order(['machine'])
    await service.database.transaction(tx => cancelOrder(tx, owner.storeId, cancelled, by))
    const before = await requestsOf(id)

    await save(machines)
    expect(await requestsOf(id)).toEqual(before)
    expect(await apply()).toEqual({ checked: 2, changed: 1, next: null })
    expect(await requestsOf(id)).toEqual([
      ['beans', 'scheduled', '2026-03-12', '7 days after delivery'],
      ['machine', 'scheduled', '2026-04-06', 'rule "Machines", 30 days after delivery, moved from Saturday'],
    ])
    expect((await requestsOf(chosen))[0]?.slice(1)).toEqual(['scheduled', '2026-03-10', 'date chosen later'])
    expect((await requestsOf(cancelled))[0]?.[1]).toBe('cancelled')
    // Again: nothing is left to change.
    expect(await apply()).toMatchObject({ changed: 0 })

    await save(nothing)
    expect(await apply()).toMatchObject({ changed: 1 })
    expect((await requestsOf(id)).map(([ids, state]) => [ids, state])).toEqual([
      ['beans', 'cancelled'],
      ['machine', 'cancelled'],
    ])
    await save()
    expect(await apply()).toMatchObject({ changed: 1 })
    expect((await requestsOf(id)).map(([ids, ...said]) => [ids, ...said])).toEqual([
      ['beans', 'scheduled', '2026-03-12', '7 days after delivery'],
      ['machine', 'scheduled', '2026-03-12', '7 days after delivery'],
    ])
  })

  test('are applied in steps, each order at once, and say where to continue', async () => {
    const ids = ['a-1', 'a-2', 'a-3']
    for (const order_id of ids) await order(['machine'], { order_id })
    await save(machines)
    const store = await readStore(service.database, owner.storeId)
    const by = { at: new Date(delivered), actor: 'command' } as const
    const failed = service.database.transaction(async tx => {
      await replanOrder(tx, store, 'a-1', by)
      throw new Error('killed')
    })
    await expect(failed).rejects.toThrow('killed')
    expect((await requestsOf('a-1'))[0]?.[2]).toBe('2026-03-12')
    expect(await apply('a-1')).toEqual({ checked: 2, changed: 2, next: null })
    expect(await apply()).toEqual({ checked: 3, changed: 1, next: null })
  })

  test('are applied to a hundred orders at a time', async () => {
    const program = await aManageKey(service, { store: owner })
    const numbers = times(101, at => String(at).padStart(3, '0'))
    const orders = numbers.map(order_id => anOrder({ order_id, delivery_date: delivered }))
    expect((await program.send('POST', '/orders/batch', { orders })).status).toBe(200)
    expect(await apply()).toEqual({ checked: 100, changed: 0, next: '099' })
    expect(await apply('099')).toEqual({ checked: 1, changed: 0, next: null })
  })

  test('are the owner’s to apply', async () => {
    const moderator = await aMember(service, owner.storeId, 'moderator')
    expect((await moderator.send('POST', path('/rules/apply'), {})).status).toBe(403)
    expect((await moderator.send('POST', path('/rules-preview'), {})).status).toBe(403)
  })
})
