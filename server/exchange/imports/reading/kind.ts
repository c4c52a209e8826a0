import type { LoggedAction } from '../../../answers/moderation/content/content-kind.ts'
import type { Answers } from '../../../answers/reviews/attributes/answers.ts'
import type { Connection, Database } from '../../../foundation/database/connect.ts'
import type { Field, Texts } from '../formats/format.ts'
import type { Rules } from './cells/cells.ts'
import type { Identity } from './row-keys.ts'

/** A table that a file can contain. */
export type Table = {
  /** What an import of it makes. */
  name: 'review' | 'question' | 'order'
  fields: readonly Field[]
  /** Groups of fields; each group needs at least one column. */
  needed: Field[][]
}

/** A table with a record in each row, and how it is stored. */
export type Kind<Values> = Table & {
  name: 'review' | 'question'
  /** The field with the file's own id of a record. */
  id: 'review_id' | 'question_id'
  /** The author's own fields. In earlier releases their spelling identified a row without an id. */
  written: Field[]
  /** What identifies a row without an id. `handle` is that of its product; '' if the file has none beside its id. */
  identify: (texts: Texts, values: Values, rules: Rules, handle: string) => Identity
  /** Throws Refused. */
  read: (texts: Texts, rules: Rules, answers: () => Answers | null) => Values
  /** Returns those of the ids that the store has. */
  known: (db: Connection, storeId: string, ids: string[]) => Promise<Set<string>>
  insert: (
    tx: Connection,
    storeId: string,
    records: (Values & { id: string; product_id: string })[],
    by: LoggedAction,
    /** The batch before this one: see `insertContent`. */
    earlier?: Promise<unknown>,
  ) => Promise<void>
  /** The pictures of a record that are copied if they are addresses. */
  pictures?: (values: Values) => string[]
  /** Adds what the store's record of the same row lacks. Resolves with whether that was anything. */
  complete?: (db: Database, storeId: string, recordId: string, values: Values, at: Date) => Promise<boolean>
}
