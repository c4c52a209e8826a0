import { describe, expect, test } from 'vitest'
import {
  appliedRule,
  countryOf,
  isReminders,
  isWhole,
  type RequestRule,
  requestRules,
  wrongRequestRules,
} from './request-rules.ts'

const aRule = (change: Partial<RequestRule> = {}): RequestRule => ({
  ...{ name: 'Pots', when: {}, then: { delay_days: 3 } },
  ...change,
})
const wrongWith = (change: Partial<RequestRule>) => wrongRequestRules([aRule(change)])
const accepts = (rule: unknown) => requestRules.safeParse([rule]).success

test('rules with nothing wrong have no problems', () => {
  const full: RequestRule = {
    name: 'Coffee machines',
    when: {
      product_ids: ['a'],
      tags: ['sale'],
      price_from: 10,
      price_to: 10,
      countries: ['BR'],
      buyer: 'first',
    },
    then: { delay_days: 365, reminders: [1, 60], channel: 'sms', form: { pictures: false } },
  }
  expect(wrongRequestRules([])).toEqual([])
  expect(wrongRequestRules([full, aRule(), aRule({ name: 'Gifts', then: { ask: false } })])).toEqual([])
})

describe('at most', () => {
  const rules = (count: number) => Array.from({ length: count }, (_, n) => aRule({ name: `Rule ${n}` }))

  test('twenty rules', () => {
    expect(wrongRequestRules(rules(20))).toEqual([])
    const problem = { path: 'request_rules', problem: 'array_max', values: [20] }
    expect(wrongRequestRules(rules(21))).toEqual([problem])
    expect([requestRules.safeParse(rules(20)).success, requestRules.safeParse(rules(21)).success]).toEqual([
      ...[true, false],
    ])
  })

  test('64 KiB of all rules, in bytes', () => {
    // A rule with one id of no characters is 69 bytes, with the brackets of the list.
    const sized = (bytes: number, letter = 'x') => [
      aRule({ when: { product_ids: [letter.repeat((bytes - 69) / Buffer.byteLength(letter))] } }),
    ]
    expect(Buffer.byteLength(JSON.stringify(sized(69)))).toBe(69)
    expect(wrongRequestRules(sized(65_536))).toEqual([])
    const problem = { path: 'request_rules', problem: 'kibibytes_max', values: [64] }
    expect(wrongRequestRules(sized(65_537))).toEqual([problem])
    expect(wrongRequestRules(sized(65_537, 'é'))).toEqual([problem])
  })

  test('two reminders, ascending, from a day to sixty', () => {
    for (const days of [[], [1], [60], [1, 2], [59, 60]]) expect(isReminders(days), String(days)).toBe(true)
    for (const days of [[0], [61], [1.5], [2, 1], [2, 2], [1, 2, 3], [0, 1], [1, 61]])
      expect(isReminders(days), String(days)).toBe(false)
  })

  test('ten languages of a test', () => {
    const tags = ['de', 'en', 'es', 'fi', 'fr', 'it', 'nl', 'pl', 'pt', 'sv', 'tr']
    const inLanguages = (count: number) => ({
      test: { size: 200, subjects: Object.fromEntries(tags.slice(0, count).map(tag => [tag, 'Hi'])) },
    })
    expect(wrongWith(inLanguages(10))).toEqual([])
    expect(wrongWith(inLanguages(11))).toEqual([
      { path: 'request_rules.0.test.subjects', problem: 'array_max', values: [10] },
    ])
  })

  test('365 days', () => {
    expect([isWhole(0, 0, 365), isWhole(365, 0, 365), isWhole(7, 0, 365)]).toEqual([true, true, true])
    expect([isWhole(-1, 0, 365), isWhole(366, 0, 365), isWhole(1.5, 0, 365)]).toEqual([false, false, false])
    const problem = { path: 'request_rules.0.then.delay_days', problem: 'whole', values: [0, 365] }
    expect(wrongWith({ then: { delay_days: 366 } })).toEqual([problem])
    expect(wrongWith({ then: { reminders: [3, 2] } })).toEqual([
      { path: 'request_rules.0.then.reminders', problem: 'reminders' },
    ])
  })
})

describe('the name', () => {
  const place = 'request_rules.0.name'
  test('is one line of something', () => {
    expect(wrongWith({ name: ' ' })).toEqual([{ path: place, problem: 'length', values: [1, 60] }])
    for (const name of ['Pots\nand pans', 'Pots\u202e'])
      expect(wrongWith({ name })).toEqual([{ path: place, problem: 'one_line' }])
  })

  test('is unique, in any case and with any spaces around it', () => {
    expect(wrongRequestRules([aRule(), aRule({ name: 'Pans' }), aRule({ name: ' POTS' })])).toEqual([
      { path: 'request_rules.2.name', problem: 'refused', values: [' POTS'] },
    ])
  })
})

