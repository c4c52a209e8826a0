import sql from 'sql-template-tag'
import type { Connection } from '../../../foundation/database/connect.ts'
import type { Content, ContentKind } from './content-kind.ts'

/** Whether the store has no record yet with this id of another program. No other transaction adds one meanwhile. */
export async function isNewId<Item extends Content>(
  tx: Connection,
  storeId: string,
  { table, name }: ContentKind<Item>,
  externalId: string,
): Promise<boolean> {
  // Of two requests at once, the second waits here for the first one's commit.
  await tx.query(sql`
    select pg_advisory_xact_lock(hashtextextended(${`${storeId} ${name} ${externalId}`}, 0))`)
  const known = await tx.query(sql`
    select
    from ${table}
    where store_id = ${storeId} and external_id = ${externalId}`)
  return known.length === 0
}

/** Keeps the id that another program uses for a record. */
export async function nameContent<Item extends Content>(
  tx: Connection,
  storeId: string,
  { table }: ContentKind<Item>,
  { id, externalId }: { id: string; externalId: string },
): Promise<void> {
  await tx.query(sql`
    update ${table}
    set external_id = ${externalId}
    where store_id = ${storeId} and id = ${id}`)
}
