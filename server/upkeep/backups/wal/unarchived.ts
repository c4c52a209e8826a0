import sql from 'sql-template-tag'
import type { Connection } from '../../../foundation/database/connect.ts'

/** The bytes of WAL that PostgreSQL keeps for the archive; undefined without a slot. */
export async function unarchivedBytes(db: Connection): Promise<number | undefined> {
  const [slot] = await db.query<{ bytes: number | null }>(sql`
    select pg_wal_lsn_diff(pg_current_wal_flush_lsn(), restart_lsn)::float8 as bytes
    from pg_replication_slots
    where slot_type = 'physical' and starts_with(slot_name, 'realword_wal_')`)
  return slot?.bytes ?? undefined
}
