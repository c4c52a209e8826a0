import { stringify } from 'csv-stringify'
import sql from 'sql-template-tag'
import type { Connection } from '../../database/connect.ts'
import { openCsv } from '../../lib/text/csv.ts'
import { ourCsv } from '../../lib/text/csv-escapes.ts'
import type { RefusedRow } from './read-rows.ts'

/** What a report's rows have besides their own columns, at their end. */
const reportColumns = ['refused_row', 'refused_column', 'refused_because']

/** The first rows that were refused, in their order. */
export async function listRefusals(
  db: Connection,
  storeId: string,
  importId: string,
  limit: number,
): Promise<RefusedRow[]> {
  return await db.query<RefusedRow>(sql`
    select row_number as "row", column_name as "column", problem
    from import_refusals
    where store_id = ${storeId} and import_id = ${importId}
    order by row_number
    limit ${limit}`)
}

/**
 * The rows of a file that were refused, as they stood there, with the reason beside: mended in place, the report
 * is a file that can be imported. No cell is a formula for the program that opens it.
 */
export function writeReport(bytes: AsyncIterable<Uint8Array>, refused: RefusedRow[]): AsyncIterable<Buffer> {
  const rows = stringify(ourCsv)
  feed(bytes, refused, rows).catch(error => rows.destroy(error))
  return rows
}

async function feed(
  bytes: AsyncIterable<Uint8Array>,
  refused: RefusedRow[],
  out: ReturnType<typeof stringify>,
): Promise<void> {
  const { header, rows } = await openCsv(bytes)
  const [row, column, because] = ['row', 'column', 'problem'] as const
  const width = withoutReport(header).length
  out.write([...header.slice(0, width), ...reportColumns])
  const waiting = refused[Symbol.iterator]()
  let next = waiting.next()
  for await (const { number, cells } of rows) {
    if (next.done) break
    if (number !== next.value.row) continue
    const own = Array.from({ length: width }, (_, place) => cells[place] ?? '')
    const isRead = out.write([...own, String(next.value[row]), next.value[column] ?? '', next.value[because]])
    if (!isRead) await new Promise(resolve => out.once('drain', resolve))
    next = waiting.next()
  }
  out.end()
}

/** The columns of a header, without those that a report has added to it. */
export function withoutReport(header: string[]): string[] {
  return isReport(header) ? header.slice(0, -reportColumns.length) : header
}

/** Whether a file is a report of ours, in which cells that looked like formulas have a ' before them. */
export function isReport(header: string[]): boolean {
  return reportColumns.every((name, index) => header.at(index - reportColumns.length) === name)
}
