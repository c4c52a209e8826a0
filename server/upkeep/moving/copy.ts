import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from, to } from 'pg-copy-streams'
import { namesOf, type Table } from './tables.ts'

/** Copies all rows that the transaction of `source` sees into an empty table. Returns their number. */
export async function copyRows(source: pg.Client, target: pg.Client, table: Table): Promise<number> {
  const columns = `${table.name} (${namesOf(table.columns)})`
  const writing = target.query(from(`copy ${columns} from stdin`))
  await pipeline(source.query(to(`copy ${columns} to stdout`)), writing)
  return writing.rowCount
}
