import { comparable, type Span } from './folded.ts'

const shortest = 8
const longest = 20 // digits, including prefixes
const signs = '\\s().\\-/_\\u2010-\\u2015\\u2212\\u00b7'
const runs = new RegExp(`\\d(?:[${signs}]{0,3}\\d)*`, 'g')

type Group = { digits: string; from: number; to: number }

/**
 * Finds the phones in a folded text: as stored, or their last eight or more digits, with or without prefixes and with
 * separators. A longer number that contains a phone is another number.
 */
export function findKnownPhones(text: string, phones: string[]): Span[] {
  const kept = phones
    .map(phone => withoutZeros(comparable(phone).replace(/\(0\)|\D/g, '')))
    .filter(digits => digits.length >= shortest)
  if (kept.length === 0) return []
  return [...text.matchAll(runs)].flatMap(run => {
    const groups = [...run[0].matchAll(/\d+/g)].map(({ 0: digits, index }) => {
      const from = run.index + index
      return { digits, from, to: from + digits.length }
    })
    return phonesAmong(text, groups, kept)
  })
}

/** Numbers may be adjacent, so every short enough sequence of groups is compared. The longest match wins. */
function phonesAmong(text: string, groups: Group[], kept: string[]): Span[] {
  const found: Span[] = []
  for (let first = 0; first < groups.length; first++) {
    const end = endOfPhone(groups, first, kept)
    if (end === undefined) continue
    const { from } = groups[first] as Group
    const { to } = groups[end] as Group
    found.push([beginning(text, from, to), to])
    first = end
  }
  return found
}

function endOfPhone(groups: Group[], first: number, kept: string[]): number | undefined {
  let end: number | undefined
  let digits = ''
  for (let last = first; last < groups.length; last++) {
    const group = groups[last] as Group
    // As in +44 (0)20: the 0 is not dialled from abroad.
    const isOptional = group.digits === '0' && last > first
    if (!isOptional) digits += group.digits
    if (digits.length > longest || last - first > longest) break
    const ending = digits.slice(-shortest)
    if (ending.length === shortest && kept.some(phone => phone.endsWith(ending) && isSame(digits, phone)))
      end = last
  }
  return end
}

/** A dialled number may begin with 0, with 00 and a country code, with 8 (Russia) or with 06 (Hungary). */
function isSame(dialled: string, kept: string): boolean {
  const forms = [withoutZeros(dialled), dialled.replace(/^(8|06)/, '')]
  return forms.some(
    form =>
      form.length >= shortest &&
      (kept.endsWith(form) || (form.endsWith(kept) && form.length - kept.length <= 3)),
  )
}

function withoutZeros(digits: string): string {
  return digits.replace(/^0+/, '')
}

/** The start of a number, including a + before it and a bracket that closes within it. */
function beginning(text: string, from: number, to: number): number {
  let start = from
  if (text[start - 1] === '(' && text.slice(from, to).includes(')')) start--
  if (text[start - 1] === '+') start--
  return start
}
