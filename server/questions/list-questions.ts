import type { Connection } from '../database/connect.ts'
import type { Flag } from '../moderation/checks.ts'
import {
  type ContentFilter,
  countByState,
  type Listed,
  listContent,
  type Page,
} from '../moderation/content/list.ts'
import { type Question, questionContent } from './questions.ts'

export type QuestionFilter = ContentFilter

export type ListedQuestion = Question & { flags: Flag[] }

/** A page of a store's questions by date, newest first by default. */
export async function listQuestions(
  db: Connection,
  storeId: string,
  filter: QuestionFilter,
  page: Page,
): Promise<Listed<ListedQuestion>> {
  return await listContent(db, storeId, questionContent, filter, page, { conditions: [] })
}

/** The same as `countReviewsByState`, for questions. */
export async function countQuestionsByState(db: Connection, storeId: string, filter: QuestionFilter) {
  return await countByState(db, storeId, questionContent, filter, [])
}
