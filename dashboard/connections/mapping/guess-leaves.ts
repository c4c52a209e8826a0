import { expressionOf, isObject, planned } from './guess-keys.ts'
import { instantOf, isDateText } from './guess-values.ts'

/** A value in a sample, the keys that lead to it, and to the lists around it. A list is entered at its first item. */
export type Leaf = { path: string[]; value: unknown; lists: string[][] }

export function leavesOf(value: unknown, path: string[], lists: string[][] = []): Leaf[] {
  if (Array.isArray(value)) return value.length > 0 ? leavesOf(value[0], path, [...lists, path]) : []
  if (!isObject(value)) return [{ path, value, lists }]
  return Object.entries(value).flatMap(([key, inner]) => leavesOf(inner, [...path, key], lists))
}

// `{ "value": "1795757004081", "text": "27 Nov" }`, `{ "amount": 149.9, "currency": "BRL" }`, `{ "date": "…", "timezone": "UTC" }`
const wrapped = /^(value|amount|date|\$date)$/i

/** The names of a value: its key, and the key around it where its own, such as `value`, says nothing. */
export function namesOf(own: string[], inner = wrapped): string[] {
  return own.slice(inner.test(own.at(-1) ?? '') ? -2 : -1)
}

const ofDates = /(_(at|on|em)|[a-z]At|date|Date|time|Time|timestamp)$|^(fecha|data)(_|$)/

/** Whether a value is a date: the seconds or milliseconds since 1970 only where its key is that of a date. */
export function isDate({ path, value }: Leaf): boolean {
  return isDateText(value) || (instantOf(value) !== undefined && namesOf(path).some(key => ofDates.test(key)))
}

const changed = /updat|modif|chang|actualiz|atualiz/i
const later = new RegExp(`${planned.source}|expir|until|valid|next|venc`, 'i')

/** Whether this is the date of a change, and something happened since: some shops never move theirs. */
export function isOutdated(leaf: Leaf, leaves: Leaf[]): boolean {
  const at = instantOf(leaf.value)
  if (at === undefined || !namesOf(leaf.path).some(key => changed.test(key))) return false
  const past = leaves.filter(one => isDate(one) && !one.path.some(key => later.test(key)))
  return past.some(one => (instantOf(one.value) ?? at) > at + 1000)
}

/** JSONata for a value, from `start` on: of a list further inside, that of its first item. */
export function expressionTo({ path, lists }: Leaf, start: string[]): string {
  const isInList = (end: number) => end > start.length && lists.some(list => list.length === end)
  return path
    .slice(start.length)
    .map((key, at) => `${expressionOf([key])}${isInList(start.length + at + 1) ? '[0]' : ''}`)
    .join('.')
}
