import sql, { empty, join, raw } from 'sql-template-tag'
import type { Connection } from '../database/connect.ts'
import type { Flag } from '../moderation/checks.ts'
import { flagsOf } from '../moderation/moderation.ts'
import {
  afterPlace,
  byDate,
  type Listed,
  type Page,
  pageOf,
  type ReviewFilter,
} from '../reviews/list-reviews.ts'
import { columnNames, type Question } from './questions.ts'

/** Which questions a moderator wants to see; `unanswered`: only those without a reply. */
export type QuestionFilter = Omit<ReviewFilter, 'reported' | 'pictures' | 'rating'> & { unanswered?: boolean }

export type ListedQuestion = Question & { flags: Flag[] }

/** A page of a store's questions by date, newest first unless asked otherwise. */
export async function listQuestions(
  db: Connection,
  storeId: string,
  filter: QuestionFilter,
  page: Page,
): Promise<Listed<ListedQuestion>> {
  const flags = flagsOf(storeId, 'question', raw('questions.id'))
  const conditions = [
    sql`store_id = ${storeId}`,
    filter.state === undefined ? empty : sql`state = ${filter.state}`,
    filter.productId === undefined ? empty : sql`product_id = ${filter.productId}`,
    filter.flagged ? sql`${flags} is not null` : empty,
    filter.unanswered ? sql`reply is null` : empty,
    filter.text === undefined
      ? empty
      : sql`position(lower(${filter.text}) in lower(body || ' ' || display_name)) > 0`,
    filter.language === undefined ? empty : sql`language = ${filter.language}`,
    afterPlace(page),
  ].filter(condition => condition !== empty)
  const rows = await db.query<Question & { flags: Flag[] | null }>(sql`
    select ${columnNames}, ${flags} as flags
    from questions
    where ${join(conditions, ' and ')}
    order by ${byDate(page)}
    limit ${page.limit + 1}`)
  return pageOf(
    rows.map(row => ({ ...row, flags: row.flags ?? [] })),
    page,
  )
}
