import sql from 'sql-template-tag'
import type { Connection } from '../../foundation/database/connect.ts'

type StoreTable = { table: string; columns: string[] }

/** Every table with a store_id, with the columns that can be written. */
export async function tablesOfStores(db: Connection): Promise<StoreTable[]> {
  return await db.query<StoreTable>(sql`
    select case nspname when 'public' then relname::text else format('%I.%I', nspname, relname) end as table, array_agg(attname::text order by attnum) as columns
    from pg_attribute
    join pg_class on pg_class.oid = attrelid
    join pg_namespace on pg_namespace.oid = relnamespace
    where relkind in ('r', 'p') and attnum > 0 and not attisdropped and attgenerated = ''
      and nspname not in ('pg_catalog', 'information_schema', 'pgboss')
    group by nspname, relname
    having bool_or(attname = 'store_id')
    order by 1`)
}
