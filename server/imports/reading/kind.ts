import type { Connection } from '../../database/connect.ts'
import type { LoggedAction } from '../../moderation/content/content-kind.ts'
import type { Field, Texts } from '../formats/format.ts'
import type { Rules } from './cells.ts'

/** What a file may hold, and how it gets into the database: reviews, or questions. */
export type Kind<Values> = {
  name: 'review' | 'question'
  fields: readonly Field[]
  /** The field that holds the file's own id of the record. */
  id: 'review_id' | 'question_id'
  /** One of each must have a column. */
  needed: Field[][]
  /** What its author wrote: a row without an id is known by it. */
  written: Field[]
  /** Throws Refused. */
  read: (texts: Texts, rules: Rules) => Values
  /** Which of these ids the store has. */
  known: (db: Connection, storeId: string, ids: string[]) => Promise<Set<string>>
  insert: (
    tx: Connection,
    storeId: string,
    records: (Values & { id: string; product_id: string })[],
    by: LoggedAction,
  ) => Promise<void>
}
