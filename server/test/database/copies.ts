import sql, { raw, type Sql } from 'sql-template-tag'
import type { Connection } from '../../foundation/database/connect.ts'

/**
 * Adds copies of the rows of a table that `where` selects, one for each `n` between `from` and `to`. `change` lists names and
 * values of columns, as in `'order_id', 'copy-' || n`. Both call the copied row `one`.
 */
export async function addCopies(
  db: Connection,
  table: string,
  where: Sql,
  [from, to]: [number, number],
  change: Sql,
): Promise<void> {
  // No column has the name ''. With `n` among its values, the record is made for each `n`, and so is a random id.
  await db.query(sql`
    insert into ${raw(table)}
    select another.*
    from ${raw(table)} as one
    cross join generate_series(${from}::integer, ${to}::integer) as n
    cross join lateral jsonb_populate_record(one, jsonb_build_object('', n, ${change})) as another
    where ${where}`)
}
