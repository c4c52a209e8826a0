import type pg from 'pg'
import { tableDepths } from '../../foundation/database/table-depths.ts'

export type Table = {
  /** As SQL names it: `orders`, `accounts."user"`. */
  name: string
  /** As the stream of changes names it: `public.orders`. */
  path: string
  /** Without generated columns. */
  columns: Column[]
  /** The columns of the primary key, in the order of the table's columns. */
  key: Column[]
  /** Whether rows of other tables refer to its rows. */
  isReferenced: boolean
}

type Column = {
  /** Quoted. */
  name: string
  type: string
}

/**
 * All tables with rows that move, each after those that it refers to. Not those of the target's own: the list of
 * migrations, and the figures that pg-boss keeps for some days. Throws if a table has no primary key.
 */
export async function readTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    with recursive tables as (
      select pg_class.oid, nspname, relname
      from pg_class
      join pg_namespace on pg_namespace.oid = relnamespace
      where relkind = 'r' and nspname in ('public', 'accounts', 'pgboss')
        and relname not in ('realword_migrations', 'realword_move') and relname !~ '^queue_stats'
        and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')
    ), ${tableDepths}, ordered as (
      select oid, nspname, relname, max(depth) as depth
      from tables
      join depths using (oid)
      group by oid, nspname, relname
    )
    select oid::regclass::text as name,
      concat(nspname, '.', relname) as path,
      (
        select json_agg(json_build_object('name', quote_ident(attname), 'type', format_type(atttypid, atttypmod)) order by attnum)
        from pg_attribute
        where attrelid = oid and attnum > 0 and not attisdropped and attgenerated = ''
      ) as columns,
      coalesce((
        select json_agg(json_build_object('name', quote_ident(attname), 'type', format_type(atttypid, atttypmod)) order by attnum)
        from pg_index
        join pg_attribute on attrelid = indrelid and attnum = any (indkey::int2[])
        where indrelid = oid and indisprimary
      ), '[]') as key,
      exists (select from pg_constraint where confrelid = ordered.oid and contype = 'f') as "isReferenced"
    from ordered
    order by depth, oid::regclass::text`)
  for (const { name, key } of rows)
    if (key.length === 0) throw new Error(`the table ${name} has no primary key, and cannot be moved`)
  return rows
}

/** SQL: the names of columns, separated by commas. */
export const namesOf = (columns: Column[]) => columns.map(({ name }) => name).join(', ')

/** Whether two tables have the same columns, in any order, and the same key. */
export const sameTable = (one: Table, other: Table) => describe(one) === describe(other)

const describe = ({ columns, key }: Table) =>
  JSON.stringify([columns.map(({ name, type }) => `${name} ${type}`).sort(), key])
