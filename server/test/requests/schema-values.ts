import fc from 'fast-check'

/** The parts of JSON Schema that our documents use. */
export type JsonSchema = {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  format?: string
  pattern?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  items?: JsonSchema
  required?: string[]
  properties?: Record<string, JsonSchema>
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
}

type Resolve = (schema: JsonSchema) => JsonSchema

/** Values that fit a schema, their limits among them. */
export function valuesOf(schema: JsonSchema, resolve: Resolve): fc.Arbitrary<unknown> {
  const { type, enum: words, anyOf, oneOf, ...rest } = resolve(schema)
  const choices = anyOf ?? oneOf
  if (rest.const !== undefined) return fc.constant(rest.const)
  if (words) return fc.constantFrom(...words)
  if (choices) return fc.oneof(...choices.map(one => valuesOf(one, resolve)))
  if (Array.isArray(type)) return fc.oneof(...type.map(one => valuesOf({ ...rest, type: one }, resolve)))
  if (type === 'object') return objectsOf(rest, resolve)
  if (type === 'array') return listsOf(rest, resolve)
  if (type === 'integer') return fc.integer(boundsOf(rest))
  if (type === 'number') return fc.oneof(fc.integer(boundsOf(rest)), doublesOf(rest))
  if (type === 'boolean') return fc.boolean()
  if (type === 'null') return fc.constant(null)
  return type === 'string' ? textsOf(rest) : fc.jsonValue()
}

function objectsOf({ properties = {}, required = [] }: JsonSchema, resolve: Resolve) {
  const fields = Object.entries(properties).map(([name, schema]) => {
    const words = named[name]
    return [name, words ? fc.constantFrom<unknown>(...words) : valuesOf(schema, resolve)]
  })
  const model: Record<string, fc.Arbitrary<unknown>> = Object.fromEntries(fields)
  return fc.record(model, { requiredKeys: required, noNullPrototype: true })
}

// Their rules are longer than a pattern: zones and languages that exist, addresses, days that rise.
const named: Record<string, readonly unknown[]> = {
  time_zone: ['America/Sao_Paulo', 'Europe/Lisbon', 'UTC'],
  locale: ['pt-BR', 'en', 'es-MX'],
  lang: ['pt-BR', 'de-CH', 'cy'],
  language: ['pt-BR', 'es'],
  languages_off: [[], ['fr', 'zh-TW']],
  origins: [[], ['https://shop.example', 'https://www.shop.example:8443']],
  review_period_days: [null, 365],
  insider_domains: [[], ['shop.example', 'müller.example']],
  own_holidays: [[], ['07-09'], ['02-29', '2027-11-30']],
  reminder_days: [[], [3], [3, 10]],
  request_rules: [[], [{ name: 'Dear', when: { price_from: 500 }, then: { delay_days: 30 } }]],
  logo_url: [null, 'https://shop.example/logo.png'],
  site_url: [null, 'https://shop.example'],
  product_url: [null, 'https://shop.example/p/{product_id}'],
  privacy_url: [null, 'https://shop.example/privacy'],
  reply_templates: [[], [{ title: 'Thanks', text: 'Thank you, {name}.' }]],
  model_url: [null, 'https://api.example/v1'],
  contact_email: [null, 'shop@shop.example'],
  owner_email: ['owner@shop.example'],
  'if-match': ['*', '"stale"', '"stale", *'],
}

function listsOf({ items = {}, minItems = 0, maxItems = 100 }: JsonSchema, resolve: Resolve) {
  return fc.array(valuesOf(items, resolve), {
    minLength: minItems,
    maxLength: Math.min(maxItems, minItems + 3),
  })
}

function boundsOf({ minimum: min = -1000, maximum: max = 1000 }: JsonSchema) {
  return { min: Math.max(min, -(2 ** 31)), max: Math.min(max, 2 ** 31 - 1) }
}

function doublesOf(schema: JsonSchema) {
  return fc.double({ ...boundsOf(schema), noNaN: true })
}

// The years that the service takes.
const dates = fc.date({ min: new Date('1970-01-02'), max: new Date('2199-12-30'), noInvalidDate: true })

function textsOf({ format, pattern, minLength = 0, maxLength = 2_000 }: JsonSchema): fc.Arbitrary<string> {
  if (format === 'date-time') return dates.map(date => date.toISOString())
  if (format === 'date') return dates.map(date => date.toISOString().slice(0, 10))
  if (format === 'uuid') return fc.uuid({ version: 7 })
  if (format === 'email') return fc.nat(10_000).map(n => `buyer.${n}@example.com`)
  if (pattern === '\\S') return fc.constantFrom('a', ' é ', '😀'.repeat(maxLength))
  if (pattern) {
    const matching = fc.stringMatching(new RegExp(pattern, 'u'))
    return matching.filter(text => isBetween([...text].length, minLength, maxLength))
  }
  const short = fc.string({ unit: 'binary', minLength, maxLength: Math.min(maxLength, minLength + 12) })
  const longest = fc.constantFrom('a', 'é', '😀', '%', '<').map(one => one.repeat(maxLength))
  // PostgreSQL cannot store this character: `isStorable`.
  const storable = fc.oneof({ weight: 9, arbitrary: short }, { weight: 1, arbitrary: longest })
  return storable.map(text => text.replaceAll('\0', '0'))
}

function isBetween(value: number, least: number, most: number): boolean {
  return value >= least && value <= most
}

const oddValues = [
  ...[null, true, -1, 0.5, 1e300, 2 ** 53, '', ' ', 'odd', 'a'.repeat(20_000), 'a\0b', '\ud800'],
  ...[[], [null], {}, { odd: 1 }, '2026-02-30T00:00:00.000Z', '2300-01-01T00:00:00.000Z'],
]

type Place = (string | number)[]

/** The value with one thing changed at random: replaced, left out, or added. It may still fit. */
export function changed(value: unknown): fc.Arbitrary<unknown> {
  const places = placesIn(value)
  return fc
    .record({
      place: fc.constantFrom(...places),
      how: fc.constantFrom('replace', 'replace', 'remove', 'add'),
      odd: fc.constantFrom<unknown>(...oddValues),
    })
    .map(({ place, how, odd }) => changeAt(structuredClone(value), place, { how, odd }))
}

function changeAt(value: unknown, place: Place, change: { how: string; odd: unknown }): unknown {
  const [name, ...rest] = place
  if (name === undefined) return change.how === 'add' ? withUnknown(value, change.odd) : change.odd
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<string, unknown>
  if (rest.length === 0 && change.how === 'remove' && !Array.isArray(copy)) delete copy[name]
  else copy[name] = changeAt(copy[name], rest, change)
  return copy
}

function withUnknown(value: unknown, odd: unknown): unknown {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
    ? { ...value, unknown_field: odd }
    : odd
}

function placesIn(value: unknown, at: Place = []): Place[] {
  if (value === null || typeof value !== 'object') return [at]
  const entries = Array.isArray(value) ? [...value.entries()] : Object.entries(value)
  return [at, ...entries.flatMap(([name, one]) => placesIn(one, [...at, name]))]
}
