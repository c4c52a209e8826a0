import { raw, type Sql } from 'sql-template-tag'
import type { RecordKind } from '../flags.ts'

/** The kinds of content that visitors can report. Each has a table of reports, all with the same columns. */
export const reportedKinds = ['review', 'question', 'answer'] as const satisfies RecordKind[]

/** The reports of a kind of content, and the column that names the reported record. */
export function tableOf(kind: RecordKind): { reports: Sql; about: Sql } {
  return { reports: raw(`${kind}_reports`), about: raw(`${kind}_id`) }
}
