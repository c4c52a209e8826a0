import sql from 'sql-template-tag'
import { logChanges } from '../audit/audit.ts'
import type { Database } from '../database/connect.ts'
import { forgetConfirmations } from '../mailings/mailings.ts'
import { forgetFlags } from '../moderation/flags.ts'
import { forgetUnproven } from './unproven.ts'

/** Until when records were taken down, or written and never confirmed, to be deleted now. */
export type KeptUntil = { takenDown: Date; unconfirmed: Date }

const atOnce = 500

/** Deletes a store's reviews that were kept long enough, with their flags, votes and reports. None is published. */
export async function purgeReviews(db: Database, storeId: string, until: KeptUntil, at: Date): Promise<void> {
  let deleted: number
  do {
    deleted = await db.transaction(async tx => {
      const reviews = await tx.query<{ id: string }>(sql`
        delete from reviews
        where store_id = ${storeId} and id in (
          select id
          from reviews
          where store_id = ${storeId} and (
            (state in ('rejected', 'removed') and state_at <= ${until.takenDown})
            or (state = 'unconfirmed' and created_at <= ${until.unconfirmed})
          )
          order by id
          limit ${atOnce}
          for update skip locked
        )
        returning id`)
      const ids = reviews.map(({ id }) => id)
      await forgetFlags(tx, storeId, 'review', ids)
      await forgetUnproven(tx, storeId, ids)
      await forgetConfirmations(tx, storeId, ids)
      const purge = { at, actor: 'system', action: 'purge', record: 'review' } as const
      await logChanges(
        tx,
        storeId,
        ids.map(recordId => ({ ...purge, fields: [], recordId })),
      )
      return ids.length
    })
  } while (deleted === atOnce)
}
