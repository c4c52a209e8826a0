import type { Connection } from '../database/connect.ts'
import { readQuestion } from '../questions/questions.ts'
import { readReview } from '../reviews/reviews.ts'
import type { MailKind } from './kinds.ts'

/**
 * Why a notice is not true any more: its record changed while the mail waited. Undefined while it is, and for
 * other mails. Throws `review_unknown` or `question_unknown`.
 */
export async function whyOutdated(
  db: Connection,
  storeId: string,
  kind: MailKind,
  recordId: string,
): Promise<string | undefined> {
  if (kind === 'question_answered') {
    const { reply } = await readQuestion(db, storeId, recordId)
    return reply === null ? 'the answer was taken back' : undefined
  }
  if (kind !== 'review_published' && kind !== 'review_rejected' && kind !== 'review_replied') return undefined
  const { state, reply } = await readReview(db, storeId, recordId)
  if (kind === 'review_rejected')
    return ['rejected', 'removed'].includes(state) ? undefined : 'the review was not refused after all'
  if (state !== 'published') return 'the review is not published any more'
  return kind === 'review_replied' && reply === null ? 'the answer was taken back' : undefined
}
