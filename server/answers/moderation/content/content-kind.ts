import { raw, type Sql } from 'sql-template-tag'
import type { Connection } from '../../../foundation/database/connect.ts'
import type { By } from '../../../foundation/events/audit/audit.ts'
import type { EventType } from '../../../foundation/events/event-types.ts'
import type { Texts } from '../checks.ts'
import type { RecordKind } from '../flags.ts'
import type { ContentState } from '../states.ts'

/** The fields that reviews, questions and answers share. Texts are stored as they were written; reads mask contacts. */
export type Content = Texts & {
  id: string
  product_id: string
  /** The author's address, as entered and normalised; null if unknown or erased. */
  email: string | null
  address: string | null
  state: ContentState
  moderation_reason: string | null
  /** A language tag. */
  language: string
  created_at: Date
  published_at: Date | null
  /** Whether it was written elsewhere; null: stored by a release that did not keep it, see `lockContent`. */
  imported?: boolean | null
  /** Whether its author gets mails about it; null: unless it was imported. */
  notify_author?: boolean | null
  /** What the store says publicly of a review or question. Answers of shoppers have none. */
  reply?: string | null
  reply_created_at?: Date | null
}

/** Content with a reply of the store, which may be null. */
export type Replied = { reply: string | null; reply_created_at: Date | null }

/** How the kinds of content differ. There are three: `reviewContent`, `questionContent` and `answerContent`. */
export type ContentKind<Item extends Content> = {
  /** Its name in flags and in the audit log. */
  name: RecordKind
  /** A constant, like the columns: neither ever comes from a request. */
  table: Sql
  columns: readonly (keyof Item & string)[]
  /** The texts that a search covers. */
  texts: readonly ('title' | 'body')[]
  /** The texts and the name as one expression, without the leading space of the index in migrations/0031. */
  textSql: Sql
  /** The fields that the daily figures depend on. */
  countedFields: readonly string[]
  /** What else a search covers: words of the index that are no stems, and the column that they are made of. */
  marks?: { column: keyof Item & string; wordsOf: (item: Item) => string[] }
  /** Texts outside of `texts` that an erasure cleans: where they are, and the fields with cleaned ones. */
  otherTexts?: { sql: Sql; clean: (item: Item, clean: (text: string) => string) => Partial<Item> }
  /** Fields that the author's erasure empties, besides names, addresses and texts. */
  erased: Partial<Item>
  /** The events that report its changes. */
  events: readonly EventType[]
  /** What events say of a record: everything that members see, without addresses. */
  eventData: (item: Item) => Record<string, unknown>
  /** Updates the products' sums, in the transaction that changes the records. */
  changeSums: (tx: Connection, storeId: string, differences: Difference<Item>[]) => Promise<void>
  /** Deletes what depends on deleted records from other tables. */
  forgetNotes?: (tx: Connection, storeId: string, ids: string[], by: By) => Promise<unknown>
}

/** A record before and after a change; null when it does not exist. */
export type Difference<Item> = { before: Item | null; after: Item | null }

/** The actor, time and action of a change, for the audit log. */
export type LoggedAction = By & { action: string }

/** The column list for a statement. */
export function columnsOf<Item extends Content>({ columns }: ContentKind<Item>): Sql {
  return raw(columns.join(', '))
}
