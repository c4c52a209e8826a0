import { z } from 'zod'
import { restoreChange } from '../audit/restored.ts'
import { comparableAddress } from '../mail/address.ts'
import { restoredColumns, restoreMailing } from '../mail/moved.ts'
import { isPictureName } from '../pictures/pictures.ts'
import { restoreRequest } from '../requests/moved.ts'
import { isReason } from '../reviews/reasons.ts'
import { flag } from '../reviews/review-schemas.ts'
import type { ArchivedTable } from './tables.ts'

export type Row = Record<string, unknown>

/** What all rows of one restore share. */
export type Restoring = {
  /** The names that the pictures have in this store, by those of the archive. */
  pictures: Map<string, string>
  newId: (id: string) => string
  at: Date
}

/** A row as it is written here; undefined: it is left out. A text: the column whose value nothing of ours writes. */
export type RestoredRow = Row | undefined | string

/**
 * The importer may have written the archive, so each row is only their claim about their own store. Decision 22
 * lists for each table what a hostile row could do, and what stops it.
 */
export function restoreRow(table: ArchivedTable, row: Row, restoring: Restoring): RestoredRow {
  const wrong = wrongColumn(table, row)
  if (wrong !== undefined) return wrong
  const rule = rules[table]
  return rule ? rule(row, restoring) : row
}

/** Columns that a restored row has whatever the archive holds. */
export function addedColumns(table: ArchivedTable): string[] {
  return table === 'mailings' ? restoredColumns : []
}

type Rule = (row: Row, restoring: Restoring) => RestoredRow

const rules: Partial<Record<ArchivedTable, Rule>> = {
  mailings: (row, { newId, at }) => restoreMailing(row, newId, at),
  review_requests: (row, { newId }) => restoreRequest(row, newId),
  audit_log: (row, { newId, at }) => restoreChange(row, newId, at),
  pictures: restorePicture,
  reviews: restoreReview,
  questions: withOwnAddress,
}

// Names are made of the store and of what is in the picture: no row can name another store's. One without its file
// is left out.
function restorePicture(row: Row, { pictures, at }: Restoring): RestoredRow {
  const name = pictures.get(String(row.name))
  // A date ahead would keep a picture that no review uses from being swept.
  const taken_at = Date.parse(String(row.taken_at)) > at.getTime() ? at : row.taken_at
  return name === undefined ? undefined : { ...row, name, taken_at }
}

function restoreReview(row: Row, restoring: Restoring): RestoredRow {
  if (row.moderation_reason !== null && !isReason(String(row.moderation_reason))) return 'moderation_reason'
  const pictures = (row.pictures as string[]).flatMap(one => {
    if (isPictureName(one)) return restoring.pictures.get(one) ?? []
    return /^https?:/i.test(one) ? one : []
  })
  return withOwnAddress({ ...row, pictures })
}

// A person is found, and erased, by the address; mail goes to the e-mail.
function withOwnAddress(row: Row): Row {
  return typeof row.email === 'string' ? { ...row, address: comparableAddress(row.email) ?? null } : row
}

const texts = z.array(z.string())
const people = z.array(z.looseObject({ name: z.string(), email: z.string() }))
const bought = z.array(
  z.looseObject({
    product_id: z.string(),
    sku: z.string(),
    name: z.string(),
    url: z.string(),
    pictures: texts.optional(),
  }),
)

// What is read as a list must be one: a row of another shape would fail every page it is on.
const shapes: Partial<Record<ArchivedTable, Record<string, z.ZodType>>> = {
  products: { pictures: texts },
  orders: { products: bought, customers: people },
  reviews: { pictures: texts },
  moderation_flags: { flags: z.array(flag) },
}

const longest = 50_000 // characters: of a review's text, which is the longest that we take anywhere

// The first column that holds what none of ours can: a list of another shape, or a text without an end.
function wrongColumn(table: ArchivedTable, row: Row): string | undefined {
  const shape = Object.entries(shapes[table] ?? {})
  const wrong = shape.find(([name, type]) => name in row && !type.safeParse(row[name]).success)
  if (wrong) return wrong[0]
  return Object.entries(row).find(
    ([name, value]) => typeof value === 'string' && value.length > longest && name !== 'search',
  )?.[0]
}
