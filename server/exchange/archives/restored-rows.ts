import { z } from 'zod'
import { mostFlagsOfRecord } from '../../answers/moderation/checks.ts'
import { flag } from '../../answers/moderation/flag-schema.ts'
import { isReason } from '../../answers/moderation/reasons.ts'
import { storedAnswers } from '../../answers/reviews/attributes/stored-answers.ts'
import { origins } from '../../answers/reviews/origin.ts'
import { restoreConsent, restoreMessage } from '../../asking/channels/archived-messages.ts'
import { restoredColumns, restoreMailing } from '../../asking/mail/archived-mailings.ts'
import { mostProducts, storedBuyers, storedProducts } from '../../asking/orders/order-body.ts'
import { restoreRequest } from '../../asking/requests/archived-requests.ts'
import { mostReasons, reason } from '../../asking/requests/reasons.ts'
import { codeProblem } from '../../asking/rewards/read-codes.ts'
import { noReward, type RewardSettings, wrongReward } from '../../asking/rewards/reward-rules.ts'
import { restoreChange } from '../../foundation/events/audit/restored.ts'
import { list, text } from '../../foundation/http/input/fields.ts'
import { comparableAddress } from '../../foundation/lib/text/email-address.ts'
import { longestPicture, mostPictures } from '../../foundation/storage/pictures/limits.ts'
import { isPictureName } from '../../foundation/storage/pictures/pictures.ts'
import { readCaptionsName, readVideoName } from '../../foundation/storage/videos/names.ts'
import { noProductKinds } from '../../tenants/products/no-products.ts'
import { storeItself } from '../../tenants/products/store-itself.ts'
import { appliedRule } from '../../tenants/stores/settings/request-rules.ts'
import type { ArchivedTable } from './tables.ts'

export type Row = Record<string, unknown>

/** Shared by all rows of one restore. */
export type Restoring = {
  /** Picture names in this store, by their names in the archive. */
  pictures: Map<string, string>
  /** The uploaded logo: its file name in the archive, and its address in this store. */
  logo?: { name: string; address: (archived: string) => string } | undefined
  newId: (id: string) => string
  at: Date
  /** Whether authors get mails about decisions and replies, as they did where the archive was made. */
  notifyAuthors?: boolean | undefined
}

/** The row to insert, undefined to leave it out, or the name of a column with a value that Realword never writes. */
export type RestoredRow = Row | undefined | string

/**
 * The importer may have written the archive, so no row is trusted. Decision 22 lists, for each table, what a hostile
 * row could do and what prevents it.
 */
export function restoreRow(table: ArchivedTable, row: Row, restoring: Restoring): RestoredRow {
  const wrong = wrongColumn(table, row)
  if (wrong !== undefined) return wrong
  const rule = rules[table]
  return rule ? rule(row, restoring) : row
}

/** Columns that a restore writes even if the archive lacks them. */
export function addedColumns(table: ArchivedTable): string[] {
  if (table === 'reviews' || table === 'questions') return ['notify_author']
  if (table === 'review_requests') return ['reasons']
  return table === 'mailings' ? restoredColumns : []
}

type Rule = (row: Row, restoring: Restoring) => RestoredRow

const rules: Partial<Record<ArchivedTable, Rule>> = {
  stores: restoreLogo,
  products: restoreProduct,
  mailings: (row, { newId, at }) => restoreMailing(row, newId, at),
  review_requests: (row, { newId }) => restoreRequest(row, newId),
  messages: (row, { newId }) => restoreMessage(row, newId),
  consents: (row, { at }) => restoreConsent(row, at),
  audit_log: (row, { newId, at }) => restoreChange(row, newId, at),
  pictures: restorePicture,
  reviews: restoreReview,
  review_reports: restoreReport,
  questions: restoreContent,
  answers: withOwnAddress,
  question_reports: restoreReport,
  answer_reports: restoreReport,
  reward_settings: restoreRewardSettings,
  reward_codes: row => (codeProblem(String(row.code)) ? 'code' : row),
  rewards: restoreReward,
}

function restoreLogo(row: Row, { logo }: Restoring): RestoredRow {
  const { logo_url } = row
  if (!logo || typeof logo_url !== 'string' || !logo_url.endsWith(`/pictures/${logo.name}`)) return row
  return { ...row, logo_url: logo.address(logo_url) }
}

// Every screen names the kind. No product may take the place of the store itself.
function restoreProduct(row: Row): RestoredRow {
  if (row.product_id === storeItself) return 'product_id'
  return (noProductKinds as readonly unknown[]).includes(row.recognised_as)
    ? row
    : { ...row, recognised_as: null }
}

