import sql from 'sql-template-tag'
import type { Connection } from '../../../foundation/database/connect.ts'
import { ApiError } from '../../../foundation/errors/errors.ts'
import type { PagePosition } from '../../../foundation/lib/ids/cursor.ts'
import { isUuid } from '../../../foundation/lib/ids/uuid.ts'
import type { Flag } from '../../moderation/checks.ts'
import {
  type ContentFilter,
  countByState,
  type Listed,
  listChangedContent,
  listContent,
  type Page,
} from '../../moderation/content/list.ts'
import { reportsColumn, type ShownReport } from '../../moderation/reports/reports.ts'
import { type Answer, answerContent } from './answers.ts'

export type AnswerFilter = Omit<ContentFilter, 'unanswered'> & { questionId?: string }

export type ListedAnswer = Answer & {
  flags: Flag[]
  reports: ShownReport[]
  /** The text of the question. */
  question: string
  /** When it was changed or, if it never was, written. */
  updated_at: Date
}

const extraOf = (storeId: string, questionId: string | undefined) => ({
  conditions: questionId === undefined ? [] : [sql`question_id = ${questionId}`],
  columns: [
    reportsColumn(storeId, answerContent),
    sql`coalesce(updated_at, created_at) as updated_at, (
      select questions.body
      from questions
      where questions.store_id = ${storeId} and questions.id = answers.question_id
    ) as question`,
  ],
})

/** A page of a store's answers of shoppers by date, newest first by default. */
export async function listAnswers(
  db: Connection,
  storeId: string,
  { questionId, ...filter }: AnswerFilter,
  page: Page,
): Promise<Listed<ListedAnswer>> {
  if (questionId !== undefined && !isUuid(questionId)) return { result: [], next: null }
  const extra = extraOf(storeId, questionId)
  return await listContent<Answer, ListedAnswer>(db, storeId, answerContent, filter, page, extra)
}

/** A page of the answers that were written or changed since then, the last change first; see `changedSince`. */
export async function listChangedAnswers(
  db: Connection,
  storeId: string,
  { questionId, ...filter }: AnswerFilter,
  page: { since: Date; after?: PagePosition | undefined; limit: number },
): Promise<Listed<ListedAnswer>> {
  if (questionId !== undefined && !isUuid(questionId)) return { result: [], next: null }
  const extra = extraOf(storeId, questionId)
  return await listChangedContent<Answer, ListedAnswer>(db, storeId, answerContent, filter, page, extra)
}

/** Throws `answer_unknown`. */
export async function readListedAnswer(db: Connection, storeId: string, id: string): Promise<ListedAnswer> {
  const { result } = isUuid(id) ? await listAnswers(db, storeId, { id }, { limit: 1 }) : { result: [] }
  const [answer] = result
  if (!answer) throw new ApiError('answer_unknown')
  return answer
}

/** The same as `countReviewsByState`, for answers. */
export async function countAnswersByState(db: Connection, storeId: string, filter: ContentFilter) {
  return await countByState(db, storeId, answerContent, filter, [])
}
