import sql, { raw } from 'sql-template-tag'
import type { Connection } from '../../foundation/database/connect.ts'
import type { By } from '../../foundation/events/audit/audit.ts'
import { type Buyer, holdsAddress, type Known, redact } from '../../foundation/personal-data/person.ts'
import { contentOfPerson, erasePersonFromContent } from '../moderation/content/person.ts'
import { forgetCopies } from './copies/copies.ts'
import { reviewContent } from './reviews.ts'

/** Like `erasePersonFromContent`, for reviews and the reports about them. */
export async function erasePersonFromReviews(
  tx: Connection,
  storeId: string,
  buyer: Buyer,
  known: Known,
  by: By,
): Promise<number> {
  const theirs = await contentOfPerson(tx, storeId, reviewContent, buyer)
  const erased = await erasePersonFromContent(tx, storeId, reviewContent, buyer, known, by)
  await forgetCopies(
    tx,
    storeId,
    theirs.flatMap(({ pictures }) => pictures),
  )
  await eraseFromReports(tx, storeId, buyer, known)
  return erased
}

/** The person's own reports that nobody decided about yet; the address of others is deleted. */
export async function reportsOfPerson(
  db: Connection,
  storeId: string,
  { address }: Buyer,
): Promise<object[]> {
  return await db.query(sql`
    select review_id, reason, text, email, language, at
    from review_reports
    where store_id = ${storeId} and address = ${address}
    order by at, id`)
}

async function eraseFromReports(tx: Connection, storeId: string, buyer: Buyer, known: Known): Promise<void> {
  await tx.query(sql`
    update review_reports
    set email = null, address = null, language = null
    where store_id = ${storeId} and address = ${buyer.address}`)
  const reports = await tx.query<{ review_id: string; id: string; text: string }>(sql`
    select review_id, id, text
    from review_reports
    where store_id = ${storeId} and ${holdsAddress(buyer, raw('text'))}`)
  for (const { review_id, id, text } of reports)
    await tx.query(sql`
      update review_reports
      set text = ${redact(text, buyer, known)}
      where store_id = ${storeId} and review_id = ${review_id} and id = ${id}`)
}
