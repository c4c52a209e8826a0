import sql, { raw } from 'sql-template-tag'
import type { Connection } from '../../../foundation/database/connect.ts'
import type { By } from '../../../foundation/events/audit/audit.ts'
import type { Content, ContentKind, LoggedAction } from '../../moderation/content/content-kind.ts'
import { deleteContent } from '../../moderation/content/delete.ts'
import { readContent } from '../../moderation/content/lookups.ts'
import { changeContent, insertContent } from '../../moderation/content/writing.ts'
import { changeAnswerCounts } from './answer-counts.ts'

/** A shopper's answer to a question, as it is stored. The store's own answer is the `reply` of the question. */
export type Answer = Omit<Content, 'title' | 'imported' | 'notify_author'> & {
  question_id: string
  /** Whether the confirmed address has an order of the store with the product, or one that shares with it. */
  verified_purchase: boolean
}

const columns = [
  'id',
  'question_id',
  'product_id',
  'body',
  'display_name',
  'email',
  'address',
  'verified_purchase',
  'state',
  'moderation_reason',
  'language',
  'created_at',
  'published_at',
] as const satisfies (keyof Answer)[]

export const answerContent: ContentKind<Answer> = {
  name: 'answer',
  table: raw('answers'),
  columns,
  texts: ['body'],
  textSql: raw("body || ' ' || display_name"),
  countedFields: [],
  erased: {},
  events: ['answer.created', 'answer.published'],
  eventData: ({ id: _id, email: _email, address: _address, ...data }) => data,
  changeSums: changeAnswerCounts,
}

/** Like `insertContent`, for answers. */
export async function insertAnswers(
  tx: Connection,
  storeId: string,
  answers: Answer[],
  by: LoggedAction,
): Promise<void> {
  await insertContent(tx, storeId, answerContent, answers, by)
}

/** Like `changeContent`, for an answer. Throws `answer_unknown`. */
export async function changeAnswer(
  tx: Connection,
  storeId: string,
  answerId: string,
  by: LoggedAction,
  change: (answer: Answer) => Partial<Omit<Answer, 'id'>>,
): Promise<Answer> {
  return await changeContent(tx, storeId, answerContent, answerId, by, change)
}

/** Throws `answer_unknown` if the store has none with this id. */
export async function readAnswer(
  db: Connection,
  storeId: string,
  answerId: string,
  lock = false,
): Promise<Answer> {
  return await readContent(db, storeId, answerContent, answerId, lock)
}

/** Deletes answers with their notes and confirmations, such as one that its author replaced. */
export async function deleteAnswers(
  tx: Connection,
  storeId: string,
  ids: string[],
  by: LoggedAction,
): Promise<void> {
  await deleteContent(tx, storeId, answerContent, ids, by)
}

/** Deletes the answers to deleted questions. */
export async function forgetAnswersTo(tx: Connection, storeId: string, questionIds: string[], by: By) {
  const found = await tx.query<{ id: string }>(sql`
    select id
    from answers
    where store_id = ${storeId} and question_id = any(${questionIds}::uuid[])
    order by id`)
  const ids = found.map(({ id }) => id)
  if (ids.length > 0) await deleteAnswers(tx, storeId, ids, { ...by, action: 'purge' })
}