// A picture's name is a hash of its store and content, so no row can name another store's. A row without its file is
// left out.
function restorePicture(row: Row, { pictures, at }: Restoring): RestoredRow {
  const name = pictures.get(String(row.name))
  // A future date would keep an unused picture from being swept.
  const taken_at = Date.parse(String(row.taken_at)) > at.getTime() ? at : row.taken_at
  return name === undefined ? undefined : { ...row, name, taken_at }
}

function restoreReview(row: Row, restoring: Restoring): RestoredRow {
  const reason = row.moderation_reason ?? null
  if (reason !== null && !isReason(String(reason))) return 'moderation_reason'
  const pictures = (row.pictures as string[]).flatMap(one => {
    if (isPictureName(one) || readVideoName(one) || readCaptionsName(one))
      return restoring.pictures.get(one) ?? []
    return /^https?:/i.test(one) ? one : []
  })
  return restoreContent({ ...row, pictures }, restoring)
}

function restoreContent(row: Row, { notifyAuthors }: Restoring): Row {
  return { ...withOwnAddress(row), notify_author: notifyAuthors ? (row.notify_author ?? null) : false }
}

// Where the archive was made, a reporter is told the decision too.
function restoreReport(row: Row, { notifyAuthors }: Restoring): Row {
  if (notifyAuthors || typeof row.email !== 'string') return withOwnAddress(row)
  return { ...row, email: null, address: null, language: null }
}

// Off: until the old installation is, both would give the same codes. The owner turns it on.
function restoreRewardSettings(row: Row): RestoredRow {
  const settings = { ...noReward, ...row, on: false } as RewardSettings
  const [wrong] = wrongReward(settings)
  return wrong ? (wrong.path.split('.')[0] as string) : { ...row, is_on: false }
}

// The links of mails are not restored, so that nobody can earn an open promise here. Its code stays set aside: the old
// installation may still give it.
function restoreReward(row: Row, { newId }: Restoring): RestoredRow {
  if (row.given_at == null) return undefined
  if (codeProblem(String(row.code))) return 'code'
  return { ...row, mailing_id: row.mailing_id ? newId(String(row.mailing_id)) : null }
}

// Searches and erasure find a person by the address; mail is sent to the e-mail.
function withOwnAddress(row: Row): Row {
  return typeof row.email === 'string' ? { ...row, address: comparableAddress(row.email) ?? null } : row
}

const reporter = { email: text(254).nullish(), language: text(35).nullish() }

const pictures = list(text(longestPicture), 0, mostPictures)

/**
 * The limits that the API and CSV imports set for lists. A list of another shape would break every page that shows the
 * row, and a long one would make every read of it costly. All lists of all tables are here, except store settings,
 * which `tenants/stores/restore.ts` checks.
 */
export const shapes: Partial<Record<ArchivedTable, Record<string, z.ZodType>>> = {
  products: { pictures },
  orders: { products: storedProducts, customers: storedBuyers },
  review_requests: {
    left_out: list(text(255), 0, mostProducts).nullish(),
    reasons: list(reason, 0, mostReasons).optional(),
    rule: appliedRule.nullish(),
  },
  reviews: {
    pictures,
    attributes: storedAnswers.nullish(),
    origin: z.enum(origins).nullish(),
    origin_name: text(255).nullish(),
  },
  review_reports: reporter,
  question_reports: reporter,
  answer_reports: reporter,
  moderation_flags: { flags: list(z.strictObject(flag.shape), 0, mostFlagsOfRecord) },
  audit_log: { fields: list(text(100), 0, 100) },
  reward_settings: { gives: z.record(text(35), text(200)), code: text(100).nullish() },
  reward_codes: { code: text(100) },
  rewards: { code: text(100), gives: text(200) },
}

const longest = 50_000 // characters: the longest text accepted anywhere, a review's

// The first column with a value that Realword never writes: a list of another shape or length, or an overlong text.
function wrongColumn(table: ArchivedTable, row: Row): string | undefined {
  const shape = Object.entries(shapes[table] ?? {})
  const wrong = shape.find(([name, type]) => !type.safeParse(row[name]).success)
  if (wrong) return wrong[0]
  return Object.entries(row).find(
    ([name, value]) => typeof value === 'string' && isLong(value) && name !== 'search',
  )?.[0]
}

// `length` counts an emoji twice. A hostile text is not taken apart.
function isLong(text: string): boolean {
  return text.length > longest && (text.length > 2 * longest || [...text].length > longest)
}
