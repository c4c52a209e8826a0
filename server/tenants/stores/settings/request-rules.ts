import { z } from 'zod'
import type { FieldProblem } from '../../../foundation/errors/field-problems.ts'
import { isLanguageTag, list, oneOf, price, text } from '../../../foundation/http/input/fields.ts'
import { mostSubject, wrongOwnWords } from './own-words.ts'

/** Rules that decide for some orders and products whether, when and how their buyers are asked: docs/decisions/0120. */

const mostRules = 20
const mostNamed = 500 // products of a rule, and as many groups
const mostTags = 50
const mostCountries = 250
const longestName = 60 // characters
const mostSubjects = 10 // languages of a test
/** Requests of each half of a test: with fewer, not even great differences can be told from chance. */
const leastSize = 200
const mostSize = 100_000
const mostKibibytes = 64 // of all rules: they are read with the store

export const longestTag = 100 // characters

/** Channels that a rule may name. */
const channels = ['email', 'whatsapp', 'sms'] as const

const isCountry = (code: string) => /^[A-Z]{2}$/.test(code)

export const countryCode = text(2, 2).refine(isCountry, 'country').meta({ pattern: '^[A-Z]{2}$' })

/** A shop's word for the country of an order, if it is a code. */
export const countryOf = (said: string | undefined): string | undefined =>
  countryCode.safeParse(said?.trim().toUpperCase()).data

/** A number that wrong-settings.ts checks. */
export const whole = (minimum: number, maximum: number) =>
  z.number().meta({ type: 'integer', minimum, maximum })

const when = z.strictObject({
  product_ids: list(text(255, 1), 1, mostNamed).optional(),
  group_ids: list(z.uuid(), 1, mostNamed).optional().meta({
    description: 'Groups of variants. A product fits if it is in one of them, or in product_ids',
  }),
  tags: list(text(longestTag, 1), 1, mostTags)
    .optional()
    .meta({ description: 'The product came with one of these tags, in any case' }),
  price_from: price
    .optional()
    .meta({ description: 'The least price of the product, in the currency of the store' }),
  price_to: price.optional().meta({ description: 'The highest price of the product' }),
  countries: list(countryCode, 1, mostCountries)
    .optional()
    .meta({ description: 'Where the buyer is, as the order says it: ISO 3166 codes' }),
  buyer: oneOf(['first', 'repeated'])
    .optional()
    .meta({ description: 'Whether the buyer has an earlier order whose review was requested' }),
})

const form = z.strictObject({
  own_questions: z.boolean().optional().meta({ description: 'false: without the questions of the store' }),
  pictures: z.boolean().optional().meta({ description: 'false: without pictures and videos' }),
  store_question: z
    .boolean()
    .optional()
    .meta({ description: 'false: without the question about the store itself' }),
})

const then = z.strictObject({
  ask: z
    .boolean()
    .optional()
    .meta({ description: 'false: nobody is asked. true: as the settings of the store say' }),
  delay_days: whole(0, 365).optional().meta({ description: 'Instead of request_delay_days' }),
  reminders: z
    .array(whole(1, 60))
    .max(2)
    .optional()
    .meta({ description: 'Instead of reminder_days; an empty list sends none' }),
  channel: oneOf(channels).optional().meta({
    description: 'How the buyer is asked: by this channel if they agreed to it, by email otherwise',
  }),
  form: form.optional().meta({ description: 'Parts of the form that are left out' }),
})

/** What the other half of the orders gets, of which one thing differs: docs/decisions/0125. */
const other = {
  delay_days: whole(0, 365).optional().meta({ description: 'Instead of `then.delay_days`' }),
  subjects: z
    .record(z.string(), z.string())
    .optional()
    .meta({ description: 'Subjects of the first email, by language, instead of the usual ones' }),
}

const ruleTest = z.strictObject({
  ...other,
  size: whole(leastSize, mostSize).meta({
    description: 'Requests of each half: the result is shown 14 days after both have as many',
  }),
})

const requestRule = z.strictObject({
  name: text(longestName, 1).meta({ description: 'Unique in the store. The reason of a request names it' }),
  when: when.meta({ description: 'All conditions must fit. Without any, the rule is for every order' }),
  then: then.meta({ description: 'What differs from the settings of the store' }),
  test: ruleTest.optional().meta({ description: 'Half of the orders, by chance, get this instead' }),
})

export const requestRules = z.array(requestRule).max(mostRules).meta({
  description: 'Rules for some orders and products, in order: for each product, the first that fits counts',
})

/** One rule of a store. */
export type RequestRule = z.output<typeof requestRule>

/** What it says, with its name, as requests keep it. Nothing else checks the numbers of an archived one. */
export const appliedRule = then.extend({
  name: requestRule.shape.name,
  delay_days: z.int().min(0).max(365).optional(),
  reminders: z.array(z.int().min(1).max(60)).max(2).optional(),
  test: z
    .string()
    .regex(/^[0-9a-f]{12}$/)
    .optional(),
  variant: z.enum(['a', 'b']).optional(),
  subjects: z
    .record(z.string().refine(isLanguageTag), text(mostSubject, 1))
    .refine(subjects => wrongSubjects('', subjects).length === 0)
    .optional(),
})

export type AppliedRule = z.output<typeof appliedRule>

