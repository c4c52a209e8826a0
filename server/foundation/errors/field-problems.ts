import type { Catalogues } from '../../../build/texts/catalogues.ts'
import { textsIn } from '../texts/texts.ts'
import { type ErrorLanguage, type FileFault, fillNumbered, wordFault } from './file-errors.ts'

/** One invalid field of a body; `path` in dots: `products.0.price`. Empty: of a body that is a file. */
export type FieldProblem = {
  path: string
  problem: keyof Catalogues['errors']['problems']
  values?: (string | number | Record<ErrorLanguage, string>)[]
  /** The value that was given. Commands print it, where the field is no longer before the reader's eyes. */
  given?: string
  /** Why a file is refused, in the place of `values`. */
  file?: FileFault
}

// Enough for any honest mistake; a hostile body could ask for a hundred thousand lines.
const mostListed = 1_000

/** All problems as `<field>: <problem>`, joined by `; `. */
export function describeProblems(problems: FieldProblem[], language: ErrorLanguage): string {
  return firstProblems(problems, mostListed)
    .map(problem => describeProblem(problem, language))
    .join('; ')
}

/** The first problems, and how many more there are. */
export function firstProblems(problems: FieldProblem[], most: number): FieldProblem[] {
  const left = problems.length - most
  if (left <= 0) return problems
  return [...problems.slice(0, most), { path: 'body', problem: 'more', values: [left] }]
}

export function describeProblem(
  { path, problem, file, values = [] }: FieldProblem,
  language: ErrorLanguage,
): string {
  const { problems, types } = textsIn('errors', language)
  const given = file
    ? [wordFault(file, language).what]
    : values.map(value => (typeof value === 'object' ? value[language] : value))
  const isType = (value: unknown): value is keyof typeof types => Object.hasOwn(types, String(value))
  const shown = problem === 'type' ? given.map(value => (isType(value) ? types[value] : value)) : given
  const text = fillNumbered(problems[problem], shown)
  return path === '' ? text : `${shorten(path)}: ${text}`
}

const longestPath = 300 // characters: a key that nobody knows may be as long as a body

function shorten(path: string): string {
  return (path.length > longestPath ? `${path.slice(0, longestPath)}…` : path).toWellFormed()
}
