import sql from 'sql-template-tag'
import type { Connection } from '../../foundation/database/connect.ts'
import { ApiError } from '../../foundation/errors/errors.ts'
import type { PagePosition } from '../../foundation/lib/ids/cursor.ts'
import { isUuid } from '../../foundation/lib/ids/uuid.ts'
import type { Flag } from '../moderation/checks.ts'
import {
  type ContentFilter,
  countByState,
  type Listed,
  listChangedContent,
  listContent,
  type Page,
} from '../moderation/content/list.ts'
import { reportsColumn, type ShownReport } from '../moderation/reports/reports.ts'
import { type Question, questionContent } from './questions.ts'

export type QuestionFilter = ContentFilter

export type ListedQuestion = Question & {
  flags: Flag[]
  reports: ShownReport[]
  /** The id that the program which sent it uses for it. */
  external_id: string | null
  /** When it was changed or, if it never was, written. */
  updated_at: Date
}

const extraOf = (storeId: string) => ({
  conditions: [],
  columns: [
    reportsColumn(storeId, questionContent),
    sql`external_id, coalesce(updated_at, created_at) as updated_at`,
  ],
})

/** A page of a store's questions by date, newest first by default. */
export async function listQuestions(
  db: Connection,
  storeId: string,
  filter: QuestionFilter,
  page: Page,
): Promise<Listed<ListedQuestion>> {
  return await listContent<Question, ListedQuestion>(
    db,
    storeId,
    questionContent,
    filter,
    page,
    extraOf(storeId),
  )
}

/** A page of the questions that were written or changed since then, the last change first; see `changedSince`. */
export async function listChangedQuestions(
  db: Connection,
  storeId: string,
  filter: QuestionFilter,
  page: { since: Date; after?: PagePosition | undefined; limit: number },
): Promise<Listed<ListedQuestion>> {
  return await listChangedContent<Question, ListedQuestion>(
    db,
    storeId,
    questionContent,
    filter,
    page,
    extraOf(storeId),
  )
}

/** Throws `question_unknown`. */
export async function readListedQuestion(
  db: Connection,
  storeId: string,
  id: string,
): Promise<ListedQuestion> {
  const { result } = isUuid(id) ? await listQuestions(db, storeId, { id }, { limit: 1 }) : { result: [] }
  const [question] = result
  if (!question) throw new ApiError('question_unknown')
  return question
}

/** The same as `countReviewsByState`, for questions. */
export async function countQuestionsByState(db: Connection, storeId: string, filter: QuestionFilter) {
  return await countByState(db, storeId, questionContent, filter, [])
}