/** What the rules break, by field: `request_rules.0.when.price_to`. */
export function wrongRequestRules(rules: RequestRule[]): FieldProblem[] {
  if (rules.length > mostRules) return [{ path: 'request_rules', problem: 'array_max', values: [mostRules] }]
  if (Buffer.byteLength(JSON.stringify(rules)) > mostKibibytes * 1024)
    return [{ path: 'request_rules', problem: 'kibibytes_max', values: [mostKibibytes] }]
  return rules.flatMap((rule, index) => {
    const path = `request_rules.${index}`
    return [
      ...wrongName(path, rule, rules.slice(0, index)),
      ...wrongWhen(path, rule),
      ...wrongThen(path, rule),
      ...wrongTest(path, rule),
    ]
  })
}

function wrongName(path: string, { name }: RequestRule, before: RequestRule[]): FieldProblem[] {
  const place = `${path}.name`
  if (name.trim() === '') return [{ path: place, problem: 'length', values: [1, longestName] }]
  if (/[\p{Cc}\p{Bidi_Control}]/u.test(name)) return [{ path: place, problem: 'one_line' }]
  const isSecond = before.some(other => sameName(other.name) === sameName(name))
  return isSecond ? [{ path: place, problem: 'refused', values: [name] }] : []
}

const sameName = (name: string) => name.trim().toLowerCase()

function wrongWhen(path: string, { when }: RequestRule): FieldProblem[] {
  const { price_from = 0, price_to = Number.POSITIVE_INFINITY, tags = [] } = when
  const blank = tags.findIndex(tag => tag.trim() === '')
  return [
    ...(price_to < price_from
      ? [{ path: `${path}.when.price_to`, problem: 'number_min' as const, values: [price_from] }]
      : []),
    ...(blank >= 0
      ? [{ path: `${path}.when.tags.${blank}`, problem: 'length' as const, values: [1, longestTag] }]
      : []),
  ]
}

function wrongThen(path: string, { then }: RequestRule): FieldProblem[] {
  const { ask, delay_days, reminders, form, ...others } = then
  const place = `${path}.then`
  const isHidden = Object.values(form ?? {}).includes(false)
  const said = { delay_days, reminders, ...others, form: isHidden ? form : undefined }
  const [first] = Object.entries(said).flatMap(([name, value]) => (value === undefined ? [] : name))
  if (ask === undefined && first === undefined)
    return [{ path: place, problem: 'either', values: ['ask', 'delay_days, reminders, channel, form'] }]
  if (ask === false && first !== undefined)
    return [{ path: place, problem: 'not_both', values: ['ask: false', first] }]
  return [
    ...(delay_days === undefined || isWhole(delay_days, 0, 365)
      ? []
      : [{ path: `${place}.delay_days`, problem: 'whole' as const, values: [0, 365] }]),
    ...(reminders === undefined || isReminders(reminders)
      ? []
      : [{ path: `${place}.reminders`, problem: 'reminders' as const }]),
  ]
}

function wrongTest(path: string, { then, test }: RequestRule): FieldProblem[] {
  if (!test) return []
  const { size, delay_days, subjects } = test
  const place = `${path}.test`
  if (then.ask === false) return [{ path: place, problem: 'not_both', values: ['then.ask: false', 'test'] }]
  const names = ['delay_days', 'subjects']
  if (delay_days !== undefined && subjects !== undefined)
    return [{ path: place, problem: 'not_both', values: names }]
  return [
    ...(isWhole(size, leastSize, mostSize)
      ? []
      : [{ path: `${place}.size`, problem: 'whole' as const, values: [leastSize, mostSize] }]),
    ...(delay_days === undefined && subjects === undefined
      ? [{ path: place, problem: 'either' as const, values: names }]
      : []),
    ...(delay_days === undefined ? [] : wrongDelays(path, delay_days, then.delay_days)),
    ...(subjects === undefined ? [] : wrongSubjects(`${place}.subjects`, subjects)),
  ]
}

// Both are in the rule: a test must not change with the settings of the store.
function wrongDelays(path: string, other: number, usual: number | undefined): FieldProblem[] {
  const place = `${path}.test.delay_days`
  if (!isWhole(other, 0, 365)) return [{ path: place, problem: 'whole', values: [0, 365] }]
  if (usual === undefined) return [{ path: `${path}.then.delay_days`, problem: 'required' }]
  return other === usual ? [{ path: place, problem: 'refused', values: [other] }] : []
}

function wrongSubjects(path: string, subjects: Record<string, string>): FieldProblem[] {
  const languages = Object.keys(subjects)
  if (languages.length === 0) return [{ path, problem: 'required' }]
  if (languages.length > mostSubjects) return [{ path, problem: 'array_max', values: [mostSubjects] }]
  return Object.entries(subjects).flatMap(([language, subject]) => {
    const place = `${path}.${language}`
    if (!isLanguageTag(language)) return [{ path: place, problem: 'language_tag' as const }]
    return wrongOwnWords({ subject }).map(({ problem, values }) => ({
      path: place,
      problem,
      ...(values && { values }),
    }))
  })
}

/** The most days after the delivery at which a request of the store is sent. */
export function longestDelay({
  request_delay_days,
  request_rules,
}: {
  request_delay_days: number
  request_rules: RequestRule[]
}): number {
  const ofRules = request_rules.flatMap(({ then, test }) => [then.delay_days ?? 0, test?.delay_days ?? 0])
  return Math.max(request_delay_days, ...ofRules)
}

export const isWhole = (value: number, least: number, most: number) =>
  Number.isInteger(value) && value >= least && value <= most

/** At most two numbers of days, ascending. */
export function isReminders(days: number[]): boolean {
  const [first = 0, second = Number.POSITIVE_INFINITY] = days
  return days.length <= 2 && days.every(day => isWhole(day, 1, 60)) && first < second
}
