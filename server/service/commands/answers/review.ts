import { type Command, InvalidArgumentError, Option } from 'commander'
import { type Reason, reasonNames } from '../../../answers/moderation/reasons.ts'
import { contentStates } from '../../../answers/moderation/states.ts'
import { type ListedReview, listReviews, type ReviewFilter } from '../../../answers/reviews/list-reviews.ts'
import {
  publishReview,
  rejectReview,
  removeReview,
  replyToReview,
  restoreReview,
} from '../../../answers/reviews/moderate.ts'
import type { Review } from '../../../answers/reviews/reviews.ts'
import { importReviews } from '../../../exchange/imports/imports.ts'
import type { Connection } from '../../../foundation/database/connect.ts'
import type { By } from '../../../foundation/events/audit/audit.ts'
import { type PagePosition, readCursor } from '../../../foundation/lib/ids/cursor.ts'
import { printable } from '../../../foundation/lib/text/printable.ts'
import { systemClock } from '../../../foundation/lib/time/clock.ts'
import { subjects } from '../../../tenants/products/store-itself.ts'
import { readStore } from '../../../tenants/stores/stores.ts'
import { addExportCommand } from '../export.ts'
import { addImportCommand } from '../import/import.ts'
import { dim, print, say, sayPairs, sayTable, wholeNumber } from '../output.ts'
import { withDatabase } from '../with-database.ts'

type Flags = { store: string; json?: boolean }

type ListFlags = Flags &
  ReviewFilter & { product?: string; oldest?: boolean; limit: number; after?: PagePosition }

export function addReviewCommands(program: Command): void {
  const review = program.command('review').description('read, import, export and moderate reviews')
  addImportCommand(review, 'review', importReviews)
  addExportCommand(review, 'reviews')
  addList(review)
  decision(review, 'publish', 'publish a review').action((id: string, flags: Flags) =>
    decide(flags, (tx, store, by) => publishReview(tx, store, id, by)),
  )
  withReason(decision(review, 'reject', 'reject a review; its author is notified of the reason')).action(
    (id: string, flags: Flags & { reason: Reason }) =>
      decide(flags, (tx, store, by) => rejectReview(tx, store, id, flags.reason, by)),
  )
  withReason(decision(review, 'remove', 'take a review down; it is kept for a year')).action(
    (id: string, flags: Flags & { reason: Reason }) =>
      decide(flags, (tx, store, by) => removeReview(tx, store, id, flags.reason, by)),
  )
  decision(review, 'restore', 'restore a removed review').action((id: string, flags: Flags) =>
    decide(flags, (tx, store, by) => restoreReview(tx, store, id, by)),
  )
  addReply(review)
}

function addList(review: Command): void {
  withPage(review.command('list').description('list reviews by date, newest first'))
    .addOption(
      new Option('--subject <subject>', 'only reviews of products, or of the store').choices(subjects),
    )
    .action(async (flags: ListFlags) => {
      const { store, product, oldest, limit, after, json, ...filter } = flags
      const page = await withDatabase(async db => {
        const { store_id } = await readStore(db, store)
        const wanted = { ...filter, ...(product !== undefined && { productId: product }) }
        return await listReviews(db, store_id, wanted, { oldestFirst: oldest === true, limit, after })
      })
      print(json, page, () => {
        for (const one of page.result) printListed(one)
        if (page.result.length === 0) say('No reviews found.')
        if (page.next) say(`More: --after ${page.next}`)
      })
    })
}

function addReply(review: Command): void {
  decision(review, 'reply', "set the store's public reply, replacing any earlier one")
    .argument('[text]', 'the text of the reply')
    .option('--withdraw', 'withdraw the reply')
    .action(async (id: string, text: string | undefined, flags: Flags & { withdraw?: boolean }) => {
      const reply = replyText(text, flags.withdraw)
      await decide(flags, (tx, store, by) => replyToReview(tx, store, id, reply, by))
    })
}

/** The text of an answer, or null where it is taken back. Throws for both, for neither and for an empty one. */
export function replyText(text: string | undefined, withdraw = false): string | null {
  if (withdraw && text === undefined) return null
  const trimmed = text?.trim() ?? ''
  if (!withdraw && trimmed !== '' && [...trimmed].length <= longestReply) return trimmed
  throw new InvalidArgumentError(`It takes a text of 1 to ${longestReply} characters, or --withdraw.`)
}

const longestReply = 5_000

/** The options of every list by date. */
export function withPage(list: Command): Command {
  return list
    .requiredOption('--store <id>', 'the store')
    .addOption(new Option('--state <state>', 'only those in this state').choices(contentStates))
    .option('--product <id>', 'only records of this product')
    .option('--flagged', 'only records flagged by a check')
    .option('--reported', 'only records with reports that nobody decided about yet')
    .option('--text <words>', 'only records that contain this exact text')
    .option('--oldest', 'oldest first')
    .option('--limit <n>', 'maximum number of records', wholeNumber(1, 1_000), 20)
    .option('--after <cursor>', 'continue after this cursor', toPosition)
    .option('--json', 'print JSON')
}

export function decision(command: Command, name: string, description: string): Command {
  return command
    .command(name)
    .description(description)
    .argument('<id>')
    .requiredOption('--store <id>', 'the store')
    .option('--json', 'print JSON')
}

export function withReason(command: Command): Command {
  return command.addOption(new Option('--reason <reason>', 'why').choices(reasonNames).makeOptionMandatory())
}

/** Lines below a heading: who, what the checks found, what was reported. */
export function printText(text: string): void {
  for (const line of printable(text.replaceAll('\n', ' ⏎ ')).match(/.{1,96}/gsu) ?? []) say(`    ${line}`)
}

async function decide(
  { store, json }: Flags,
  act: (tx: Connection, storeId: string, by: By) => Promise<Review>,
): Promise<void> {
  const review = await withDatabase(async db => {
    const { store_id } = await readStore(db, store)
    const by = { at: new Date(systemClock()), actor: 'command' } as const
    return await db.transaction(tx => act(tx, store_id, by))
  })
  print(json, review, () =>
    sayPairs({ id: review.id, state: review.state, reason: review.moderation_reason, reply: review.reply }),
  )
}

function printListed(review: ListedReview): void {
  const found = review.flags.map(({ check, field }) => (field ? `${check} in ${field}` : check))
  sayTable(
    ['review', 'state', 'product', 'by', 'written'],
    [[review.id, review.state, review.product_id, review.display_name, review.created_at]],
  )
  if (review.title) printText(review.title)
  printText(review.body)
  if (review.reply) say(`    ${dim('answered:')} ${printable(review.reply)}`)
  if (found.length > 0) say(`    ${dim('found:')} ${[...new Set(found)].join(', ')}`)
  printReports(review)
  say()
}

export function printReports({ reports }: Pick<ListedReview, 'reports'>): void {
  for (const { reason, text } of reports) say(`    ${dim('reported:')} ${reason} ${printable(text)}`)
}

function toPosition(cursor: string): PagePosition {
  const place = readCursor(cursor)
  if (!place) throw new InvalidArgumentError('It takes the cursor that the previous page printed.')
  return place
}
