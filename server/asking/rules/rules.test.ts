import sql from 'sql-template-tag'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createKey } from '../../tenants/stores/keys.ts'
import type { RequestRule } from '../../tenants/stores/settings/request-rules.ts'
import { aMember } from '../../test/admin.ts'
import type { TestApp } from '../../test/app.ts'
import { aCustomer, anOrder, anOrderProduct } from '../../test/factories.ts'
import { openForm } from '../../test/forms.ts'
import { changeSettings } from '../../test/hearing.ts'
import { decode, formLinkIn } from '../../test/mail/decoded-mails.ts'
import type { MailServer } from '../../test/mail/mail-server.ts'
import { startMailingApp } from '../../test/mail/mailing-app.ts'
import { aManageKey, type ManagementClient } from '../../test/management.ts'
import { aStore, type Member } from '../../test/users.ts'
import { type Order, type OrderProduct, readOrder } from '../orders/orders.ts'

let server: MailServer
let service: TestApp
let owner: Member
let program: ManagementClient
beforeAll(async () => {
  ;[service, server] = await startMailingApp()
})
afterAll(() => service.close())
beforeEach(() => service.setNow(delivered))
// Their mails would be counted with those of the next test.
afterEach(async () => {
  server.received.splice(0)
  await service.database.query(sql`update stores set active = false where active`)
})

// A Thursday. After seven days it is Thursday the 12th, and after thirty a Saturday, at 10:00 in São Paulo.
const delivered = '2026-03-05T18:30:00.000Z'
const usual = ['scheduled', '2026-03-12T13:00:00.000Z', '7 days after delivery']

const machines: RequestRule = {
  name: 'Coffee machines',
  when: { product_ids: ['machine'] },
  then: { delay_days: 30 },
}
const machineLater = [
  'scheduled',
  '2026-04-06T13:00:00.000Z',
  'rule "Coffee machines", 30 days after delivery, moved from Saturday',
]
const notAsked = (name: string) => ['cancelled', usual[1], `not asked by the rule "${name}"`]

async function withRules(...request_rules: RequestRule[]): Promise<void> {
  owner = await aStore(service.database, { request_rules, locale: 'en' })
  program = await aManageKey(service, { store: owner })
}

// The rules of a key in use are cached for a moment.
async function anotherKeyOf(member: Member, ...request_rules: RequestRule[]): Promise<Member> {
  await changeSettings(service, member.storeId, { request_rules })
  const { api_key } = await createKey(service.database, Date.now, member.storeId, { type: 'orders' })
  return { ...member, apiKey: api_key, headers: { ...member.headers, 'x-api-key': api_key } }
}

const lines = (...ids: string[]) => ids.map(id => anOrderProduct({ product_id: id, name: `The ${id}` }))

async function order(change: Partial<Order> = {}): Promise<string> {
  const body = anOrder({ delivery_date: delivered, ...change })
  expect((await service.send('POST', '/orders', { headers: owner.headers, body })).status).toBe(201)
  return body.order_id
}

async function batched(change: Partial<Order>): Promise<string> {
  const body = anOrder({ delivery_date: delivered, ...change })
  const answer = await program.send('POST', '/orders/batch', { orders: [body] })
  expect(answer.body).toMatchObject({ results: [{ status: 201 }] })
  return body.order_id
}

/** The products, state, date and reason of each request. */
async function requestsOf(orderId: string) {
  const { requests } = await readOrder(service.database, owner.storeId, orderId)
  return requests
    .map(({ product_ids, state, due_at, reason }) => [
      product_ids.join(),
      state,
      due_at.toISOString(),
      reason,
    ])
    .sort()
}

const outcome = async (orderId: string) => (await requestsOf(orderId)).map(([, ...said]) => said)[0]

