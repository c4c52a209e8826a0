import sql, { raw } from 'sql-template-tag'
import type { By } from '../audit/audit.ts'
import type { Connection } from '../database/connect.ts'
import {
  anonymousIn,
  cleaningOf,
  holdsAddress,
  isAddressOf,
  type Known,
  type Person,
  redact,
} from '../personal-data/person.ts'
import { changeReview, columnNames, type Review } from './reviews.ts'

/** The reviews the person wrote, as they are stored. */
export async function reviewsOfPerson(db: Connection, storeId: string, person: Person): Promise<Review[]> {
  const found = await db.query<Review>(sql`
    select ${columnNames}
    from reviews
    where store_id = ${storeId} and (address = ${person.address} or ${holdsAddress(person, raw('email'))})
    order by created_at, id`)
  return found.filter(({ address, email }) => address === person.address || isAddressOf(person, email ?? ''))
}

/**
 * Leaves the person's reviews without who wrote them, and no text of any review or report with their address
 * in it. `known` is what else they were called. Tells how many reviews were theirs.
 */
export async function erasePersonFromReviews(
  tx: Connection,
  storeId: string,
  person: Person,
  known: Known,
  { at, actor }: By,
): Promise<{ reviews: number }> {
  const theirs = await reviewsOfPerson(tx, storeId, person)
  const by = { at, actor, action: 'erase' } as const
  for (const { id } of theirs)
    await changeReview(tx, storeId, id, review => withoutIdentity(review, person, known), by)
  const others = await tx.query<{ id: string }>(sql`
    select id
    from reviews
    where store_id = ${storeId}
      and ${holdsAddress(person, raw("title || ' ' || body || ' ' || display_name || ' ' || coalesce(reply, '')"))}`)
  for (const { id } of others)
    await changeReview(tx, storeId, id, review => withoutAddress(review, person), by)
  await eraseFromReports(tx, storeId, person, known)
  return { reviews: theirs.length }
}

function withoutIdentity(review: Review, person: Person, known: Known): Partial<Review> {
  const clean = cleaningOf(person, known, review.display_name)
  return {
    display_name: anonymousIn(review.language),
    // They may show the person: their files are swept when no other review uses them.
    pictures: [],
    email: null,
    address: null,
    title: clean.text(review.title),
    body: clean.text(review.body),
    reply: clean.reply(review.reply),
  }
}

function withoutAddress(review: Review, person: Person): Partial<Review> {
  const clean = (text: string) => redact(text, person, { names: [], phones: [] })
  return {
    title: clean(review.title),
    body: clean(review.body),
    display_name: clean(review.display_name),
    reply: review.reply && clean(review.reply),
  }
}

async function eraseFromReports(
  tx: Connection,
  storeId: string,
  person: Person,
  known: Known,
): Promise<void> {
  const reports = await tx.query<{ review_id: string; id: string; text: string }>(sql`
    select review_id, id, text
    from review_reports
    where store_id = ${storeId} and ${holdsAddress(person, raw('text'))}`)
  for (const { review_id, id, text } of reports)
    await tx.query(sql`
      update review_reports
      set text = ${redact(text, person, known)}
      where store_id = ${storeId} and review_id = ${review_id} and id = ${id}`)
}
