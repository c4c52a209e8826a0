import sql from 'sql-template-tag'
import { logChanges } from '../audit/audit.ts'
import type { Database } from '../database/connect.ts'
import { forgetConfirmations } from '../mailings/mailings.ts'
import { forgetFlags } from '../moderation/flags.ts'
import type { KeptUntil } from '../reviews/purge.ts'

const atOnce = 500

/** Deletes a store's questions that were kept long enough, with their flags. None is published. */
export async function purgeQuestions(
  db: Database,
  storeId: string,
  until: KeptUntil,
  at: Date,
): Promise<void> {
  let deleted: number
  do {
    deleted = await db.transaction(async tx => {
      const questions = await tx.query<{ id: string }>(sql`
        delete from questions
        where store_id = ${storeId} and id in (
          select id
          from questions
          where store_id = ${storeId} and (
            (state in ('rejected', 'removed') and state_at <= ${until.takenDown})
            or (state = 'unconfirmed' and created_at <= ${until.unconfirmed})
          )
          order by id
          limit ${atOnce}
          for update skip locked
        )
        returning id`)
      const ids = questions.map(({ id }) => id)
      await forgetFlags(tx, storeId, 'question', ids)
      await forgetConfirmations(tx, storeId, ids)
      const purge = { at, actor: 'system', action: 'purge', record: 'question' } as const
      await logChanges(
        tx,
        storeId,
        ids.map(recordId => ({ ...purge, fields: [], recordId })),
      )
      return ids.length
    })
  } while (deleted === atOnce)
}
