import sql from 'sql-template-tag'
import type { Connection } from '../../../foundation/database/connect.ts'
import { ApiError } from '../../../foundation/errors/errors.ts'
import type { By } from '../../../foundation/events/audit/audit.ts'
import { queueNotice } from '../../../foundation/mailings/mailings.ts'
import { authorOf } from '../../moderation/author.ts'
import type { Reason } from '../../moderation/reasons.ts'
import { decideContent } from '../../moderation/reports/decide.ts'
import type { ContentState } from '../../moderation/states.ts'
import { readQuestion } from '../questions.ts'
import { type Answer, answerContent, readAnswer } from './answers.ts'

/**
 * Publishes a pending or rejected answer. The first answer to a question, of a shopper or of the store, is mailed to its
 * author. If it is published and was reported, decides that it stays. Throws `answer_unknown` or `state_wrong`.
 */
export async function publishAnswer(
  tx: Connection,
  storeId: string,
  answerId: string,
  by: By,
): Promise<Answer> {
  return await decide(tx, storeId, answerId, { ...by, action: 'publish' }, answer => {
    if (answer.state === 'published') return {}
    refuseUnless(answer, ['pending', 'rejected'])
    return { state: 'published', moderation_reason: null, published_at: answer.published_at ?? by.at }
  })
}

/** Rejects an answer for a neutral reason. Throws `answer_unknown` or `state_wrong`. */
export async function rejectAnswer(
  tx: Connection,
  storeId: string,
  answerId: string,
  reason: Reason,
  by: By,
): Promise<Answer> {
  return await decide(tx, storeId, answerId, { ...by, action: 'reject' }, answer => {
    refuseUnless(answer, ['pending', 'published', 'rejected'])
    return { state: 'rejected', moderation_reason: reason }
  })
}

/** Removes an answer for a neutral reason. It is kept for a year. Throws `answer_unknown` or `state_wrong`. */
export async function removeAnswer(
  tx: Connection,
  storeId: string,
  answerId: string,
  reason: Reason,
  by: By,
): Promise<Answer> {
  return await decide(tx, storeId, answerId, { ...by, action: 'remove' }, answer => {
    refuseUnless(answer, ['pending', 'published', 'rejected', 'removed'])
    return { state: 'removed', moderation_reason: reason }
  })
}

/** Restores a removed answer: published if it ever was, else pending. Does nothing if it is not removed. */
export async function restoreAnswer(
  tx: Connection,
  storeId: string,
  answerId: string,
  by: By,
): Promise<Answer> {
  return await decide(tx, storeId, answerId, { ...by, action: 'restore' }, answer => {
    if (answer.state !== 'removed') return {}
    return { state: answer.published_at ? 'published' : 'pending', moderation_reason: null }
  })
}

/** Locks the question and then its answer, as a confirmation does. Throws `answer_unknown`. */
export async function lockAnswer(tx: Connection, storeId: string, answerId: string) {
  const { question_id } = await readAnswer(tx, storeId, answerId)
  const question = await readQuestion(tx, storeId, question_id, true)
  return { question, ...(await readAnswer(tx, storeId, answerId, true)) }
}

async function decide(
  tx: Connection,
  storeId: string,
  answerId: string,
  by: By & { action: string },
  change: (answer: Answer) => Partial<Omit<Answer, 'id'>>,
): Promise<Answer> {
  const { question, published_at } = await lockAnswer(tx, storeId, answerId)
  const answer = await decideContent(tx, storeId, answerContent, answerId, by, change)
  const isNew = answer.state === 'published' && published_at === null
  const isUnanswered = question.state === 'published' && question.reply === null
  const notice = { kind: 'answer_published', recordId: answerId, to: authorOf(question), at: by.at } as const
  if (isNew && isUnanswered && (await isFirst(tx, storeId, answer))) await queueNotice(tx, storeId, notice)
  return answer
}

async function isFirst(tx: Connection, storeId: string, { id, question_id }: Answer): Promise<boolean> {
  const others = await tx.query(sql`
    select
    from answers
    where store_id = ${storeId} and question_id = ${question_id} and id <> ${id} and published_at is not null
    limit 1`)
  return others.length === 0
}

function refuseUnless(answer: Answer, states: ContentState[]): void {
  if (!states.includes(answer.state)) throw new ApiError('state_wrong')
}
