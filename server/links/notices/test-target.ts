import sql from 'sql-template-tag'
import { ApiError } from '../../foundation/errors/errors.ts'
import { enqueue } from '../../foundation/jobs/jobs.ts'
import { uuid } from '../../foundation/lib/ids/uuid.ts'
import { readStore } from '../../tenants/stores/stores.ts'
import { deliverMessage, type SendDependencies } from './send.ts'
import { readTarget } from './targets.ts'

/** `queued`: a mail, which the queue of mails sends. `error`: the answer of a chat, or why there was none. */
export type TestResult = { state: 'sent' | 'queued' | 'failed'; error: string | null }

/**
 * Sends a test message to a target, also to one that is switched off unless it is a mail's. A chat answers at once; its
 * answer changes nothing. Throws `notification_unknown`, and `notification_disabled` for a mail's that is switched off.
 */
export async function testTarget(
  dependencies: SendDependencies,
  storeId: string,
  targetId: string,
): Promise<TestResult> {
  const { database: db, clock } = dependencies
  const { channel, state, language } = await readTarget(db, storeId, targetId)
  const at = new Date(clock())
  if (channel === 'email') {
    if (state !== 'active') throw new ApiError('notification_disabled')
    await db.transaction(async tx => {
      await tx.query(sql`
        insert into notice_messages (store_id, message_id, target_id, facts, state, due_at, created_at)
        values (${storeId}, ${uuid()}, ${targetId}, ${JSON.stringify({ test: true })}, 'waiting', ${at}, ${at})`)
      await enqueue(tx, 'send-notices', storeId, [storeId])
    })
    return { state: 'queued', error: null }
  }
  const [row] = await db.query<{ sealed: Buffer }>(sql`
    select sealed
    from notice_targets
    where store_id = ${storeId} and target_id = ${targetId}`)
  if (!row) throw new ApiError('notification_unknown')
  const message = {
    message_id: uuid(),
    target_id: targetId,
    channel,
    language,
    facts: { test: true as const },
  }
  const delivered = await deliverMessage(dependencies, await readStore(db, storeId), { ...message, ...row })
  if (delivered.as === 'sent') return { state: 'sent', error: null }
  return { state: 'failed', error: 'error' in delivered ? delivered.error : null }
}
