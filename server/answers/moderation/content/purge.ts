import sql, { type Sql } from 'sql-template-tag'
import type { Database } from '../../../foundation/database/connect.ts'
import { logChanges } from '../../../foundation/events/audit/audit.ts'
import { forgetConfirmations } from '../../../foundation/mailings/mailings.ts'
import { forgetFlags } from '../flags.ts'
import type { Content, ContentKind } from './content-kind.ts'

/** The last dates of expired records: rejected or removed ones, and unconfirmed ones. */
export type KeptUntil = { takenDown: Date; unconfirmed: Date }

/** A condition for a statement about `stores`: `purgeContent` would delete a row. */
export function hasExpiredContent<Item extends Content>(
  { table }: ContentKind<Item>,
  takenDown: Date,
  at: Date,
): Sql {
  return sql`exists (
    select from ${table} as content
    where content.store_id = stores.store_id and state in ('rejected', 'removed') and state_at <= ${takenDown}
  ) or exists (
    select from ${table} as content
    where content.store_id = stores.store_id and state = 'unconfirmed'
      and created_at <= ${at}::timestamptz - make_interval(days => stores.link_days))`
}

const batchSize = 500

/** Deletes a store's expired records, with their flags and other notes. Published records do not expire. */
export async function purgeContent<Item extends Content>(
  db: Database,
  storeId: string,
  { name, table, forgetNotes }: ContentKind<Item>,
  until: KeptUntil,
  at: Date,
): Promise<void> {
  let deleted: number
  do {
    deleted = await db.transaction(async tx => {
      const rows = await tx.query<{ id: string }>(sql`
        delete from ${table}
        where store_id = ${storeId} and id = any(array(
          select id
          from ${table}
          where store_id = ${storeId} and (
            (state in ('rejected', 'removed') and state_at <= ${until.takenDown})
            or (state = 'unconfirmed' and created_at <= ${until.unconfirmed})
          )
          order by id
          limit ${batchSize}
          for update skip locked
        ))
        returning id`)
      const ids = rows.map(({ id }) => id)
      await forgetFlags(tx, storeId, name, ids)
      await forgetNotes?.(tx, storeId, ids, { at, actor: 'system' })
      await forgetConfirmations(tx, storeId, ids)
      const purge = { at, actor: 'system', action: 'purge', record: name, fields: [] } as const
      const changes = ids.map(recordId => ({ ...purge, fields: [], recordId }))
      await logChanges(tx, storeId, changes)
      return ids.length
    })
  } while (deleted === batchSize)
}
