import { nearestText } from '../../../../texts/match.ts'
import { maskContacts } from '../../../foundation/personal-data/contacts/mask-contacts.ts'
import type { Attribute, Label } from '../../../tenants/stores/settings/attribute-rules.ts'
import type { Store } from '../../../tenants/stores/stores.ts'
import { type Answer, type Answers, answerTo, sentOf } from './answers.ts'
import type { AnswerCount } from './sums.ts'

/** The text in the first language that it has: a requested one, the store's, English, or its own first. */
export function inLanguage(
  label: Label,
  { locale }: Pick<Store, 'locale'>,
  ...tags: (string | undefined)[]
): string {
  const key = [...tags, locale].join()
  const known = found.get(label) ?? new Map<string, string>()
  const before = known.get(key)
  if (before !== undefined) return before
  // A tag is whatever a visitor sends: many must not keep the others out.
  if (known.size >= mostKept) known.clear()
  const text = nearestText(label, [...tags, locale, 'en'])
  found.set(label, known.set(key, text))
  return text
}

// Finding the language took most of the time of a page with answers. A known store keeps its labels.
const found = new WeakMap<Label, Map<string, string>>()
const mostKept = 50

type Speaking = Pick<Store, 'locale' | 'country'>

/** What visitors see of a review's answers, in the order of the questions. Contact data in texts are masked. */
export function showAnswers(
  attributes: Attribute[],
  answers: Answers | null | undefined,
  store: Speaking,
  locale?: string,
) {
  return attributes.flatMap(attribute => {
    const { id, type, label } = attribute
    const stored = attribute.public && answers && Object.hasOwn(answers, id) ? answers[id] : undefined
    const answer = stored === undefined ? undefined : answerTo(attribute, stored)
    if (answer === undefined) return []
    const value = withMask(sentOf(answer), type, store)
    const value_label = [value].flat().map(one => labelOf(attribute, one, store, locale))
    return [{ id, type, label: inLanguage(label, store, locale), value, value_label: value_label.join(', ') }]
  })
}

/** What visitors see of a product's counts, in the order of the questions. Those without answers are left out. */
export function showAnswerSums(
  attributes: Attribute[],
  counts: AnswerCount[],
  store: Speaking,
  locale?: string,
) {
  return attributes.flatMap(attribute => {
    if (!attribute.public) return []
    const { id, type, label } = attribute
    const own = new Map(
      counts.filter(({ attribute_id }) => attribute_id === id).map(({ value, count }) => [value, count]),
    )
    const distribution = valuesIn(attribute).map(({ value, key }) => ({
      ...{ value, label: labelOf(attribute, value, store, locale), count: own.get(key) ?? 0 },
    }))
    const sum = distribution.reduce((all, { count }) => all + count, 0)
    const count = type === 'choices' ? (own.get('[]') ?? 0) : type === 'text' ? (own.get('{}') ?? 0) : sum
    if (count === 0) return []
    const average = isNumeric(type) && { average: averageOf(distribution, sum) }
    return [{ id, type, label: inLanguage(label, store, locale), count, ...average, distribution }]
  })
}

/** All values that can be counted and found, with their keys in `valuesOf`. Texts have none. */
export function valuesIn({ type, options = [] }: Attribute): { value: number | string; key: string }[] {
  if (type === 'text') return []
  if (isNumeric(type)) return [1, 2, 3, 4, 5].map(value => ({ value, key: String(value) }))
  return options.map(({ id }) => ({ value: id, key: type === 'choice' ? `"${id}"` : `["${id}"]` }))
}

/** How a value is called: an end of a scale or an option by its label, everything else as it is. */
export function labelOf(
  { low, mid, high, options, type }: Attribute,
  value: Exclude<Answer, object> | string,
  store: Pick<Store, 'locale'>,
  locale?: string,
): string {
  const label =
    type === 'scale'
      ? { 1: low, 3: mid, 5: high }[Number(value)]
      : options?.find(option => option.id === value)?.label
  return label ? inLanguage(label, store, locale) : String(value)
}

const isNumeric = (type: Attribute['type']) => type === 'scale' || type === 'rating'

function withMask(value: number | string | string[], type: Attribute['type'], store: Speaking) {
  return type === 'text' ? maskContacts(String(value), store) : value
}

// With at most two decimals.
function averageOf(distribution: { value: number | string; count: number }[], sum: number): number {
  const all = distribution.reduce((total, { value, count }) => total + Number(value) * count, 0)
  return sum === 0 ? 0 : Math.round((100 * all) / sum) / 100
}