test('a highest price is not below the least, and a tag is not blank', () => {
  const place = 'request_rules.0.when'
  expect(wrongWith({ when: { price_from: 10, price_to: 9.99 } })).toEqual([
    { path: `${place}.price_to`, problem: 'number_min', values: [10] },
  ])
  expect(wrongWith({ when: { price_to: 0 } })).toEqual([])
  expect(wrongWith({ when: { price_from: 10 } })).toEqual([])
  expect(wrongWith({ when: { tags: ['sale', ' '] } })).toEqual([
    { path: `${place}.tags.1`, problem: 'length', values: [1, 100] },
  ])
  expect(wrongWith({ when: { tags: [' ', 'sale'] } })).toMatchObject([{ path: `${place}.tags.0` }])
})

describe('what a rule says', () => {
  const place = 'request_rules.0.then'
  const nothing = { path: place, problem: 'either', values: ['ask', 'delay_days, reminders, channel, form'] }

  test('is something', () => {
    expect(wrongWith({ then: {} })).toEqual([nothing])
    expect(wrongWith({ then: { form: {} } })).toEqual([nothing])
    expect(wrongWith({ then: { form: { pictures: true } } })).toEqual([nothing])
    expect(wrongWith({ then: { form: { pictures: true, own_questions: false } } })).toEqual([])
    for (const then of [
      { ask: true },
      { ask: false },
      { reminders: [] },
      { delay_days: 0 },
      { channel: 'email' },
    ])
      expect(wrongWith({ then: then as RequestRule['then'] }), JSON.stringify(then)).toEqual([])
  })

  test.each([
    [{ delay_days: 0 }, 'delay_days'],
    [{ reminders: [] }, 'reminders'],
    [{ channel: 'sms' as const }, 'channel'],
    [{ form: { pictures: false } }, 'form'],
  ])('is not to ask nobody and %o', (more, name) => {
    expect(wrongWith({ then: { ask: false, ...more } })).toEqual([
      { path: place, problem: 'not_both', values: ['ask: false', name] },
    ])
    expect(wrongWith({ then: { ask: true, ...more } })).toEqual([])
  })
})

test('the country of an order counts if it is a code', () => {
  expect(['BR', ' br ', 'pt'].map(countryOf)).toEqual(['BR', 'BR', 'PT'])
  for (const said of ['Brazil', 'B', 'B1', '', '12', undefined]) expect(countryOf(said)).toBeUndefined()
})

test('the shape of a rule', () => {
  const when = {
    product_ids: ['a'],
    group_ids: ['0190a6c2-7b3e-7cc1-8000-000000000001'],
    tags: ['x'.repeat(100)],
    ...{ price_from: 1, price_to: 2, countries: ['BR'], buyer: 'repeated' },
  }
  expect(accepts({ name: 'x'.repeat(60), when, then: { ask: true } })).toBe(true)
  expect(accepts({ name: 'x'.repeat(61), when, then: {} })).toBe(false)
  expect(accepts({ name: '', when, then: {} })).toBe(false)
  expect(accepts({ name: 'Pots', when, then: {}, note: '' })).toBe(false)
  for (const wrong of [
    ...[{ product_ids: [] }, { product_ids: [''] }, { product_ids: Array(501).fill('a') }],
    ...[{ group_ids: ['a'] }, { group_ids: [] }, { tags: [] }, { tags: [''] }, { tags: ['x'.repeat(101)] }],
    ...[
      { tags: Array(51).fill('a') },
      { countries: Array(251).fill('BR') },
      { countries: [] },
      { countries: ['Brazil'] },
      { countries: ['br'] },
    ],
    ...[{ buyer: 'new' }, { price_from: '1' }, { brand: 'x' }],
  ])
    expect(accepts({ name: 'Pots', when: wrong, then: {} }), JSON.stringify(wrong)).toBe(false)
  for (const wrong of [
    ...[
      { reminders: [1, 2, 3] },
      { channel: 'fax' },
      { form: { stars: false } },
      { ask: 'no' },
      { delay: 1 },
    ],
  ])
    expect(accepts({ name: 'Pots', when: {}, then: wrong }), JSON.stringify(wrong)).toBe(false)
  for (const channel of ['email', 'whatsapp', 'sms'])
    expect(accepts({ name: 'Pots', when: {}, then: { channel } })).toBe(true)
})

test('an archived rule has numbers of days within the limits', () => {
  const keeps = (said: object) => appliedRule.safeParse({ name: 'Pots', ...said }).success
  for (const said of [{}, { delay_days: 0 }, { delay_days: 365 }, { reminders: [1, 60] }, { ask: false }])
    expect(keeps(said), JSON.stringify(said)).toBe(true)
  for (const said of [
    ...[{ delay_days: -1 }, { delay_days: 366 }, { delay_days: 1.5 }],
    ...[{ reminders: [0] }, { reminders: [61] }, { reminders: [1, 2, 3] }, { when: {} }, { name: '' }],
  ])
    expect(keeps(said), JSON.stringify(said)).toBe(false)
})
