import { expect, test } from 'vitest'
import type { RequestRule } from '../../tenants/stores/settings/request-rules.ts'
import { noFacts, type RuleFacts } from './choose.ts'
import { divideByRule, planParts, type RuledSettings } from './plan.ts'

const settings: RuledSettings = {
  time_zone: 'America/Sao_Paulo',
  country: 'BR',
  request_delay_days: 7,
  send_at: '10:00',
  avoid_weekends: false,
  avoid_holidays: false,
  own_holidays: [],
}
const deliveredAt = Date.parse('2026-03-05T18:30:00.000Z')

const pots: RequestRule = { name: 'Pots', when: { product_ids: ['pot', 'lid'] }, then: { delay_days: 30 } }
const abroad: RequestRule = { name: 'Abroad', when: { countries: ['PT'] }, then: { ask: false } }

const order = (ids: string[], country?: string) => ({
  order_id: 'A-1',
  products: ids.map(id => ({ product_id: id, name: `The ${id}`, price: 50 })),
  customers: [{ country }],
})

function plan(ids: string[], rules: RequestRule[] | undefined, facts: RuleFacts = noFacts) {
  const ruled = rules ? { ...settings, request_rules: rules } : settings
  return planParts(order(ids, 'BR'), { deliveredAt }, ruled, facts, deliveredAt).map(
    ({ part, productIds, schedule: { state, dueAt, rule } }) => [
      ...[part, productIds, state, new Date(dueAt).toISOString(), rule?.name],
    ],
  )
}

const [usual, later] = ['2026-03-12T13:00:00.000Z', '2026-04-04T13:00:00.000Z']

test('without rules, an order is one part about all its products', () => {
  expect(plan(['pot', 'knife'], undefined)).toEqual([[0, [], 'scheduled', usual, undefined]])
  expect(plan(['pot', 'knife'], [])).toEqual([[0, [], 'scheduled', usual, undefined]])
})

test('products of one rule are asked about together, and apart from those of others', () => {
  expect(plan(['pot', 'knife', 'lid', 'pot', 'fork'], [pots])).toEqual([
    [0, ['pot', 'lid'], 'scheduled', later, 'Pots'],
    [1, ['knife', 'fork'], 'scheduled', usual, undefined],
  ])
})

test('of several lines of one product, the first decides', () => {
  const cheap: RequestRule = { name: 'Cheap', when: { price_to: 10 }, then: { ask: false } }
  const products = [50, 5].map(price => ({ product_id: 'pot', name: 'The pot', price }))
  const divided = (lines: typeof products) =>
    divideByRule({ order_id: 'A-1', products: lines, customers: [] }, [cheap], noFacts)
  expect(divided(products)).toEqual([{ rule: undefined, productIds: ['pot'] }])
  expect(divided(products.toReversed())).toEqual([{ rule: cheap, productIds: ['pot'] }])
})

test('a product that is not asked about is in no part', () => {
  const unasked = (...ids: string[]) => ({ ...noFacts, unasked: new Set(ids) })
  expect(plan(['pot', 'knife'], [pots], unasked('pot'))).toEqual([
    [0, ['knife'], 'scheduled', usual, undefined],
  ])
  // Of nothing else, no rule counts.
  expect(plan(['pot'], [pots], unasked('pot'))).toEqual([[0, [], 'scheduled', usual, undefined]])
})

test('the country of any buyer decides for all products', () => {
  const countryOrder = { ...order(['pot'], 'BR'), customers: [{ country: 'BR' }, { country: 'PT' }] }
  expect(divideByRule(countryOrder, [abroad], noFacts)).toEqual([{ rule: abroad, productIds: ['pot'] }])
  expect(divideByRule(order(['pot'], 'BR'), [abroad], noFacts)).toEqual([
    { rule: undefined, productIds: ['pot'] },
  ])
})
