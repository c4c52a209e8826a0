import sql, { empty, raw } from 'sql-template-tag'
import type { Connection } from '../database/connect.ts'
import type { Flag } from '../moderation/checks.ts'
import { flagsOf } from '../moderation/flags.ts'
import {
  afterPlace,
  type Listed,
  type Page,
  pageOf,
  type ReviewFilter,
  readListed,
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
  const conditions = [
    sql`store_id = ${storeId}`,
    filter.state === undefined ? empty : sql`state = ${filter.state}`,
    filter.productId === undefined ? empty : sql`product_id = ${filter.productId}`,
    filter.flagged ? sql`flagged` : empty,
    filter.unanswered ? sql`reply is null` : empty,
    filter.language === undefined ? empty : sql`language = ${filter.language}`,
    afterPlace(page),
  ].filter(condition => condition !== empty)
  const rows = await readListed<Question & { flags: Flag[] | null }>(db, page, {
    columns: sql`${columnNames}, ${flagsOf(storeId, 'question', raw('questions.id'))} as flags`,
    table: raw('questions'),
    conditions,
    // As the index of migrations/0031 has it.
    text: sql`lower(' ' || body || ' ' || display_name)`,
    part: filter.text,
  })
  return pageOf(
    rows.map(row => ({ ...row, flags: row.flags ?? [] })),
    page,
  )
}
