import type { Connection } from '../../foundation/database/connect.ts'
import type { By } from '../../foundation/events/audit/audit.ts'
import type { Buyer, Known } from '../../foundation/personal-data/person.ts'
import { contentOfPerson, erasePersonFromContent } from '../moderation/content/person.ts'
import { forgetCopies } from './copies/copies.ts'
import { reviewContent } from './reviews.ts'

/** Like `erasePersonFromContent`, for reviews. */
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
  return erased
}
