import { raw } from 'sql-template-tag'
import type { Connection } from '../../foundation/database/connect.ts'
import type { Content, ContentKind, LoggedAction, Replied } from '../moderation/content/content-kind.ts'
import { readContent } from '../moderation/content/lookups.ts'
import { changeContent, insertContent } from '../moderation/content/writing.ts'
import { forgetAnswersTo } from './answers/answers.ts'
import { changeCounts } from './question-counts.ts'
import { countedFields } from './question-days.ts'

/** A question as it is stored. */
export type Question = Omit<Content, 'title'> & Replied

const columns = [
  'id',
  'product_id',
  'body',
  'display_name',
  'email',
  'address',
  'state',
  'moderation_reason',
  'language',
  'created_at',
  'published_at',
  'reply',
  'reply_created_at',
  'imported',
  'notify_author',
] as const satisfies (keyof Question)[]

export const questionContent: ContentKind<Question> = {
  name: 'question',
  table: raw('questions'),
  columns,
  texts: ['body'],
  textSql: raw("body || ' ' || display_name"),
  countedFields,
  erased: {},
  events: ['question.created', 'question.published', 'question.answered'],
  eventData: ({ id: _id, email: _email, address: _address, notify_author: _notified, ...data }) => ({
    ...data,
    imported: data.imported === true,
  }),
  changeSums: changeCounts,
  forgetNotes: forgetAnswersTo,
}

/** Like `insertContent`, for questions. */
export async function insertQuestions(
  tx: Connection,
  storeId: string,
  questions: Question[],
  by: LoggedAction,
  earlier?: Promise<unknown>,
): Promise<void> {
  await insertContent(tx, storeId, questionContent, questions, by, earlier)
}

/** Like `changeContent`, for a question. Throws `question_unknown`. */
export async function changeQuestion(
  tx: Connection,
  storeId: string,
  questionId: string,
  by: LoggedAction,
  change: (question: Question) => Partial<Omit<Question, 'id'>>,
): Promise<Question> {
  return await changeContent(tx, storeId, questionContent, questionId, by, change)
}

/** Throws `question_unknown` if the store has none with this id. */
export async function readQuestion(
  db: Connection,
  storeId: string,
  questionId: string,
  lock = false,
): Promise<Question> {
  return await readContent(db, storeId, questionContent, questionId, lock)
}
