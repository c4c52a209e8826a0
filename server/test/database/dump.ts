import sql, { raw } from 'sql-template-tag'
import { expect } from 'vitest'
import type { Database } from '../../foundation/database/connect.ts'

/** Whether the lower-case text occurs in a row of any table. With a store, checks only rows that contain its id. */
export async function occursAnywhere(database: Database, text: string, storeId = ''): Promise<boolean> {
  const rows = (await dump(database)).split('\n')
  return rows.some(row => row.includes(text.toLowerCase()) && row.includes(storeId))
}

/** Every row of every table in lower case and sorted, including jobs and accounts, with the texts in bytes. */
export async function dump(database: Database): Promise<string> {
  const tables = await database.query<{ name: string }>(sql`
    select format('%I.%I', table_schema, table_name) as name
    from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`)
  expect(tables.length).toBeGreaterThan(20)
  const rows = await Promise.all(
    tables.map(({ name }) => database.query<{ row: string }>(sql`select t::text as row from ${raw(name)} t`)),
  )
  return rows
    .flat()
    .map(({ row }) => withBytes(row).toLowerCase())
    .sort() // on Citus, shards answer in any order
    .join('\n')
}

// PostgreSQL shows bytes in hexadecimal, where no text is found. Of UTF-16, the letters are left.
function withBytes(row: string): string {
  const texts = [...row.matchAll(/\\x((?:[\da-f]{2})+)/g)].map(([, hex = '']) =>
    Buffer.from(hex, 'hex').toString('latin1').replaceAll('\0', '').replaceAll('\n', ' '),
  )
  return [row, ...texts].join(' ')
}
