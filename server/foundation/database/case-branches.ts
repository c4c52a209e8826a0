import sql, { join, type Sql } from 'sql-template-tag'

/**
 * SQL: the branches of a `case` that yields the first date where `number` is 0, the next where it is 1, and so on.
 * Neither `case number when 0` nor an index into an array: in an update by parameters, Citus 13.2 reads the former
 * wrongly, and its coordinator crashes on the latter.
 */
export function branchesOf(number: Sql, dates: Date[]): Sql {
  return join(
    dates.map((date, index) => sql`when ${number} = ${index} then ${date}::timestamptz`),
    ' ',
  )
}
