import { expect, test } from 'vitest'
import { type Buyer, type Country, countries, type PlannedOrder } from './buyers.ts'
import { brokenPromisesOf, costsAtSinks, type Month, wrongCounts } from './promises.ts'
import type { Arrival } from './sinks.ts'

// The reader of the month sees each promise that is broken: hand-made months with one breach each.

const brazil = countries.find(({ code }) => code === 'BR') as Country
const phone = '+5511960000000'
const aBuyer = (change: Partial<Buyer> = {}): Buyer => ({
  ...{ email: 'ana@example.com', country: brazil, phone, agreed: true, fate: 'delivered', stops: false },
  ...change,
})
const anOrder = (buyer: Buyer, change: Partial<PlannedOrder> = {}): PlannedOrder => ({
  ...{ orderId: 'M-1', buyer, day: 0, productId: 'P-1', writtenPhone: phone, isCancelled: false, ...change },
})
// Noon in São Paulo, 10 in Rio Branco, 13 in Noronha.
const noon = Date.UTC(2026, 2, 9, 15)
const hour = 3_600_000
const aMessage = (change: Partial<Arrival> = {}): Arrival => ({
  ...{ at: noon, channel: 'whatsapp', to: phone, id: 'wamid.1', isReminder: false, text: '' },
  ...change,
})
const aMail = (change: Partial<Arrival> = {}): Arrival =>
  aMessage({ channel: 'email', to: 'ana@example.com', id: '<1@shop>', at: noon + 24 * hour, ...change })

function brokenBy(arrivals: Arrival[], buyer = aBuyer(), change: Partial<Month> = {}): string[] {
  const agreed = new Map([[phone, [noon - 48 * hour]]])
  const month = {
    orders: [anOrder(buyer)],
    arrivals,
    agreed,
    stopped: new Map(),
    timeZone: 'America/Sao_Paulo',
  }
  return brokenPromisesOf({ ...month, most: { sms: 1 }, ...change }).map(one =>
    one.replace(/^.*: (?=\D)/, ''),
  )
}

test('a month without a breach breaks nothing', () => {
  expect(brokenBy([aMessage()])).toEqual([])
  expect(brokenBy([aMessage(), aMail({ isReminder: true })])).toEqual([])
  expect(brokenBy([aMessage(), aMail()], aBuyer({ fate: 'silent' }))).toEqual([])
  expect(brokenBy([aMessage(), aMail({ at: noon + hour })], aBuyer({ fate: 'failed' }))).toEqual([])
  const again = { stopped: new Map([[phone, noon - 2 * hour]]), agreed: new Map([[phone, [noon - hour]]]) }
  expect(brokenBy([aMessage()], undefined, again)).toEqual([])
  // A kill may send a mail twice, under one Message-ID.
  expect(brokenBy([aMail(), aMail()])).toEqual([])
})

test.each<[string, Arrival[], (Buyer | undefined)?, Partial<Month>?]>([
  ['several on one day', [aMessage(), aMail({ at: noon + hour, isReminder: true })]],
  ['a message without consent', [aMessage()], undefined, { agreed: new Map() }],
  ['a message by sms', [aMessage({ channel: 'sms' })]],
  ['a message after the word to stop', [aMessage()], undefined, { stopped: new Map([[phone, noon]]) }],
  ['a message at 8 in America/Rio_Branco', [aMessage({ at: noon - 2 * hour })]],
  ['a message at 20 in America/Noronha', [aMessage({ at: noon + 7 * hour })]],
  ['asked 2 times about 1 orders', [aMessage(), aMail()]],
  [
    'more than one reminder of an order',
    [
      aMessage(),
      aMail({ isReminder: true }),
      aMail({ isReminder: true, id: '<2@shop>', at: noon + 48 * hour }),
    ],
  ],
  ['never asked', []],
  ['messages by SMS, of 0 allowed', [aMessage({ channel: 'sms' })], undefined, { most: { sms: 0 } }],
])('%s', (sentence, arrivals, buyer, change) => {
  expect(brokenBy(arrivals, buyer, change).join('; ')).toContain(sentence)
})

test('parts of an SMS cost each, a failed WhatsApp nothing', () => {
  const of = (arrival: Arrival, buyer = aBuyer()) =>
    costsAtSinks({
      orders: [anOrder(buyer)],
      arrivals: [arrival],
      agreed: new Map(),
      stopped: new Map(),
      timeZone: 'UTC',
      most: { sms: 9 },
    })
  expect(of(aMessage({ channel: 'sms', text: 'a'.repeat(160) })).sms.spent).toBe(50_000)
  expect(of(aMessage({ channel: 'sms', text: 'a'.repeat(161) })).sms.spent).toBe(100_000)
  expect(of(aMessage({ channel: 'sms', text: '星'.repeat(71) })).sms.spent).toBe(100_000)
  expect(of(aMessage()).whatsapp.spent).toBe(20_000)
  expect(of(aMessage(), aBuyer({ fate: 'failed' })).whatsapp.spent).toBe(0)
})

test('only a kill explains a message that is counted and never arrived', () => {
  const none = { messages: 0, spent: 0 }
  const one = { whatsapp: { messages: 1, spent: 20_000 }, sms: none }
  expect(wrongCounts(one, one, 0)).toEqual([])
  expect(wrongCounts(one, { whatsapp: none, sms: none }, 1)).toEqual([])
  expect(wrongCounts(one, { whatsapp: none, sms: none }, 0)).toHaveLength(1)
  expect(wrongCounts({ whatsapp: none, sms: none }, one, 1)).toHaveLength(1)
  expect(wrongCounts({ ...one, whatsapp: { messages: 1, spent: 0 } }, one, 1)).toHaveLength(1)
})
