import type pg from 'pg'
import type { Table } from './tables.ts'

export type Difference = { table: string; source: Sum; target: Sum }

type Sum = { rows: string; checksum: string }

/**
 * Compares the number of rows and a checksum of every table, as the two connections see them. The checksum is the sum
 * of a hash of each row's values, so the order of the rows has no meaning.
 */
export async function compareTables(
  source: pg.Client,
  target: pg.Client,
  tables: Table[],
): Promise<{ rows: number; differences: Difference[] }> {
  const differences: Difference[] = []
  let rows = 0
  for (const table of tables) {
    const [here, there] = await Promise.all([sumOf(source, table), sumOf(target, table)])
    rows += Number(here.rows)
    if (here.rows !== there.rows || here.checksum !== there.checksum)
      differences.push({ table: table.name, source: here, target: there })
  }
  return { rows, differences }
}

async function sumOf(client: pg.Client, { name, columns }: Table): Promise<Sum> {
  const values = columns.map(column => comparable(column)).join(', ')
  const { rows } = await client.query<Sum>(`
    select count(*)::text as rows, coalesce(sum(hashtextextended(row(${values})::text, 0)::numeric), 0)::text as checksum
    from ${name}`)
  return rows[0] as Sum
}

// On Citus, the settings of our connection do not reach the workers, and the text of these types depends on them.
function comparable({ name, type }: Table['columns'][number]): string {
  if (/^timestamp[^[]*$|^date$/.test(type)) return `extract(epoch from ${name})`
  return type === 'bytea' ? `encode(${name}, 'hex')` : name
}
