import { contextOf } from './phone-context.ts'
import { createJudge, fewestDigits, isCertain, type Judge, mostDigits, mostGroups } from './phone-rules.ts'

type Place = readonly [start: number, end: number]

type Group = { digits: string; start: number; end: number; separator: string }

/**
 * Phone numbers in a plain text: numbers of any country with its code, Brazilian ones and those of the country, and any
 * number after a word that announces a phone. Prices, dates, measures, order numbers and codes of products are none.
 *
 * Our own scanner finds the runs of digits, and libphonenumber-js only judges short ones. Its own search took 240 ms for
 * 50,000 hostile characters, and found no number between others.
 */
export function findPhones(text: string, country: string | undefined): Place[] {
  const found: Place[] = [...text.matchAll(waLink)].map(({ 0: link, index }) => [index, index + link.length])
  const judge = createJudge(country)
  for (const run of text.matchAll(runs)) {
    for (const groups of partsOf(run[0], run.index)) {
      if (countDigits(groups) < fewestDigits) continue
      found.push(...phonesAmong(text, groups, judge))
    }
  }
  return found
}

const waLink = /(?:wa\.me|whatsapp\.com)\/(?:send\/?\?(?:[^\s<>"']{0,100}&)?phone=)?\+?\d{8,15}/gi

// A run of digits with the signs of phone numbers between them. "x", commas, colons and currencies end it. Letters join a
// number to a code in scripts in which words are written so: in 微信13812345678 they do not.
const letter = String.raw`[\p{sc=Latn}\p{sc=Cyrl}\p{sc=Grek}]`
const runs = new RegExp(
  String.raw`(?<!${letter}|\p{N}|\p{N}[,:]|${letter}[-_/.])(?:\+ ?)?\(?(?:\+ ?)?\d(?:[ ()./+-]{0,4}\d)*(?!${letter}|\p{N}|[,:]\p{N}|[-_/]${letter})`,
  'gu',
)

/** The groups of digits, split where a date or a range of years is, or where a sign begins another number. */
function* partsOf(run: string, offset: number): Generator<Group[]> {
  let part: Group[] = []
  const groups = groupsOf(run, offset)
  for (let at = 0; at < groups.length; at++) {
    const group = groups[at] as Group
    const dated = lengthOfDate(groups, at)
    if (dated > 0 || (part.length > 0 && /\+|\s-\s|\s\/\s| {2}/.test(group.separator))) {
      yield part
      part = []
    }
    if (dated > 0) at += dated - 1
    else part.push(group)
  }
  yield part
}

function groupsOf(run: string, offset: number): Group[] {
  let end = 0
  return [...run.matchAll(/\d+/g)].map(({ 0: digits, index }) => {
    const separator = run.slice(end, index)
    end = index + digits.length
    return { digits, separator, start: offset + index, end: offset + end }
  })
}

const year = /^(?:19|20)\d\d$/

/** How many groups from this one on are years or a date; 0: none. */
function lengthOfDate(groups: Group[], at: number): number {
  const [one, two, three] = groups.slice(at, at + 3)
  if (!one || !two || /[+(]/.test(one.separator) || !/^(?:[-./ ]|\. )$/.test(two.separator)) return 0
  // In (11) 90000-2000 2026 the first of the two years is part of a number.
  const isFree = at === 0 || one.separator === ' ' || one.separator === two.separator
  if (isFree && year.test(one.digits) && year.test(two.digits)) return 2
  if (!three || two.separator !== three.separator) return 0
  const digits = [one, two, three].map(group => group.digits)
  // 12.03.26, but not the beginning of 06 12 34 56 78.
  const isShort = two.separator !== ' ' && groups.length - at === 3 && digits.every(isOfDay)
  return isShort || isDate(digits) || isDate(digits.toReversed()) ? 3 : 0
}

/** From the year, in either order of month and day. */
function isDate([first = '', ...others]: string[]): boolean {
  return year.test(first) && others.every(isOfDay) && Math.min(...others.map(Number)) <= 12
}

function isOfDay(digits: string): boolean {
  return digits.length <= 2 && Number(digits) >= 1 && Number(digits) <= 31
}

/** The part as a whole, or as several numbers with next to nothing between them. */
function phonesAmong(text: string, groups: Group[], judge: Judge): Place[] {
  const context = contextOf(text, ...placeOf(text, groups))
  const isPhone = (some: Group[]) =>
    judge(
      text.slice(...placeOf(text, some)),
      some.map(({ digits }) => digits),
      context,
    )
  if (countDigits(groups) <= mostDigits && isPhone(groups)) return [placeOf(text, groups)]
  const found: Place[] = []
  let others = 0
  for (let first = 0; first < groups.length; ) {
    const length = longestAt(groups, first, isPhone)
    if (length > 0) found.push(placeOf(text, groups.slice(first, first + length)))
    else others += (groups[first] as Group).digits.length
    first += Math.max(1, length)
  }
  // As in "612 345 678 5 estrellas". Among more digits, they may as well be sizes.
  const isNearlyAll = others <= Math.max(2, countDigits(groups) / 8)
  return isNearlyAll ? found : found.filter(([start, end]) => isCertain(text.slice(start, end)))
}

function longestAt(groups: Group[], first: number, isPhone: (some: Group[]) => boolean): number {
  let digits = 0
  let longest = 0
  for (let length = 1; length <= mostGroups && first + length <= groups.length; length++) {
    digits += (groups[first + length - 1] as Group).digits.length
    if (digits > mostDigits) break
    if (digits >= fewestDigits && isPhone(groups.slice(first, first + length))) longest = length
  }
  return longest
}

/** From the first digit to the last, with a + and brackets around them. */
function placeOf(text: string, groups: Group[]): Place {
  let start = (groups[0] as Group).start
  let end = (groups.at(-1) as Group).end
  if (text[end] === ')' && text.slice(start, end).lastIndexOf('(') > text.slice(start, end).lastIndexOf(')'))
    end++
  if (text[start - 1] === '(' && text.slice(start, end).includes(')')) start--
  if (text[start - 1] === ' ' && text[start - 2] === '+') start--
  if (text[start - 1] === '+') start--
  return [start, end]
}

function countDigits(groups: Group[]): number {
  return groups.reduce((sum, { digits }) => sum + digits.length, 0)
}
