import { describe, expect, test } from 'vitest'
import { questionFields } from '../../../../answers/questions/csv-fields.ts'
import { reviewFields } from '../../../../answers/reviews/csv-fields.ts'
import { orderFields } from '../../../../asking/orders/csv-fields.ts'
import type { Field, Texts } from '../../formats/format.ts'
import { Refused } from '../refusals/refused.ts'
import {
  checkText,
  ownStates,
  type Rules,
  readAnyMoment,
  readBoolean,
  readMoment,
  readPictures,
  readRating,
  readReply,
  readState,
} from './cells.ts'

const rules: Rules = {
  ...{ dates: 'dmy', isOrderChosen: false, spreadsheetDays: new Set<Field>(['reply_created_at']), scale: 5 },
  ...{ states: { published: 'published', aprovado: 'published', lixo: 'removed' }, betweenPictures: / +/ },
  ...{ timeZone: 'UTC', currency: 'BRL', isOwn: false, service: undefined, language: 'pt-BR' },
  ...{ now: Date.parse('2026-03-05T12:00:00.000Z'), undatedAt: 0 },
}

const nothing = { reply: '', reply_created_at: '' }
const textsOf = (given: Partial<Texts>) => ({ ...nothing, ...given }) as Texts

/** What is read, or why it is refused: `field: name values`. */
function outcome(read: () => unknown): unknown {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    const { name, values } = error.refusal
    return `${error.field}: ${name}${values ? ` ${JSON.stringify(values)}` : ''}`
  }
}

describe('a rating', () => {
  test.each([
    ...[
      ['1', 1],
      ['5', 5],
      ['4,0', 4],
      ['4.000', 4],
    ],
    ['', 'rating: noRating'],
    ...['0', '6', '4.5', '4.', '-4', '4 stars', '14', '4.0x'].map(text => [
      ...[text, `rating: badRating {"value":"\\"${text}\\""}`],
    ]),
  ])('%j of five is %s', (text, expected) => {
    expect(outcome(() => readRating(textsOf({ rating: String(text) }), rules))).toBe(expected)
  })

  test.each([
    ...[
      [10, '10', 5],
      [10, '7', 4],
      [10, '2', 1],
      [10, '1', 1],
      [10, '0.1', 1],
      [10, '8,5', 4],
      [10, '5', 3],
    ],
    ...[
      [100, '100', 5],
      [100, '70', 4],
      [100, '1', 1],
      [100, '99.9', 5],
    ],
    ...[
      [10, '0', 0],
      [10, '11', 0],
      [10, '10.1', 0],
      [100, '101', 0],
      [100, '1000', 0],
      [10, 'x', 0],
      [10, '7.', 0],
    ],
    ...[
      [10, '-1', 0],
      [10, '7x', 0],
    ],
  ])('of %d, %j is %s stars', (scale, text, stars) => {
    const refused = `rating: badScaledRating ${JSON.stringify({ value: `"${text}"`, most: scale })}`
    const read = () => readRating(textsOf({ rating: String(text) }), { ...rules, scale: scale as 10 | 100 })
    expect(outcome(read)).toBe(stars === 0 ? refused : stars)
  })

  test('of a scale is needed too', () => {
    expect(outcome(() => readRating(textsOf({ rating: '' }), { ...rules, scale: 10 }))).toBe(
      'rating: noRating',
    )
  })
})

test.each<[string, unknown]>([
  ...['yes', 'YES', 'sim', 'Sim', 'sí', 'si\u0301', 'si', '1', 'true', 'TRUE'].map(
    (text): [string, boolean] => [text, true],
  ),
  ...['no', 'não', 'na\u0303o', 'nao', 'NÃO', '0', 'false', 'False'].map((text): [string, boolean] => [
    text,
    false,
  ]),
  ['', null],
  ...['s', 'n', 'yes!', 'xno', 'yesno', '10', 'untrue', 'falsely', 'noo'].map((text): [string, string] => [
    text,
    `recommended: badYesNo {"value":"\\"${text}\\""}`,
  ]),
])('%j as yes or no is %s', (text, expected) => {
  expect(outcome(() => readBoolean(textsOf({ recommended: text }), 'recommended'))).toBe(expected)
})

describe('a moment', () => {
  const at = (created_at: string, change: Partial<Rules> = {}, read = readMoment) =>
    outcome(() => read(textsOf({ created_at }), 'created_at', { ...rules, ...change })?.toISOString() ?? null)

  test.each([
    ['', null],
    ['05/03/2026', '2026-03-05T00:00:00.000Z'],
    ['2026-03-05T12:00:00Z', '2026-03-05T12:00:00.000Z'],
    ['2026-03-05T12:00:00.001Z', 'created_at: futureDate {"value":"\\"2026-03-05T12:00:00.001Z\\""}'],
    ['soon', 'created_at: unreadableDate {"value":"\\"soon\\""}'],
    ['05-03-26', 'created_at: ambiguousDate {"value":"\\"05-03-26\\""}'],
    ['30/02/2026', 'created_at: impossibleDate {"value":"\\"30/02/2026\\""}'],
    ['01/01/1969', 'created_at: earlyDate {"value":"\\"01/01/1969\\""}'],
    ['01/01/2200', 'created_at: lateDate {"value":"\\"01/01/2200\\""}'],
  ])('%j is %s', (text, expected) => {
    expect(at(text)).toBe(expected)
  })

  test('may be in the future where orders say so', () => {
    expect(at('2026-03-06', {}, readAnyMoment)).toBe('2026-03-06T00:00:00.000Z')
    expect(at('2199-12-31', {}, readAnyMoment)).toBe('2199-12-31T00:00:00.000Z')
  })

  test('is read in the order, the zone and the way of its file', () => {
    expect(at('05-03-26', { isOrderChosen: true })).toBe('2026-03-05T00:00:00.000Z')
    expect(at('05/03/2026', { dates: 'mdy' })).toContain('futureDate')
    expect(at('04/03/2026', { timeZone: 'America/Sao_Paulo' })).toBe('2026-03-04T03:00:00.000Z')
    expect(at('45356', { spreadsheetDays: new Set<Field>(['created_at']) })).toBe('2024-03-05T00:00:00.000Z')
    expect(at('45356')).toContain('unreadableDate')
  })
})

