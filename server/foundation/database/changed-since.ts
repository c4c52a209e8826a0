import sql, { empty, join, type Sql } from 'sql-template-tag'
import type { Connection } from './connect.ts'

/** A place between two rows of a list by time. */
export type Place = { at: Date; id: string }

/**
 * Constants of one table: its name, its columns, and the ranges of the index that sorts it by `written`; no ranges if
 * `updated_at` is never null. `prefix`: the condition on the leading columns of each index.
 */
export type ChangingTable = { table: Sql; id: Sql; written: Sql; ranges?: Sql[]; prefix?: Sql }

type Wanted = { since: Date; after?: Place | undefined; limit: number; conditions: Sql[] }

// A page reads at most so many rows, however few of them fit the conditions.
const mostRead = 500

/**
 * The ids of rows that were written or changed since then, the last change first. A page may have fewer rows than
 * `limit`, even none, and still have a next one. Rows that change meanwhile move to the front of the list: a program
 * finds them when it asks again, for what changed since it began.
 *
 * `updated_at` is null in rows that never changed, so that writing one costs no index. Two ranges are merged: changed
 * rows by their change, and all rows by when they were written, of which those that changed are left out.
 */
export async function changedSince(
  db: Connection,
  storeId: string,
  { table, id, written, ranges = [sql`true`], prefix = sql`true` }: ChangingTable,
  { since, after, limit, conditions }: Wanted,
): Promise<{ ids: string[]; next: Place | null }> {
  const range = (time: Sql, isChange: boolean, more: Sql) => sql`(
    select ${id}, ${time} as at, ${isChange}::boolean as is_change
    from ${table}
    where store_id = ${storeId} and ${prefix} and ${time} >= ${since} and ${more}
      ${after ? sql`and (${time}, ${id}) < (${after.at}, ${after.id})` : empty}
    order by ${time} desc, ${id} desc
    limit ${mostRead}
  )`
  const all = [
    range(sql`updated_at`, true, sql`updated_at is not null`),
    ...ranges.map(more => range(written, false, more)),
  ]
  const read = await db.query<Place & { fits: boolean }>(sql`
    select ${id}::text as id, at, is_change = (updated_at is not null) and ${join(conditions, ' and ')} as fits
    from (
      select *
      from (${join(all, ' union all ')}) as ranges
      order by at desc, ${id} desc
      limit ${mostRead}
    ) as candidates
    join ${table} using (${id})
    where store_id = ${storeId}
    order by at desc, ${id} desc`)
  const fitting = read.filter(({ fits }) => fits)
  const shown = fitting.slice(0, limit)
  const last = fitting.length > limit ? shown.at(-1) : read.length === mostRead ? read.at(-1) : undefined
  return { ids: shown.map(one => one.id), next: last ? { at: last.at, id: last.id } : null }
}
