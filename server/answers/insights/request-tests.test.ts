import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RequestRule } from '../../tenants/stores/settings/request-rules.ts'
import { aMember } from '../../test/admin.ts'
import type { TestApp } from '../../test/app.ts'
import { addressOf, orderMany, reviewOrders } from '../../test/for-each-test/request-tests.ts'
import { decode } from '../../test/mail/decoded-mails.ts'
import type { MailServer } from '../../test/mail/mail-server.ts'
import { startMailingApp } from '../../test/mail/mailing-app.ts'
import { aManageKey, type ManagementClient } from '../../test/management.ts'
import { addProducts } from '../../test/reading.ts'
import { aStore, type Member } from '../../test/users.ts'
import { winnerOf } from './request-tests.ts'

let service: TestApp
let mail: MailServer
beforeAll(async () => {
  ;[service, mail] = await startMailingApp()
})
afterAll(() => service.close())

const delivered = '2026-03-05T18:30:00.000Z' // a Thursday
const due = '2026-03-12T13:00:00.000Z' // a week later, at 10:00 in São Paulo

const subjects: RequestRule = {
  name: 'Subjects',
  when: {},
  then: { ask: true },
  test: { size: 200, subjects: { en: 'A question about {product}' } },
}

type Shop = { member: Member; program: ManagementClient }

async function aShop(...request_rules: RequestRule[]): Promise<Shop> {
  const member = await aStore(service.database, { request_rules, locale: 'en', reminder_days: [] })
  await addProducts(service, member, { pot: 'SKU' })
  return { member, program: await aManageKey(service, { store: member }) }
}

/** Sends orders that were delivered on the Thursday. */
const orderAll = (shop: Shop, ids: string[]) => orderMany(service, shop, ids, delivered)

const review = ({ member }: Shop, orderIds: string[], at: string) =>
  reviewOrders(service, member, orderIds, at)

async function readTests({ program }: Shop) {
  const { status, body } = await program.send('GET', '/insights/tests')
  expect(status).toBe(200)
  return (body as { result: object[] }).result
}

test('half of the orders get another subject, and the result is shown once, when it is complete', async () => {
  const shop = await aShop(subjects)
  const same = await aShop(subjects)
  // The half follows from the test and the order alone, so the orders of another store tell the halves of this one.
  const found = await orderAll(
    same,
    Array.from({ length: 470 }, (_, index) => `E-${index}`),
  )
  const halves = { a: found.a.slice(0, 200), b: found.b.slice(0, 200) }
  const late = { a: found.a.slice(200, 210), b: found.b.slice(200, 210) }
  expect([halves.a.length, halves.b.length, late.a.length, late.b.length]).toEqual([200, 200, 10, 10])
  expect(await orderAll(shop, [...halves.a, ...halves.b])).toEqual(halves)
  const { body } = await shop.program.send('GET', `/orders/${halves.b[0]}`)
  expect(body).toMatchObject({ requests: [{ reason: expect.stringMatching(/^rule "Subjects \(B\)"/) }] })

  service.setNow(due)
  await service.runDue()
  const subjectsOf = (orderIds: string[]) => {
    const wanted = new Set(orderIds.map(addressOf))
    const mails = mail.received.filter(({ to }) => to.some(one => wanted.has(one)))
    return new Set(mails.map(({ raw }) => /^Subject: (.*?)\r?$/m.exec(decode(raw))?.[1]))
  }
  expect(subjectsOf(halves.b)).toEqual(new Set(['A question about Moka pot']))
  expect(subjectsOf(halves.a).has('A question about Moka pot')).toBe(false)

  const complete = {
    ...{ rule: 'Subjects', about: 'subject', size: 200, shown_on: '2026-03-26', winner: null },
    a: { sent: 200, reviewed: null },
    b: { sent: 200, reviewed: null },
  }
  expect(await readTests(shop)).toEqual([complete])

  await review(shop, halves.a.slice(0, 30), '2026-03-20T12:00:00Z')
  await review(shop, halves.b.slice(0, 50), '2026-03-20T12:00:00Z')
  // Neither those that come later than 14 days nor those of orders beyond the size count.
  await review(shop, halves.a.slice(30, 130), '2026-03-26T13:00:01Z')
  await orderAll(shop, [...late.a, ...late.b])
  service.setNow('2026-03-13T13:00:00.000Z')
  await service.runDue()
  await review(shop, late.a, '2026-03-20T12:00:00Z')
  service.setNow('2026-03-26T12:59:00Z')
  expect(await readTests(shop)).toEqual([complete])
  service.setNow('2026-03-26T13:05:00Z')
  const shown = {
    ...{ ...complete, winner: 'b' },
    a: { sent: 200, reviewed: 30 },
    b: { sent: 200, reviewed: 50 },
  }
  expect(await readTests(shop)).toEqual([shown])

  const viewer = await aMember(service, shop.member.storeId, 'viewer')
  const seen = await viewer.send('GET', `/stores/${shop.member.storeId}/insights/tests`)
  expect((seen.body as { result: object[] }).result).toEqual([shown])
  // The other store has the same orders and buyers, and had no review.
  expect(await readTests(same)).toMatchObject([{ a: { reviewed: 0 }, b: { reviewed: 0 }, winner: 'none' }])
})

