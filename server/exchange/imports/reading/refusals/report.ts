import { stringify } from 'csv-stringify'
import sql from 'sql-template-tag'
import { wordTexts } from '../../../../../texts/sentences.ts'
import type { Connection } from '../../../../foundation/database/connect.ts'
import { ourCsv } from '../../../../foundation/lib/text/csv-escapes.ts'
import { languagesIn, textsIn } from '../../../../foundation/texts/texts.ts'
import { openFile } from '../bytes/csv.ts'
import type { ChosenDialect } from '../bytes/dialect.ts'
import type { RefusedRow } from './refusals.ts'
import { isCarrying } from './report-choices.ts'

/** The columns that a report appends to those of the file. */
const reportColumns = ['refused_row', 'refused_column', 'refused_because']

/** The languages of a report: those of the dashboard, whose words it has. */
export const reportLanguages = languagesIn('dashboard')
type ReportLanguage = (typeof reportLanguages)[number]

/** The first refused rows, in file order. */
export async function listRefusals(
  db: Connection,
  storeId: string,
  importId: string,
  limit: number,
): Promise<RefusedRow[]> {
  return await db.query<RefusedRow>(sql`
    select row_number as "row", column_name as "column", refusal
    from import_refusals
    where store_id = ${storeId} and import_id = ${importId}
    order by row_number
    limit ${limit}`)
}

/**
 * Writes the refused rows unchanged, each with its problem beside it, in the reader's language. A user can correct them
 * in place and import the report. `choices`: the heading of `headingOf`. Cells that look like formulas are escaped.
 */
export function writeReport(
  read: () => AsyncIterable<Uint8Array>,
  dialect: ChosenDialect,
  refused: RefusedRow[],
  language: ReportLanguage,
  choices?: string,
): AsyncIterable<Buffer> {
  const rows = stringify(ourCsv)
  const texts = textsIn('dashboard', language).data.refusals
  const worded = refused.map(({ refusal, ...one }) => ({ ...one, problem: wordTexts([refusal], texts) }))
  feed(read, dialect, worded, choices, rows).catch(error => rows.destroy(error))
  return rows
}

async function feed(
  read: () => AsyncIterable<Uint8Array>,
  dialect: ChosenDialect,
  refused: { row: number; column: string | null; problem: string }[],
  choices: string | undefined,
  out: ReturnType<typeof stringify>,
): Promise<void> {
  const { header, rows } = await openFile(read, dialect)
  const [row, column, because] = ['row', 'column', 'problem'] as const
  const width = withoutReport(header).length
  out.write([...header.slice(0, width), ...reportColumns, ...(choices ? [choices] : [])])
  const waiting = refused[Symbol.iterator]()
  let next = waiting.next()
  for await (const { number, cells } of rows) {
    if (next.done) break
    if (number !== next.value.row) continue
    const own = Array.from({ length: width }, (_, place) => cells[place] ?? '')
    const said = [String(next.value[row]), next.value[column] ?? '', next.value[because]]
    const isRead = out.write([...own, ...said, ...(choices ? [''] : [])])
    if (!isRead) await new Promise(resolve => out.once('drain', resolve))
    next = waiting.next()
  }
  out.end()
}

/** A header without the columns that a report appends. */
export function withoutReport(header: string[]): string[] {
  return isReport(header) ? withoutChoices(header).slice(0, -reportColumns.length) : header
}

/** Whether a file is a report. Its cells that look like formulas start with an escaping '. */
export function isReport(header: string[]): boolean {
  const named = withoutChoices(header)
  return reportColumns.every((name, index) => named.at(index - reportColumns.length) === name)
}

const withoutChoices = (header: string[]) => (isCarrying(header.at(-1)) ? header.slice(0, -1) : header)
