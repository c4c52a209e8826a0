import { type FileFault, wordFault } from './file-errors.ts'
import type { ErrorTexts } from './texts/en.ts'

/** One invalid field of a body; `path` in dots: `products.0.price`. */
export type FieldProblem = {
  path: string
  problem: keyof ErrorTexts['problems']
  values?: (string | number)[]
  /** The value that was given. Commands print it, where the field is no longer before the reader's eyes. */
  given?: string
  /** Why a file is refused, in the place of `values`. */
  file?: FileFault
}

// Enough for any honest mistake; a hostile body could ask for a hundred thousand lines.
const mostListed = 1_000

/** All problems as `<field>: <problem>`, joined by `; `, in the language of `texts`. */
export function describeProblems(problems: FieldProblem[], texts: Omit<ErrorTexts, 'errors'>): string {
  return firstProblems(problems, mostListed)
    .map(problem => describeProblem(problem, texts))
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
  { problems, types, files }: Omit<ErrorTexts, 'errors'>,
): string {
  const filled = problems[problem].replace(/\{(\d)\}/g, (_, index) => {
    const value = String((file ? [wordFault(file, files).what] : values)[index] ?? '')
    return problem === 'type' ? (types[value] ?? value) : value
  })
  return `${shorten(path)}: ${filled}`
}

const longestPath = 300 // characters: a key that nobody knows may be as long as a body

function shorten(path: string): string {
  return (path.length > longestPath ? `${path.slice(0, longestPath)}…` : path).toWellFormed()
}
