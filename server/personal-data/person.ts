import { domainToUnicode } from 'node:url'
import sql, { join, type Sql } from 'sql-template-tag'
import { comparable, fold, replaceSpans, type Span } from './folded.ts'
import { findPhones } from './phones.ts'

/** A person as the tables know them: by the address of their mail. */
export type Person = {
  /** As `comparableAddress` has it. */
  address: string
  /** Every way in which it may be written, in small letters. */
  spellings: string[]
}

/** What is known of a person beside the address, so that it can be found in texts. */
export type Known = { names: string[]; phones: string[] }

export function personOf(address: string): Person {
  const at = address.lastIndexOf('@')
  const domain = domainToUnicode(address.slice(at + 1))
  const spellings = [address, `${address.slice(0, at)}@${domain}`]
  return { address, spellings: [...new Set(spellings.flatMap(one => [one, one.normalize('NFD')]))] }
}

/**
 * For statements: whether the text holds the address anywhere, also within a longer one (ana@… in joana@…).
 * Enough to look for texts to redact; whether an e-mail is the person's `isAddressOf` says.
 */
export function holdsAddress({ spellings }: Person, text: Sql): Sql {
  const written = sql`lower(normalize(${text}, nfkc))`
  const forms = [...new Set(spellings.map(spelling => spelling.normalize('NFKC')))]
  const tests = forms.map(form => sql`position(${form} in ${written}) > 0`)
  return sql`(${join(tests, ' or ')})`
}

/** Whether an e-mail as somebody typed it is the address, or holds it among others. */
export function isAddressOf({ spellings }: Person, email: string): boolean {
  const text = email.toLowerCase()
  return spellings.some(spelling =>
    new RegExp(
      `(?<![${partOfAddress}.])${literally(spelling)}(?![${partOfAddress}]|\\.[\\p{L}\\p{N}])`,
      'u',
    ).test(text),
  )
}

const partOfAddress = "\\p{L}\\p{M}\\p{N}_!#$%&'*+/=?^`{|}~\\-"

/** The single words of names, by which a store may greet in its answers. */
function firstNames(names: string[]): string[] {
  return names.flatMap(name => name.split(/\s+/)).filter(word => !particle.test(word))
}

const particle = /^(da|das|de|del|der|do|dos|la|las|los|van|von|y|e)$/i

/** What a review of somebody without a name is signed with, in its language. */
export function anonymousIn(language: string): string {
  const [primary] = language.toLowerCase().split('-')
  return primary === 'pt' ? 'Anônimo' : primary === 'es' ? 'Anónimo' : 'Anonymous'
}

const gone = '…'

/**
 * The text without the person's address, names and phones, whatever their case, accents, width of letters and signs
 * between the digits. A name shorter than `shortestName` may be any word: it stays.
 */
export function redact(
  text: string,
  { spellings }: Person,
  { names, phones }: Known,
  shortestName = 5,
): string {
  const folded = fold(text)
  const isTelling = (name: string) => name.trim().length >= shortestName
  const patterns = [
    ...spellings.map(spelling => literally(comparable(spelling))),
    ...names.filter(isTelling).map(name => whole(literally(comparable(name).trim()).replace(/\s+/g, '\\s+'))),
  ]
  const words = patterns.flatMap(pattern =>
    [...folded.text.matchAll(new RegExp(pattern, 'gu'))].map(
      ({ 0: found, index }): Span => [index, index + found.length],
    ),
  )
  return replaceSpans(text, folded, [...words, ...findPhones(folded.text, phones)], gone)
}

function whole(pattern: string): string {
  return `(?<![\\p{L}\\p{N}])${pattern}(?![\\p{L}\\p{N}])`
}

function literally(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&').replace(/-/g, '\\x2d')
}

/**
 * Cleans the texts of a record the person wrote, in which they were called `displayName`. The store's reply is
 * cleaned of the first name too: a store greets by it alone.
 */
export function cleaningOf(person: Person, known: Known, displayName: string) {
  const names = [...known.names, displayName]
  const text = (written: string) => redact(written, person, { ...known, names })
  const reply = (written: string | null) =>
    written && redact(text(written), person, { names: firstNames(names), phones: [] }, 3)
  return { text, reply }
}
