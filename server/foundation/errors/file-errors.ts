import type { Catalogues, Languages } from '../../../build/texts/catalogues.ts'
import { storable } from '../lib/text/storable.ts'
import { textsIn } from '../texts/texts.ts'

export type ErrorLanguage = Languages['errors']

/** The languages of errors as a `user_message` names them. */
export const messageNames = {
  en: 'en_us',
  'pt-BR': 'pt_br',
  es: 'es_mx',
  de: 'de_de',
  fr: 'fr_fr',
  it: 'it_it',
} as const satisfies Record<ErrorLanguage, string>

export type MessageName = (typeof messageNames)[ErrorLanguage]

type FileErrorName = keyof Catalogues['errors']['files']

/** What can be wrong with a damaged archive. */
export type Damage = keyof Catalogues['errors']['damages']

/** Read when needed: most commands have no error, and binding the texts of all takes 12 ms. */
export const damageNames = () => Object.keys(textsIn('errors', 'en').damages) as Damage[]

/** Which error of a file it is, and the values of its sentence. A list is worded as alternatives: "a or b". */
export type FileFault = { name: FileErrorName; values: (string | number | string[])[]; damage?: Damage }

/**
 * A file that cannot be read, written or imported, as a value of the catalogue. It ends the job, which
 * stores it for the dashboard; commands print it.
 */
export class FileError extends Error {
  readonly fault: FileFault

  constructor(name: FileErrorName, values: FileFault['values'] = [], { damage, cause }: Details = {}) {
    const fault = { name, values, ...(damage && { damage }) }
    super(wordFault(fault, 'en').what, { cause })
    this.name = 'FileError'
    this.fault = fault
  }
}

type Details = { damage?: Damage; cause?: unknown }

/** The error of a damaged archive. */
export function damaged(damage: Damage, ...values: (string | number)[]): FileError {
  const short = values.map(value => (typeof value === 'string' ? value.slice(0, 200) : value))
  return new FileError('archive_damaged', short, { damage })
}

/** The fault as a `user_message`, in every language. */
function fileMessage(fault: FileFault): Record<MessageName, string> {
  const said = Object.entries(messageNames).map(([language, name]) => {
    const { what, mend } = wordFault(fault, language as ErrorLanguage)
    return [name, `${what} ${mend}`]
  })
  return Object.fromEntries(said)
}

/** How a job stores a fault: in English, and by name for other languages. `name` is missing in rows of older releases. */
export type StoredProblem = {
  what: string
  mend: string
  name?: string
  values?: FileFault['values']
  damage?: { name: string; values?: string[] }
}

/** The fault as a job stores it. */
export function describeFault({ name, values, damage }: FileFault): StoredProblem {
  const kept = values.map(value => (Array.isArray(value) ? value.map(shorten) : shorten(String(value))))
  const fault: FileFault = { name, values: kept, ...(damage && { damage }) }
  const { what, mend } = wordFault(fault, 'en')
  return { what, mend, name, values: kept, ...(damage && { damage: { name: damage, values: kept.flat() } }) }
}

/** A stored problem for the dashboard, in every language if its name is known. */
export function presentProblem({ what, mend, name, values = [], damage }: StoredProblem) {
  const known = isDamage(damage?.name) ? { name: damage.name, values: damage.values ?? [] } : undefined
  const fault: FileFault | undefined = known
    ? { name: 'archive_damaged', values: known.values, damage: known.name }
    : isFileError(name) && !damage
      ? { name, values }
      : undefined
  return {
    what,
    mend,
    ...(fault && { user_message: fileMessage(fault) }),
    ...(known && { damage: known }),
    ...(name === 'states_unknown' && { states: statesOf(values) }),
  }
}

/** The column of states, and its words that nobody has explained. */
function statesOf([column, words]: FileFault['values']): { column: string; words: string[] } {
  return { column: String(column), words: Array.isArray(words) ? words : [] }
}

function isDamage(name: unknown): name is Damage {
  return damageNames().includes(name as Damage)
}

function isFileError(name: unknown): name is FileErrorName {
  return Object.hasOwn(textsIn('errors', 'en').files, String(name))
}

const longestValue = 1_000 // characters: a header may be as long as a row

function shorten(value: string): string {
  return storable(value.length > longestValue ? `${value.slice(0, longestValue)}…` : value)
}

/** The fault in a language: what happened, and what to do. */
export function wordFault({ name, values, damage }: FileFault, language: ErrorLanguage) {
  const { files, damages } = textsIn('errors', language)
  const words = values.map(value => (Array.isArray(value) ? alternatives(value, language) : value))
  const shown = damage ? [fillNumbered(damages[damage], words)] : words
  const { what, mend } = files[name]
  return { what: fillNumbered(what, shown), mend: fillNumbered(mend, shown) }
}

// No text has more values.
const none = ['', '', '', '']

/** A text with its values in the places of {0}, {1} … Missing values become empty. */
export function fillNumbered(
  text: string | ((values: never) => string),
  values: (string | number)[],
): string {
  if (typeof text === 'string') return text
  return text([...values, ...none] as never)
}

function alternatives(values: string[], language: string): string {
  return new Intl.ListFormat(language, { type: 'disjunction' }).format(values)
}
