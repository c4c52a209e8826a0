import { styleText } from 'node:util'
import { isSilence, refusalOfStatement } from '../../foundation/database/refusals.ts'
import type { ErrorName } from '../../foundation/errors/codes.ts'
import { ApiError, errorBody } from '../../foundation/errors/errors.ts'
import { describeProblem } from '../../foundation/errors/field-problems.ts'
import { FileError, type FileFault, wordFault } from '../../foundation/errors/file-errors.ts'
import { Problem } from '../../foundation/lib/problem.ts'
import { printable } from '../../foundation/lib/text/printable.ts'
import type { PicturesUnavailable } from '../../foundation/storage/pictures/picture-store.ts'

/** Prints a Problem or an error of the catalogue in two sentences, any other error with its stack. Sets the exit code. */
export function endWithError(thrown: unknown, stderr: NodeJS.WritableStream = process.stderr): void {
  const red = (text: string) => styleText('red', text, { stream: stderr })
  const error = toProblem(thrown)
  if (error instanceof Problem) stderr.write(`${red('Error:')} ${error.message}\n${error.fix}\n`)
  else stderr.write(`${red('Unexpected error:')} ${error instanceof Error ? error.stack : String(error)}\n`)
  process.exitCode = error instanceof Problem ? error.exitCode : 1
}

function toProblem(thrown: unknown): unknown {
  const refusal = refusalOfStatement(thrown)
  if (refusal) return refusal
  if (thrown instanceof FileError) return fileForTerminal(thrown.fault)
  if (isOfStorage(thrown)) return storageForTerminal(thrown)
  if (isSilence(thrown))
    return new Problem(
      `The database did not answer: ${thrown.message}.`,
      'Look whether the command took effect before you run it again. What is wrong: ./realword doctor',
    )
  return thrown instanceof ApiError && thrown.status < 500 ? forTerminal(thrown) : thrown
}

// By its name: loading the storage would delay every command.
function isOfStorage(thrown: unknown): thrown is PicturesUnavailable {
  return thrown instanceof Error && thrown.name === 'PicturesUnavailable'
}

function storageForTerminal({ message, cause }: PicturesUnavailable): Problem {
  const reason = cause instanceof Error ? ` ${cause.message}` : ''
  return new Problem(
    `${message}${reason}`,
    'Mend it and run the command again. What is wrong: ./realword doctor',
  )
}

// A terminal names columns by an option. A wrong option is wrong usage.
function fileForTerminal(fault: FileFault): Problem {
  const { what, mend } = wordFault(fault, 'en')
  const [first, second] = fault.values
  switch (fault.name) {
    case 'column_needed':
      return new Problem(what, `Name it: --map ${fault.values[2]}=COLUMN`)
    case 'states_unknown':
      return new Problem(what, `${stateAdvice} ${answersOf(second)}`)
    case 'states_many':
      return new Problem(what, 'If it is about something else: --map state=')
    case 'order_states_many':
      return new Problem(what, 'If it is about something else: --map order_status=')
    case 'dates_contradict':
    case 'dates_ambiguous':
      return new Problem(
        what,
        'Nothing was imported. Say which: --date-format dd/mm/yyyy, mm/dd/yyyy or yyyy-mm-dd.',
      )
    case 'scale_unknown':
      return new Problem(
        what,
        'Nothing was imported. Name their scale: --rating-scale 10 or 100, or 5 to refuse these rows.',
      )
    case 'quotes_mixed':
      return new Problem(what, mend.replace(/\.$/, ': --quotes doubled or backslash.'))
    case 'field_unknown':
      return new Problem(`--map ${first}: there is no such field.`, mend, 2)
    case 'column_missing':
      return new Problem(`--map ${first}=${second}: the file has no such column.`, mend, 2)
    case 'order_states_unknown':
      return new Problem(
        what,
        `Nothing was imported. Say what each means: ${answersOf(second)}, with shipped, cancelled, waiting or ignore.`,
      )
    default:
      return new Problem(what, mend)
  }
}

const stateAdvice =
  'Nothing was imported. Say what each means (published, pending, rejected or skip), or --map state= if the column is about something else:'

function answersOf(words: FileFault['values'][number] | undefined): string {
  const list = Array.isArray(words) ? words : []
  return printable(list.map(word => `--state '${word}=…'`).join(' '))
}

// In a terminal an error may name the id that was given, and the command to run next.
function forTerminal(error: ApiError): Problem {
  const worded = wordings[error.errorName]?.(error)
  if (worded) return worded
  const { message, user_message } = errorBody(error.errorName, { problems: error.problems })
  return new Problem(`${message}.`, user_message.en_us.replace(/[^.]$/, '$&.'))
}

const wordings: Partial<Record<ErrorName, (error: ApiError) => Problem>> = {
  store_unknown: ({ id }) =>
    new Problem(`There is no store with the id ${id}.`, 'List the stores: ./realword store list'),
  key_unknown: ({ id }) =>
    new Problem(`There is no key with the id ${id}.`, "List a store's keys: ./realword key list --store ID"),
  settings_invalid: ({ problems = [] }) =>
    new Problem(
      `Some settings are invalid:${problems.map(problem => `\n  ${lineOf(problem)}`).join('')}`,
      'Nothing was changed. Correct them and run the command again.',
      2,
    ),
}

function lineOf(problem: NonNullable<ApiError['problems']>[number]): string {
  const line = describeProblem(problem, 'en')
  return printable(problem.given === undefined ? line : `${line}, not ${JSON.stringify(problem.given)}`)
}
