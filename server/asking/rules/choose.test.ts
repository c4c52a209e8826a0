import { describe, expect, test } from 'vitest'
import type { RequestRule } from '../../tenants/stores/settings/request-rules.ts'
import { appliedOf, noFacts, type RuledLine, type RuleFacts, ruleFor } from './choose.ts'

type Situation = { line?: Partial<RuledLine>; countries?: (string | undefined)[]; facts?: Partial<RuleFacts> }

function fits(when: RequestRule['when'], { line, countries = [], facts }: Situation = {}): boolean {
  const rule: RequestRule = { name: 'A rule', when, then: { ask: false } }
  const product = { product_id: 'pot', name: 'A pot', price: 50, ...line }
  return ruleFor([rule], product, countries, { ...noFacts, ...facts }) === rule
}

const inGroup = (group: string) => ({ facts: { groups: new Map([['pot', group]]) } })

test('a rule without conditions fits every product', () => {
  expect(fits({})).toBe(true)
  expect(fits({}, { line: { price: 0 } })).toBe(true)
})

test('the first rule that fits counts', () => {
  const rule = (name: string, product_ids: string[]) => ({
    name,
    when: { product_ids },
    then: { ask: false },
  })
  const rules = [rule('pans', ['pan']), rule('pots', ['pot']), rule('all', ['pot', 'pan', 'lid'])]
  const chosen = (product_id: string) => ruleFor(rules, { product_id, name: '', price: 1 }, [], noFacts)?.name
  expect(['pan', 'pot', 'lid', 'knife'].map(chosen)).toEqual(['pans', 'pots', 'all', undefined])
})

describe('a product fits by', () => {
  test.each([
    ['its id', { product_ids: ['pan', 'pot'] }, {}, true],
    ['another id', { product_ids: ['pan'] }, {}, false],
    ['its group', { group_ids: ['g-1', 'g-2'] }, inGroup('g-2'), true],
    ['another group', { group_ids: ['g-1'] }, inGroup('g-2'), false],
    ['no group', { group_ids: ['g-1'] }, {}, false],
    ['its id, in another group', { product_ids: ['pot'], group_ids: ['g-1'] }, inGroup('g-2'), true],
    ['its group, with another id', { product_ids: ['pan'], group_ids: ['g-1'] }, inGroup('g-1'), true],
    ['neither', { product_ids: ['pan'], group_ids: ['g-1'] }, inGroup('g-2'), false],
  ] satisfies [
    string,
    RequestRule['when'],
    Situation,
    boolean,
  ][])('%s', (_what, when, situation, expected) => {
    expect(fits(when, situation)).toBe(expected)
  })
})

test.each([
  [['Sale'], true],
  [['new', 'SALE'], true],
  [['new'], false],
  [[], false],
  [undefined, false],
])('tags %j fit the tag “sale”, in any case: %s', (tags, expected) => {
  expect(fits({ tags: ['clearance', 'sale'] }, { line: { tags } })).toBe(expected)
})

describe('prices', () => {
  test.each([
    [{ price_from: 50 }, 50, true],
    [{ price_from: 50 }, 49.99, false],
    [{ price_from: 50 }, 1_000_000, true],
    [{ price_to: 50 }, 50, true],
    [{ price_to: 50 }, 50.01, false],
    [{ price_to: 50 }, 0.01, true],
    [{ price_from: 20, price_to: 50 }, 35, true],
    [{ price_from: 20, price_to: 50 }, 19, false],
    [{ price_from: 20, price_to: 50 }, 51, false],
    // 0 was not sent.
    [{ price_to: 50 }, 0, false],
    [{ price_from: 0 }, 0, false],
  ])('%o and %d: %s', (when, price, expected) => {
    expect(fits(when, { line: { price } })).toBe(expected)
  })

  test('in another currency are not compared', () => {
    expect(fits({ price_from: 20 }, { line: { price: 50, price_is_foreign: true } })).toBe(false)
    expect(fits({ price_to: 60 }, { line: { price: 50, price_is_foreign: false } })).toBe(true)
    expect(fits({}, { line: { price: 50, price_is_foreign: true } })).toBe(true)
  })
})

test.each([
  [['BR'], true],
  [[undefined, 'PT'], true],
  [['ES'], false],
  [[undefined], false],
  [[], false],
])('buyers of %j fit Brazil and Portugal: %s', (countries, expected) => {
  expect(fits({ countries: ['BR', 'PT'] }, { countries })).toBe(expected)
})

test('a first and a repeated buyer', () => {
  const repeated = { facts: { isRepeated: true } }
  expect([fits({ buyer: 'first' }), fits({ buyer: 'first' }, repeated)]).toEqual([true, false])
  expect([fits({ buyer: 'repeated' }), fits({ buyer: 'repeated' }, repeated)]).toEqual([false, true])
  expect(fits({}, repeated)).toBe(true)
})

test('all conditions must fit', () => {
  const when: RequestRule['when'] = {
    ...{ product_ids: ['pot'], tags: ['sale'], price_from: 20, countries: ['BR'], buyer: 'first' },
  }
  const situation = { line: { tags: ['sale'] }, countries: ['BR'] }
  expect(fits(when, situation)).toBe(true)
  expect(fits({ ...when, product_ids: ['pan'] }, situation)).toBe(false)
  expect(fits({ ...when, tags: ['new'] }, situation)).toBe(false)
  expect(fits({ ...when, price_from: 60 }, situation)).toBe(false)
  expect(fits({ ...when, countries: ['PT'] }, situation)).toBe(false)
  expect(fits({ ...when, buyer: 'repeated' }, situation)).toBe(false)
})

test('a request keeps the name and what the rule says', () => {
  const rule = { name: 'Pots', when: { product_ids: ['pot'] }, then: { delay_days: 3 } }
  expect(appliedOf(rule, 'A-1')).toEqual({ name: 'Pots', delay_days: 3 })
})