test('half of the orders are asked on another day, and a changed test begins anew', async () => {
  const later: RequestRule = {
    name: 'Days',
    when: {},
    then: { delay_days: 7 },
    test: { size: 200, delay_days: 14 },
  }
  const shop = await aShop(later)
  const halves = await orderAll(
    shop,
    Array.from({ length: 40 }, (_, index) => `D-${index}`),
  )
  const dueOf = async (id: string) => {
    const { body } = await shop.program.send('GET', `/orders/${id}`)
    return (body as { requests: { due_at: string }[] }).requests[0]?.due_at
  }
  expect(await dueOf(halves.a[0] ?? '')).toBe(due)
  expect(await dueOf(halves.b[0] ?? '')).toBe('2026-03-19T13:00:00.000Z')
  service.setNow('2026-03-19T13:00:00.000Z')
  await service.runDue()
  const sent = { a: { sent: halves.a.length, reviewed: null }, b: { sent: halves.b.length, reviewed: null } }
  expect(await readTests(shop)).toEqual([
    { rule: 'Days', about: 'delay', size: 200, ...sent, shown_on: null, winner: null },
  ])
  const { headers } = await shop.program.send('GET', '/settings')
  const changed = { ...later, test: { size: 200, delay_days: 21 } }
  const answer = await shop.program.send(
    'PATCH',
    '/settings',
    { request_rules: [changed] },
    { 'if-match': headers.get('etag') ?? '' },
  )
  expect(answer.status).toBe(200)
  expect(await readTests(shop)).toMatchObject([{ a: { sent: 0 }, b: { sent: 0 } }])
})

describe('a test is refused', () => {
  const rule = { name: 'Test', when: {}, then: { delay_days: 7 } }
  test.each([
    ['without a difference', { test: { size: 200 } }, 'request_rules.0.test'],
    ['with two', { test: { size: 200, delay_days: 9, subjects: { en: 'Hi' } } }, 'request_rules.0.test'],
    ['of too few', { test: { size: 199, delay_days: 9 } }, 'request_rules.0.test.size'],
    ['of the same delay', { test: { size: 200, delay_days: 7 } }, 'request_rules.0.test.delay_days'],
    [
      'of the delay of the settings, which may change',
      { then: { ask: true }, test: { size: 200, delay_days: 9 } },
      'request_rules.0.then.delay_days',
    ],
    [
      'of whom nobody asks',
      { then: { ask: false }, test: { size: 200, delay_days: 9 } },
      'request_rules.0.test',
    ],
    [
      'with a subject of two lines',
      { test: { size: 200, subjects: { en: 'Hi\nthere' } } },
      'request_rules.0.test.subjects.en',
    ],
    [
      'with an unknown placeholder',
      { test: { size: 200, subjects: { en: 'Hi {nome}' } } },
      'request_rules.0.test.subjects.en',
    ],
    [
      'with a subject in no language',
      { test: { size: 200, subjects: { '': 'Hi' } } },
      'request_rules.0.test.subjects.',
    ],
    ['without a subject', { test: { size: 200, subjects: {} } }, 'request_rules.0.test.subjects'],
  ])('%s', async (_what, change, path) => {
    const { program } = await aShop()
    const { headers } = await program.send('GET', '/settings')
    const body = { request_rules: [{ ...rule, ...change }] }
    const answer = await program.send('PATCH', '/settings', body, { 'if-match': headers.get('etag') ?? '' })
    const { user_message } = answer.body as { user_message: { en_us: string } }
    expect([answer.status, user_message.en_us]).toEqual([400, expect.stringContaining(`${path}: `)])
  })
})

// By hand: 30 and 50 of 200 each: p = 0.2, deviation 0.04, z = 2.5. 30 and 45: p = 0.1875, deviation 0.03903, z = 1.92.
test.each([
  [30, 50, 'b'],
  [50, 30, 'a'],
  [30, 45, 'none'],
  [0, 0, 'none'],
  [200, 200, 'none'],
  [0, 200, 'b'],
])('%i and %i of 200: %s', (a, b, winner) => {
  expect(winnerOf({ sent: 200, reviewed: a }, { sent: 200, reviewed: b })).toBe(winner)
})