describe('a rule', () => {
  test('decides about its products, and the rest of the order is asked about as usual', async () => {
    await withRules(machines)
    const id = await order({ products: lines('beans', 'machine', 'cups') })
    expect(await requestsOf(id)).toEqual([
      ['beans,cups', ...usual],
      ['machine', ...machineLater],
    ])
    const { body } = await program.send('GET', `/orders/${id}`)
    expect(body).toMatchObject({ requests: [{ reason: usual[2] }, { reason: machineLater[2] }] })
    // Others of the store, and a store without rules, are as before.
    expect(await requestsOf(await order({ products: lines('beans') }))).toEqual([['beans', ...usual]])
  })

  test('counts only if no earlier one fits', async () => {
    await withRules(
      { name: 'Never', when: { product_ids: ['broken'] }, then: { ask: false } },
      { name: 'As usual', when: { product_ids: ['machine'] }, then: { ask: true } },
      machines,
      { name: 'Others', when: {}, then: { delay_days: 0 } },
    )
    expect(await requestsOf(await order({ products: lines('machine', 'broken', 'cups') }))).toEqual([
      ['broken', ...notAsked('Never')],
      // Delivered at 15:30, after the sending time.
      [
        'cups',
        'scheduled',
        '2026-03-06T13:00:00.000Z',
        'rule "Others", at the first sending time after delivery',
      ],
      ['machine', usual[0], usual[1], `rule "As usual", ${usual[2]}`],
    ])
  })

  test('that asks nobody holds whatever date is given, and is not undone by a delivery or a correction', async () => {
    await withRules({ name: 'Spare parts', when: { product_ids: ['screw'] }, then: { ask: false } })
    const request_review_at = '2026-03-20T12:00:00.000Z'
    const id = await order({ products: lines('screw', 'beans'), request_review_at })
    const expected = [
      ['beans', 'scheduled', request_review_at, 'given with the order'],
      ['screw', 'cancelled', request_review_at, 'not asked by the rule "Spare parts"'],
    ]
    expect(await requestsOf(id)).toEqual(expected)
    const later = { delivered_at: '2026-03-09T12:00:00.000Z', product_ids: ['screw'] }
    expect((await program.send('POST', `/orders/${id}/fulfillments`, later)).status).toBe(200)
    const customers = [aCustomer({ email: 'new@example.com' })]
    expect((await program.send('PATCH', `/orders/${id}`, { customers })).status).toBe(200)
    expect((await requestsOf(id)).map(([ids, state]) => [ids, state])).toEqual([
      ['beans', 'scheduled'],
      ['screw', 'cancelled'],
    ])
    service.setNow(request_review_at)
    await service.runDue()
    expect(server.received.map(({ to, raw }) => [to, raw.includes('The screw')])).toEqual([
      [['new@example.com'], false],
    ])
  })

  test('keeps its delay when the order is delivered later, at once or in parts', async () => {
    await withRules(machines)
    const id = await order({ products: lines('beans', 'machine') })
    // Thirty days after Friday the 6th is a Sunday.
    const moved = { delivery_date: '2026-03-06T18:30:00.000Z' }
    expect((await program.send('PATCH', `/orders/${id}`, moved)).status).toBe(200)
    expect(await requestsOf(id)).toEqual([
      ['beans', 'scheduled', '2026-03-13T13:00:00.000Z', '7 days after delivery, changed later'],
      [
        'machine',
        'scheduled',
        '2026-04-06T13:00:00.000Z',
        'rule "Coffee machines", 30 days after delivery, moved from Sunday, changed later',
      ],
    ])
    const arrived = { delivered_at: '2026-03-10T12:00:00.000Z' }
    expect((await program.send('POST', `/orders/${id}/fulfillments`, arrived)).status).toBe(200)
    expect((await requestsOf(id)).map(([ids, , due]) => [ids, due])).toEqual([
      ['beans', '2026-03-17T13:00:00.000Z'],
      ['machine', '2026-04-09T13:00:00.000Z'],
    ])
  })

  test('never asks about gift cards and the like, nor about products that are switched off', async () => {
    const then = { delay_days: 1 }
    await withRules({ name: 'Everything', when: {}, then }, machines)
    const card = anOrderProduct({ product_id: 'card', name: 'Gift card' })
    const silent = await order({ products: [card] })
    expect(await requestsOf(silent)).toEqual([])
    const both = await order({ products: [card, ...lines('beans')] })
    expect((await requestsOf(both)).map(([ids]) => ids)).toEqual(['beans'])
    await service.database.query(sql`
      update products set asks_for_reviews = false where store_id = ${owner.storeId} and product_id = 'beans'`)
    expect(await requestsOf(await order({ products: lines('beans') }))).toEqual([])
    const rest = await requestsOf(await order({ products: [card, ...lines('beans', 'cups')] }))
    expect(rest.map(([ids, state]) => [ids, state])).toEqual([['cups', 'scheduled']])
  })
})

