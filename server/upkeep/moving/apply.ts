import type pg from 'pg'
import { chunksOf } from '../../foundation/lib/chunks-of.ts'
import { asText } from './clients.ts'
import type { Key } from './pgoutput.ts'
import { namesOf, type Table } from './tables.ts'

/** The rows of `keys` as they are now, each as the texts of its columns. Rows that are gone are missing. */
export type Rows = { table: Table; keys: Key[]; rows: Row[] }

type Row = (string | null)[]

const chunk = 1_000 // rows of a statement

export async function readRows(client: pg.Client, table: Table, keys: Key[]): Promise<Row[]> {
  const found: Row[] = []
  for (const part of chunksOf(keys, chunk)) {
    const { rows } = await client.query<Row>({
      text: `
        select ${table.columns.map(({ name }) => `own.${name}`).join(', ')}
        from ${table.name} as own
        join ${keysFrom(table)} on ${isKey(table)}`,
      values: columnsOf(part, table.key.length),
      rowMode: 'array',
      types: asText,
    } as pg.QueryArrayConfig)
    for (const row of rows) found.push(row)
  }
  return found
}

/**
 * Makes the rows of these keys equal to those that were read, in the transaction of `target`. `changes` are in the
 * order of `readTables`. Rows that others refer to are updated; all others are deleted and inserted, so that rows may
 * exchange unique values.
 */
export async function writeRows(target: pg.Client, changes: Rows[]): Promise<void> {
  for (const { table, keys, rows } of changes.toReversed())
    await deleteRows(target, table, table.isReferenced ? goneOf(table, keys, rows) : keys)
  for (const { table, rows } of changes) await insertRows(target, table, rows)
}

/** The tables in which the rows of `changes` differ from those of `target`. */
export async function differingTables(target: pg.Client, changes: Rows[]): Promise<string[]> {
  const differing: string[] = []
  for (const { table, keys, rows } of changes) {
    const there = await readRows(target, table, keys)
    if (sorted(there) !== sorted(rows)) differing.push(table.name)
  }
  return differing
}

const sorted = (rows: Row[]) =>
  rows
    .map(row => JSON.stringify(row))
    .sort()
    .join('\n')

function goneOf(table: Table, keys: Key[], rows: Row[]): Key[] {
  const places = table.key.map(({ name }) => table.columns.findIndex(column => column.name === name))
  const there = new Set(rows.map(row => places.map(place => row[place]).join('\0')))
  return keys.filter(key => !there.has(key.join('\0')))
}

async function deleteRows(target: pg.Client, table: Table, keys: Key[]): Promise<void> {
  for (const part of chunksOf(keys, chunk))
    await target.query(
      `delete from ${table.name} as own using ${keysFrom(table)} where ${isKey(table)}`,
      columnsOf(part, table.key.length),
    )
}

async function insertRows(target: pg.Client, table: Table, rows: Row[]): Promise<void> {
  const { columns, key } = table
  const values = columns.map(({ type }, at) => `c${at}::${type}`).join(', ')
  const others = columns.filter(({ name }) => !key.some(one => one.name === name))
  const update = others.map(({ name }) => `${name} = excluded.${name}`).join(', ')
  const onConflict = `on conflict (${namesOf(key)}) do ${update ? `update set ${update}` : 'nothing'}`
  for (const part of chunksOf(rows, chunk))
    await target.query(
      `insert into ${table.name} (${namesOf(columns)})
       select ${values} from ${unnest(Array(columns.length).fill('text'), 'rows', 'c')}
       ${table.isReferenced ? onConflict : ''}`,
      columnsOf(part, columns.length),
    )
}

// Parameters of the key's own types: Citus refuses to delete by values that it must convert first.
const keysFrom = ({ key }: Table) =>
  unnest(
    key.map(({ type }) => type),
    'keys',
    'k',
  )

const isKey = ({ key }: Table) => key.map(({ name }, at) => `own.${name} = keys.k${at}`).join(' and ')

function unnest(types: string[], alias: string, prefix: string): string {
  const arrays = types.map((type, at) => `$${at + 1}::${type}[]`).join(', ')
  return `unnest(${arrays}) as ${alias} (${types.map((_, at) => prefix + at).join(', ')})`
}

/** The parameters of `unnest`: an array for each column. */
function columnsOf(rows: Row[], count: number): Row[] {
  return Array.from({ length: count }, (_, at) => rows.map(row => row[at] ?? null))
}
