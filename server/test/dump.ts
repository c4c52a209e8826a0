import sql, { raw } from 'sql-template-tag'
import { expect } from 'vitest'
import type { Database } from '../database/connect.ts'

/** Whether the text, in small letters, stands in a row of any table: of those that name the store, if one is given. */
export async function standsAnywhere(database: Database, text: string, storeId = ''): Promise<boolean> {
  const rows = (await dump(database)).split('\n')
  return rows.some(row => row.includes(text.toLowerCase()) && row.includes(storeId))
}

/** Every row of every table, jobs and accounts included, in small letters. */
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
    .map(({ row }) => row.toLowerCase())
    .join('\n')
}