describe('a condition', () => {
  const skip = (when: RequestRule['when']): RequestRule => ({ name: 'Skip', when, then: { ask: false } })
  const skipped = 'not asked by the rule "Skip"'
  const reasonOf = async (orderId: string) => (await outcome(orderId))?.[2]
  const priced = (price: number, change: Partial<OrderProduct> = {}) => [anOrderProduct({ price, ...change })]

  test('about prices includes both ends, and fits no price that was not sent or is foreign', async () => {
    await withRules(skip({ price_from: 100, price_to: 200 }))
    expect(await reasonOf(await order({ products: priced(100) }))).toBe(skipped)
    expect(await reasonOf(await order({ products: priced(200) }))).toBe(skipped)
    expect(await reasonOf(await order({ products: priced(200.01) }))).toBe(usual[2])
    expect(await reasonOf(await order({ products: priced(99.99) }))).toBe(usual[2])
    expect(await reasonOf(await batched({ products: priced(150, { price_is_foreign: true }) }))).toBe(
      usual[2],
    )
    await withRules(skip({ price_to: 10 }))
    expect(await reasonOf(await order({ products: priced(0) }))).toBe(usual[2])
  })

  test('about tags and countries fits in any case, and needs both if both are given', async () => {
    await withRules(skip({ tags: ['Outlet'], countries: ['MX', 'AR'] }))
    const products = priced(10, { tags: ['new', ' outlet '] })
    const from = (country?: string) => [aCustomer(country ? { country } : {})]
    expect(await reasonOf(await batched({ products, customers: from('AR') }))).toBe(skipped)
    expect(await reasonOf(await batched({ products, customers: from('BR') }))).toBe(usual[2])
    expect(await reasonOf(await batched({ products, customers: from() }))).toBe(usual[2])
    expect(await reasonOf(await batched({ products: priced(10), customers: from('AR') }))).toBe(usual[2])
    const refused = await service.send('POST', '/orders', {
      headers: owner.headers,
      body: anOrder({ products }),
    })
    expect(refused.status).toBe(400)
  })

  test('about groups fits their products, beside those that are named', async () => {
    await withRules()
    await order({ products: lines('red', 'blue', 'green') })
    const person = await aMember(service, owner.storeId, 'owner')
    const grouped = await person.send('POST', `/stores/${owner.storeId}/product-groups`, {
      product_ids: ['red', 'blue'],
    })
    const group_ids = [(grouped.body as { id: string }).id]
    owner = await anotherKeyOf(owner, skip({ group_ids, product_ids: ['machine'] }))
    for (const id of ['red', 'machine'])
      expect(await reasonOf(await order({ products: lines(id) }))).toBe(skipped)
    expect(await reasonOf(await order({ products: lines('green') }))).toBe(usual[2])
  })

  test('about buyers asks whether they ordered before', async () => {
    await withRules(skip({ buyer: 'repeated' }))
    const customers = [aCustomer({ email: 'lia@example.com' })]
    const first = await order({ customers, order_date: '2026-02-01T12:00:00.000Z' })
    const second = await order({ customers, order_date: '2026-03-01T12:00:00.000Z' })
    // An older order that arrives late.
    const oldest = await order({ customers, order_date: '2026-01-01T12:00:00.000Z' })
    expect(await reasonOf(first)).toBe(usual[2])
    expect(await reasonOf(second)).toBe(skipped)
    expect(await reasonOf(oldest)).toBe(usual[2])
    await withRules(skip({ buyer: 'first' }))
    expect(await reasonOf(await order({ customers }))).toBe(skipped)
  })

  test('about buyers does not count what they ordered in another store, even under the same id', async () => {
    const customers = [aCustomer({ email: 'lia@example.com' })]
    const earlier = { order_id: 'same', order_date: '2026-02-01T12:00:00.000Z' }
    await withRules(skip({ buyer: 'repeated' }))
    await order({ ...earlier, customers })
    await withRules(skip({ buyer: 'repeated' }))
    await order({ ...earlier, customers: [aCustomer({ email: 'mia@example.com' })] })
    expect(await reasonOf(await order({ customers, order_date: '2026-03-01T12:00:00.000Z' }))).toBe(usual[2])
  })
})

