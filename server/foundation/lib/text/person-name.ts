import {
  companies,
  dottedTitles,
  honorifics,
  hungarianFamilies,
  hungarianGiven,
  initialTitles,
  isIn,
  noNames,
  particles,
  placeholders,
  shortCompanies,
  spanishSecondGiven,
  suffixes,
  titles,
  vietnameseFamilies,
} from './name-words.ts'

/** What a name says of a person. '' where it says nothing. */
export type PersonName = {
  /** What they are called by; '' if it is unknown, as in "Dr. Souza". In Chinese, Japanese and Korean the whole name. */
  given: string
  /** The family name that a short name keeps, without suffixes such as Filho and Jr. */
  family: string
  /** Whether the family name is said first. */
  isFamilyFirst: boolean
}

/**
 * Reads a name as shops and buyers write it: without titles and suffixes. Nothing is known of a placeholder such as
 * "null" or "Guest", of a company, and of text with an address in it. `language`: a tag of the one that its owner reads.
 */
export function readPersonName(full: string, language = ''): PersonName {
  const words = inReadingOrder(full).filter(word => /\p{L}/u.test(word))
  const untitled = words.findIndex((word, index) => !isTitle(word, words.length - index - 1))
  const named = untitled < 0 ? [] : words.slice(untitled).map(withoutAttached).filter(Boolean)
  if (named.length > 1 && isIn(honorifics, named.at(-1) ?? '')) named.pop()
  const [first = ''] = named
  if (isPlaceholder(full) || isIn(placeholders, first) || isCompany(named) || named.some(hasAddress))
    return { given: '', family: '', isFamilyFirst: false }
  if (isEastAsian(first)) return ofEastAsian(named)
  return ofWords(named, untitled > 0, language)
}

/** Whether a name begins with a letter of Chinese, Japanese or Korean. */
export function isEastAsian(name: string): boolean {
  return /^[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(name)
}

// Without a space nothing says where the family name ends. People are addressed by both: 山田太郎様, 김민수님.
function ofEastAsian(named: string[]): PersonName {
  const separator = /^\p{Script=Hangul}/u.test(named[0] ?? '') ? '' : ' '
  return {
    given: named.join(separator),
    family: named.length > 1 ? (named[0] ?? '') : '',
    isFamilyFirst: true,
  }
}

function ofWords(words: string[], isTitled: boolean, language: string): PersonName {
  const named = [...words]
  // "Pedro Neto" has no other family name.
  while (named.length > 2 && isIn(suffixes, named.at(-1) ?? '')) named.pop()
  const [first = '', ...others] = named
  const last = others.at(-1) ?? ''
  if ((isTitled && last === '') || particles.has(first))
    return { given: '', family: last || first, isFamilyFirst: false }
  if (last !== '' && isFamilyFirst(named, language))
    return { given: last, family: first, isFamilyFirst: true }
  if (isOfForm(named)) return { given: others[0] ?? '', family: first, isFamilyFirst: false }
  return { given: first, family: familyOf(others, language), isFamilyFirst: false }
}

// In Spanish the first of two family names counts, in Portuguese and elsewhere the last one.
function familyOf(others: string[], language: string): string {
  const last = others.at(-1) ?? ''
  if (!/^es\b/i.test(language)) return last
  const beforeLast = others.filter(word => !particles.has(word)).at(-2)
  return beforeLast === undefined || isIn(spanishSecondGiven, beforeLast) ? last : beforeLast
}

function isFamilyFirst(named: string[], language: string): boolean {
  const [first = ''] = named
  const last = named.at(-1) ?? ''
  if (!/^(?:hu|vi)\b/i.test(language) || isInitial(last)) return false
  if (isInitial(first)) return true
  return /^hu/i.test(language)
    ? isIn(hungarianGiven, last) || !(isIn(hungarianGiven, first) || isIn(hungarianFamilies, last))
    : isIn(vietnameseFamilies, first)
}

// Of a name that was shortened before.
const isInitial = (word: string) => /^\p{L}\.$/u.test(word)

const patronymic = /(?:ович|евич|ївна|івна|овна|евна|ична|ильич)$/iu
const slavicFamily = /(?:.{2}ов|.{2}ев|.ёв|.{2}ова|.{2}ева|.ёва|ский|цкий|ська|ський|ская|цкая|енко)$/iu

// Given names that end as family names do.
const slavicGiven = /^(?:любов|яков|иаков)$/iu

// Forms in Russian and Ukrainian ask for the family name first, "Иванова Анна Сергеевна". In speech it comes last.
function isOfForm(named: string[]): boolean {
  const [first = '', second = '', third = ''] = named
  return (
    patronymic.test(third) ||
    (slavicFamily.test(first) && !slavicGiven.test(first) && second !== '' && !slavicFamily.test(second))
  )
}

/** Whether a name is what programs write where there is none, such as "null", "Guest" or "Sem nome". */
export function isPlaceholder(full: string): boolean {
  const words = full.split(/\s+/).filter(Boolean)
  return words.length > 0 && (words.every(word => isIn(placeholders, word)) || isIn(noNames, full.trim()))
}

// "Silva, João" begins with the family name, and "John Smith, PhD" does not. Brackets hold remarks.
function inReadingOrder(full: string): string[] {
  const wordsOfPart = (part: string) => part.split(/\s+/).filter(Boolean)
  const [before = '', ...after] = full.replace(/\([^()]*\)?/g, ' ').split(/[,،，、]/)
  const later = wordsOfPart(after.join(' '))
  const isFamilyFirst = later.some(
    word => /\p{L}/u.test(word) && !isIn(suffixes, word) && !isIn(companies, word),
  )
  return isFamilyFirst ? [...later, ...wordsOfPart(before)] : [...wordsOfPart(before), ...later]
}

function isTitle(word: string, following: number): boolean {
  if (isIn(titles, word)) return true
  return word.endsWith('.') && (isIn(dottedTitles, word) || (following > 1 && isIn(initialTitles, word)))
}

// Thai titles and Japanese and Korean honorifics have no space between them and the name.
function withoutAttached(word: string): string {
  if (/^\p{Script=Thai}/u.test(word)) return word.replace(/^(?:นางสาว|นาง|นาย|คุณ)(?!\p{M})(?=.)/u, '')
  return isEastAsian(word) && word.length > 1 ? word.replace(/(?:様|さま|さん|님)$/, '') : word
}

function isCompany(words: string[]): boolean {
  const [first = ''] = words
  const last = words.at(-1) ?? ''
  if (/株式会社|有限会社|有限公司|주식회사/.test(words.join(''))) return true
  return (
    words.length > 1 &&
    (isIn(companies, last) || shortCompanies.has(last.replace(/\./g, '')) || /^(?:ООО|ОАО|ИП)$/.test(first))
  )
}

// Mail apps make links of what looks like an address.
function hasAddress(word: string): boolean {
  return /[@/\\]|\p{L}\.\p{L}{2}/u.test(word) && !shortCompanies.has(word)
}