test.each([
  ['', 'published'],
  ['published', 'published'],
  ['Aprovado', 'published'],
  ['LIXO', 'removed'],
  ['other', 'state: unknownState {"value":"\\"other\\"","states":"published, aprovado, lixo"}'],
  ['toString', 'state: unknownState {"value":"\\"toString\\"","states":"published, aprovado, lixo"}'],
])('the state %j is %s', (state, expected) => {
  expect(outcome(() => readState(textsOf({ state }), rules))).toBe(expected)
})

test('Realword’s own states are themselves', () => {
  expect(Object.entries(ownStates).filter(([word, state]) => word !== state)).toEqual([])
  expect(Object.keys(ownStates)).toEqual(['published', 'pending', 'rejected', 'removed', 'unconfirmed'])
})

test('a reply has its date, or that of its record', () => {
  const created = new Date('2026-01-02T00:00:00.000Z')
  const read = (texts: Partial<Texts>) => outcome(() => readReply(textsOf(texts), created, rules))
  expect(read({})).toEqual({ reply: null, reply_created_at: null })
  expect(read({ reply_created_at: '45356' })).toEqual({ reply: null, reply_created_at: null })
  expect(read({ reply: 'Thanks' })).toEqual({ reply: 'Thanks', reply_created_at: created })
  expect(read({ reply: 'Thanks', reply_created_at: '45356' })).toEqual({
    reply: 'Thanks',
    reply_created_at: new Date('2024-03-05T00:00:00.000Z'),
  })
})

describe('pictures', () => {
  const read = (pictures: string, betweenPictures = / +/) =>
    outcome(() => readPictures(textsOf({ pictures }), 'pictures', { ...rules, betweenPictures }))
  const many = (count: number) => Array.from({ length: count }, (_, n) => `https://x.example/${n}`)

  test('are the web addresses of a cell', () => {
    expect(read('')).toEqual([])
    expect(read('https://x.example/1.jpg HTTP://x.example/2.jpg')).toEqual([
      ...['https://x.example/1.jpg', 'HTTP://x.example/2.jpg'],
    ])
    expect(read('https://x.example/1;\n https://x.example/2', /;/)).toEqual([
      ...['https://x.example/1', 'https://x.example/2'],
    ])
    expect(read('ftp://x.example/1 javascript:x xhttps://x.example http:// 1.jpg')).toEqual([])
  })

  test('are not too many, nor too long', () => {
    expect(read(many(50).join(' '))).toEqual(many(50))
    expect(read(many(51).join(' '))).toBe('pictures: manyPictures {"count":51}')
    const long = (length: number) => `https://x.example/${'x'.repeat(length - 18)}`
    expect(read(long(2048))).toEqual([long(2048)])
    expect(read(`${many(1)} ${long(2049)}`)).toBe('pictures: longPicture')
  })
})

describe('a text', () => {
  const check = (field: Field, text: string) => outcome(() => checkText(field, text))
  const fieldsOf = (length: number, names: string) =>
    names.split(' ').map((name): [Field, number] => [name as Field, length])
  // An identity, a number, a date, a word; a name or an address; a text; a list of addresses.
  const lengths = [
    ...fieldsOf(
      255,
      'review_id question_id product_id product_sku order_id origin origin_name subject state',
    ),
    ...fieldsOf(255, 'rating recommended verified_purchase incentivized insider test_order'),
    ...fieldsOf(255, 'created_at reply_created_at purchased_at order_date delivery_date cancelled_at'),
    ...fieldsOf(255, 'product_price order_currency order_total refunded_amount'),
    ...fieldsOf(255, 'order_status payment_status fulfillment_status line_status'),
    ...fieldsOf(255, 'customer_language whatsapp_consent sms_consent'),
    ...fieldsOf(2048, 'product_name title display_name email product_url'),
    ...fieldsOf(2048, 'customer_name customer_email customer_phone'),
    ...fieldsOf(50_000, 'body reply'),
    ...fieldsOf(200_000, 'pictures product_picture'),
  ]

  test('of any field has a longest length', () => {
    const fields = new Set<Field>([...reviewFields, ...questionFields, ...orderFields])
    expect(lengths.map(([field]) => field).toSorted()).toEqual([...fields].toSorted())
  })

  test.each(lengths)('of %s has at most %i characters', (field, most) => {
    expect(check(field, 'x'.repeat(most))).toBeUndefined()
    expect(check(field, 'x'.repeat(most + 1))).toBe(`${field}: longText {"count":${most + 1},"most":${most}}`)
  })

  test('is measured in characters, and can be stored', () => {
    expect(check('review_id', '😀'.repeat(255))).toBeUndefined()
    expect(check('review_id', '😀'.repeat(256))).toBe('review_id: longText {"count":256,"most":255}')
    expect(check('body', 'a\0')).toBe('body: nul')
  })
})