describe('what a rule says of a mail', () => {
  const at = async (now: string) => {
    service.setNow(now)
    const before = server.received.length
    await service.runDue()
    return server.received.length - before
  }

  test('are its reminders, in the place of those of the store, even after the rule is gone', async () => {
    await withRules({ ...machines, then: { reminders: [4] } })
    await changeSettings(service, owner.storeId, { reminder_days: [1, 2] })
    await order({ products: lines('machine') })
    expect(await at('2026-03-12T13:00:00.000Z')).toBe(1)
    await changeSettings(service, owner.storeId, { request_rules: [] })
    expect(await at('2026-03-13T13:00:00.000Z')).toBe(0)
    expect(await at('2026-03-16T13:00:00.000Z')).toBe(1)
    expect(await at('2026-03-17T13:00:00.000Z')).toBe(0)
    expect(await at('2026-03-20T13:00:00.000Z')).toBe(0)
  })

  test('is the smaller number of reminders, where a mail asks about products of several rules', async () => {
    await withRules({ ...machines, then: { reminders: [] } })
    await changeSettings(service, owner.storeId, { reminder_days: [1, 4] })
    await order({ products: lines('machine', 'beans') })
    expect(await at('2026-03-12T13:00:00.000Z')).toBe(1)
    expect(await at('2026-03-13T13:00:00.000Z')).toBe(0)
    expect(await at('2026-03-16T13:00:00.000Z')).toBe(0)
  })

  test('are the parts of its form', async () => {
    const fit = { id: 'fit', type: 'scale', label: { en: 'Fit' }, required: true, public: true } as const
    const form = { pictures: false, own_questions: false, store_question: false }
    await withRules({ ...machines, then: { form } })
    await changeSettings(service, owner.storeId, {
      attributes: [fit],
      asks_about_store: true,
      videos: true,
    })
    const formOf = async (id: string) => {
      const customers = [aCustomer({ email: `${id}@example.com` })]
      service.setNow(delivered)
      await order({ products: lines(id), customers })
      await at('2026-03-12T13:00:00.000Z')
      const mail = server.received.find(({ to }) => to.includes(`${id}@example.com`))
      const { pathname } = new URL(formLinkIn(decode(mail?.raw ?? '')))
      const { html } = await openForm(`${service.url}${pathname}`)
      return [/name="pictures-0"/, /data-videos=/, /name="answer_fit-0"/, /name="rating-1"/].map(part =>
        part.test(html),
      )
    }
    expect(await formOf('beans')).toEqual([true, true, true, true])
    expect(await formOf('machine')).toEqual([false, false, false, false])
  })
})
