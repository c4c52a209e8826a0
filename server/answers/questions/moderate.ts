import type { Connection } from '../../foundation/database/connect.ts'
import { ApiError } from '../../foundation/errors/errors.ts'
import type { By } from '../../foundation/events/audit/audit.ts'
import { queueNotice } from '../../foundation/mailings/mailings.ts'
import { authorOf } from '../moderation/author.ts'
import type { LoggedAction } from '../moderation/content/content-kind.ts'
import type { Reason } from '../moderation/reasons.ts'
import { decideContent } from '../moderation/reports/decide.ts'
import type { ContentState } from '../moderation/states.ts'
import { changeQuestion, type Question, questionContent } from './questions.ts'

/**
 * Publishes a pending or rejected question. If it is published and was reported, decides that it stays. Throws
 * `question_unknown` or `state_wrong`.
 */
export async function publishQuestion(
  tx: Connection,
  storeId: string,
  questionId: string,
  by: By,
): Promise<Question> {
  return await decide(tx, storeId, questionId, { ...by, action: 'publish' }, question => {
    if (question.state === 'published') return {}
    refuseUnless(question, ['pending', 'rejected'])
    return { state: 'published', moderation_reason: null, published_at: question.published_at ?? by.at }
  })
}

/** Rejects a question for a neutral reason. Throws `question_unknown` or `state_wrong`. */
export async function rejectQuestion(
  tx: Connection,
  storeId: string,
  questionId: string,
  reason: Reason,
  by: By,
): Promise<Question> {
  return await decide(tx, storeId, questionId, { ...by, action: 'reject' }, question => {
    refuseUnless(question, ['pending', 'published', 'rejected'])
    return { state: 'rejected', moderation_reason: reason }
  })
}

/** Removes a question for a neutral reason. It is kept for a year. Throws `question_unknown` or `state_wrong`. */
export async function removeQuestion(
  tx: Connection,
  storeId: string,
  questionId: string,
  reason: Reason,
  by: By,
): Promise<Question> {
  return await decide(tx, storeId, questionId, { ...by, action: 'remove' }, question => {
    refuseUnless(question, ['pending', 'published', 'rejected', 'removed'])
    return { state: 'removed', moderation_reason: reason }
  })
}

/**
 * Restores a removed question: published if it ever was, else pending. Does nothing if it is not removed. Every removed
 * question can be restored, because authors cannot withdraw theirs. Throws `question_unknown`.
 */
export async function restoreQuestion(
  tx: Connection,
  storeId: string,
  questionId: string,
  by: By,
): Promise<Question> {
  return await decide(tx, storeId, questionId, { ...by, action: 'restore' }, question => {
    if (question.state !== 'removed') return {}
    return { state: question.published_at ? 'published' : 'pending', moderation_reason: null }
  })
}

/**
 * Sets the store's answer; null withdraws it. An answer publishes a pending question. The first answer notifies the
 * author. A rejected question can be answered too, but stays rejected. Throws `question_unknown` or `state_wrong`.
 */
export async function answerQuestion(
  tx: Connection,
  storeId: string,
  questionId: string,
  text: string | null,
  by: By,
): Promise<Question> {
  let isFirst = false
  const action = text === null ? 'withdraw_reply' : 'answer'
  const answered = await changeQuestion(tx, storeId, questionId, { ...by, action }, question => {
    isFirst = question.reply === null && text !== null
    if (text === null) return { reply: null, reply_created_at: null }
    refuseUnless(question, ['pending', 'published', 'rejected'])
    return {
      ...(question.state === 'pending' && {
        state: 'published' as const,
        published_at: question.published_at ?? by.at,
      }),
      ...(text !== question.reply && { reply: text, reply_created_at: question.reply_created_at ?? by.at }),
    }
  })
  const notice = {
    kind: 'question_answered',
    recordId: questionId,
    to: authorOf(answered),
    at: by.at,
  } as const
  if (isFirst) await queueNotice(tx, storeId, notice)
  return answered
}

async function decide(
  tx: Connection,
  storeId: string,
  questionId: string,
  by: LoggedAction,
  decision: (question: Question) => Partial<Question>,
): Promise<Question> {
  return await decideContent(tx, storeId, questionContent, questionId, by, decision)
}

function refuseUnless(question: Question, states: ContentState[]): void {
  if (!states.includes(question.state)) throw new ApiError('state_wrong')
}
