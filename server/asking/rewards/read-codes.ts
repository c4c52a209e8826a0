import { parse } from 'csv-parse/sync'
import type { FieldProblem } from '../../foundation/errors/field-problems.ts'
import { isStorable } from '../../foundation/lib/text/storable.ts'
import { isDate } from '../../foundation/lib/time/days.ts'

/** A code of a file. `expires_on` is the last day on which the shop accepts it. */
export type NewCode = { line: number; code: string; expires_on: string | null }

export const longestCode = 100 // characters
const mostCodes = 20_000 // in a file

type Wrong = Omit<FieldProblem, 'path'>

/** What is wrong with a code; undefined if it is one. */
export function codeProblem(code: string): Wrong | undefined {
  if (code.trim() === '') return { problem: 'required' }
  if ([...code].length > longestCode) return { problem: 'string_max', values: [longestCode] }
  if (!isStorable(code) || /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(code)) return { problem: 'character' }
  // A program for spreadsheets made a formula or a rounded number of it.
  if (/^=|^\d[.,]?\d*E\+\d+$/i.test(code)) return { problem: 'format' }
  return undefined
}

/**
 * Reads a CSV file of codes, with or without a header. `today` is the store's date. Problems are named by line; a file
 * with problems has no codes to add.
 */
export function readCodes(csv: string, today: string): { codes: NewCode[]; problems: FieldProblem[] } {
  const rows = readRows(csv)
  if (!rows) return { codes: [], problems: [{ path: 'csv', problem: 'format' }] }
  const [first] = rows
  const header = first && columnsOf(first.cells)
  const { code, expiry } = header ?? { code: 0, expiry: 1 }
  const codes = (header ? rows.slice(1) : rows).map(({ line, cells }) => ({
    line,
    code: (cells[code] ?? '').trim(),
    expires_on: (cells[expiry] ?? '').trim() || null,
  }))
  if (codes.length === 0) return { codes, problems: [{ path: 'csv', problem: 'required' }] }
  if (codes.length > mostCodes)
    return { codes, problems: [{ path: 'csv', problem: 'array_max', values: [mostCodes] }] }
  return { codes, problems: [...codes.flatMap(one => problemsOf(one, today)), ...repeatedIn(codes)] }
}

const pathOf = (line: number) => `line ${line}`

/** The problem of codes that the store has already. */
export function knownProblem({ line }: NewCode): FieldProblem {
  return { path: pathOf(line), problem: 'code_known' }
}

function problemsOf({ line, code, expires_on }: NewCode, today: string): FieldProblem[] {
  const path = pathOf(line)
  const wrong = codeProblem(code)
  const wrongDate = expires_on === null ? undefined : dateProblem(expires_on, today)
  return [...(wrong ? [{ path, ...wrong }] : []), ...(wrongDate ? [{ path, ...wrongDate }] : [])]
}

function dateProblem(date: string, today: string): Wrong | undefined {
  if (!isDate(date)) return { problem: 'date' }
  return date < today ? { problem: 'past' } : undefined
}

function repeatedIn(codes: NewCode[]): FieldProblem[] {
  const lines = new Map<string, number>()
  return codes.flatMap(({ code, line }): FieldProblem[] => {
    const before = lines.get(code)
    if (before === undefined) {
      lines.set(code, line)
      return []
    }
    return code === '' ? [] : [{ path: pathOf(line), problem: 'code_repeated', values: [before] }]
  })
}

type Row = { line: number; cells: string[] }

function readRows(csv: string): Row[] | undefined {
  const text = csv.replace(/^\uFEFF/, '')
  const [start = ''] = text.split(/[\r\n]/, 1)
  const delimiter = [';', '\t'].find(separator => start.includes(separator)) ?? ','
  try {
    const records = parse(text, {
      delimiter,
      info: true,
      relax_column_count: true,
      record_delimiter: ['\r\n', '\n', '\r'],
    }) as unknown as { record: string[]; info: { lines: number } }[]
    return records
      .map(({ record, info }) => ({ line: info.lines, cells: record }))
      .filter(({ cells }) => cells.some(cell => cell.trim() !== ''))
  } catch {
    return undefined
  }
}

const codeNames = [
  'code',
  'codes',
  'coupon',
  'coupon code',
  'discount code',
  'voucher',
  'código',
  'cupón',
  'cupom',
]
const expiryNames = ['expires_on', 'expires', 'expiry', 'expiry date', 'valid until', 'date_expires']

function columnsOf(cells: string[]): { code: number; expiry: number } | undefined {
  const names = cells.map(cell => cell.trim().toLowerCase())
  const code = names.findIndex(name => codeNames.includes(name))
  return code < 0 ? undefined : { code, expiry: names.findIndex(name => expiryNames.includes(name)) }
}
