import sql, { empty } from 'sql-template-tag'
import type { Connection } from '../database/connect.ts'
import type { Flag } from '../moderation/checks.ts'
import { type ContentFilter, type Listed, listContent, type Page } from '../moderation/content/list.ts'
import { type Question, questionContent } from './questions.ts'

/** The filters of a moderator. `unanswered`: only questions without a reply. */
export type QuestionFilter = ContentFilter & { unanswered?: boolean }

export type ListedQuestion = Question & { flags: Flag[] }

/** A page of a store's questions by date, newest first by default. */
export async function listQuestions(
  db: Connection,
  storeId: string,
  filter: QuestionFilter,
  page: Page,
): Promise<Listed<ListedQuestion>> {
  return await listContent(db, storeId, questionContent, filter, page, {
    conditions: [filter.unanswered ? sql`reply is null` : empty],
  })
}
