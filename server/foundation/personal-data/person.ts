import { domainToUnicode } from 'node:url'
import sql, { join, type Sql } from 'sql-template-tag'
import { chooseLanguage } from '../http/language.ts'
import { textsIn } from '../texts/texts.ts'
import { maskContacts } from './contacts/mask-contacts.ts'
import { comparable, fold, replaceSpans, type Span } from './folded.ts'
import { findKnownPhones } from './known-phones.ts'

/** A buyer, or a visitor who wrote to the store: known by an e-mail address. */
export type Buyer = {
  /** Normalised by `comparableAddress`. */
  address: string
  /** Every spelling of the address, in lower case. */
  spellings: string[]
}

/** Names and phones of a person, to find in texts. */
export type Known = { names: string[]; phones: string[] }

// As URLs and HTML write it: forms that were copied into a text.
const signs = ['@', '%40', '&#64;', '&#x40;']

export function buyerOf(address: string): Buyer {
  const at = address.lastIndexOf('@')
  const domain = domainToUnicode(address.slice(at + 1))
  const plain = [address, `${address.slice(0, at)}@${domain}`].flatMap(form => [form, form.normalize('NFD')])
  const spellings = plain.flatMap(form => signs.map(sign => form.replace('@', sign)))
  return { address, spellings: [...new Set(spellings)] }
}

/**
 * A condition for statements: the text contains the address, even inside a longer one (ana@… in joana@…). Selects
 * texts to redact; `isAddressOf` decides whether an e-mail belongs to the person.
 */
export function holdsAddress({ spellings }: Buyer, text: Sql): Sql {
  // Most texts have no @, and most others are ASCII: without these shortcuts, 100,000 texts of 1.5 kB take 18 s.
  const written = sql`case when octet_length(${text}) = char_length(${text}) then lower(${text}) else lower(normalize(${text}, nfkc)) end`
  const forms = [...new Set(spellings.map(spelling => spelling.normalize('NFKC')))]
  const tests = forms.map(form => sql`position(${form} in ${written}) > 0`)
  const hasSign = [...signs, '＠', '﹫'].map(sign => sql`position(${sign} in ${text}) > 0`)
  return sql`((${join(hasSign, ' or ')}) and (${join(tests, ' or ')}))`
}

/** Whether an e-mail, as typed, is the address or contains it among others. */
export function isAddressOf({ spellings }: Buyer, email: string): boolean {
  const text = email.toLowerCase()
  return spellings.some(spelling =>
    new RegExp(
      `(?<![${partOfAddress}.])${literally(spelling)}(?![${partOfAddress}]|\\.[\\p{L}\\p{N}])`,
      'u',
    ).test(text),
  )
}

const partOfAddress = "\\p{L}\\p{M}\\p{N}_!#$%&'*+/=?^`{|}~\\-"

/** The words of the names, without particles: a store's replies may use a first name alone. */
function firstNames(names: string[]): string[] {
  return names.flatMap(name => name.split(/\s+/)).filter(word => !particle.test(word))
}

const particle = /^(da|das|de|del|der|do|dos|la|las|los|van|von|y|e)$/i

/** The display name of an anonymous author, in the language of the text. */
export function anonymousIn(language: string): string {
  return textsIn('html', chooseLanguage(language)).anonymous
}

const gone = '…'

/**
 * Removes the person's address, names and phones from a text, regardless of case, accents, letter width, and
 * separators between digits. Keeps names shorter than `shortestName`, because they may be ordinary words.
 */
export function redact(
  text: string,
  { spellings }: Buyer,
  { names, phones }: Known,
  shortestName = 5,
): string {
  const folded = fold(text)
  const isLongEnough = (name: string) => name.trim().length >= shortestName
  const patterns = [
    ...spellings.map(spelling => literally(comparable(spelling))),
    ...names
      .filter(isLongEnough)
      .map(name => whole(literally(comparable(name).trim()).replace(/\s+/g, '\\s+'))),
  ]
  const words = patterns.flatMap(pattern =>
    [...folded.text.matchAll(new RegExp(pattern, 'gu'))].map(
      ({ 0: found, index }): Span => [index, index + found.length],
    ),
  )
  return replaceSpans(text, folded, [...words, ...findKnownPhones(folded.text, phones)], gone)
}

function whole(pattern: string): string {
  return `(?<![\\p{L}\\p{N}])${pattern}(?![\\p{L}\\p{N}])`
}

function literally(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&').replace(/-/g, '\\x2d')
}

/**
 * Returns functions that redact the texts and the store's reply of a record that the person wrote as `displayName`. Both
 * lose every contact, because the order that had the person's phone may be deleted already. The reply also loses each
 * single name, because stores greet people by their first name.
 */
export function cleaningOf(buyer: Buyer, known: Known, displayName: string, country: string) {
  const names = [...known.names, displayName]
  const text = (written: string) => maskContacts(redact(written, buyer, { ...known, names }), { country })
  const reply = (written: string | null) =>
    written && redact(text(written), buyer, { names: firstNames(names), phones: [] }, 3)
  return { text, reply }
}
