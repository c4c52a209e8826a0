import sql from 'sql-template-tag'
import type { Database } from '../../foundation/database/connect.ts'
import { changeReview, type Review } from './reviews.ts'

/** What another export of a review says of it. */
type Export = Pick<
  Review,
  'title' | 'body' | 'address' | 'reply' | 'reply_created_at' | 'verified_purchase' | 'attributes'
>

/**
 * Adds the reply to an imported review without one, its answers if it has none, and that its purchase was verified.
 * Changes nothing else, and no review that the store or its author has changed since: another text, another address, a
 * decision against it. Nobody gets an email. Resolves with whether anything was added.
 */
export async function completeReview(
  db: Database,
  storeId: string,
  reviewId: string,
  exported: Export,
  at: Date,
): Promise<boolean> {
  if (exported.reply === null && !exported.verified_purchase && !exported.attributes) return false
  return await db.transaction(async tx => {
    let isChanged = false
    const by = { at, actor: 'import', action: exported.reply === null ? 'change' : 'reply' } as const
    const [known] = await tx.query(sql`
      select
      from reviews
      where store_id = ${storeId} and id = ${reviewId}
      for update`)
    if (!known) return false
    await changeReview(tx, storeId, reviewId, by, review => {
      const added = isSame(review, exported) ? missingOf(review, exported) : {}
      isChanged = Object.keys(added).length > 0
      return added
    })
    return isChanged
  })
}

// An erased author has no address, and no text.
function isSame(review: Review, exported: Export): boolean {
  const plain = (text: string) => text.normalize('NFC').replace(/\s+/gu, ' ').trim()
  return (
    ['published', 'pending'].includes(review.state) &&
    review.address === exported.address &&
    plain(review.title) === plain(exported.title) &&
    plain(review.body) === plain(exported.body)
  )
}

function missingOf(review: Review, exported: Export): Partial<Review> {
  const { reply, reply_created_at, attributes } = exported
  return {
    ...(review.reply === null && reply !== null && { reply, reply_created_at }),
    ...(!review.attributes && attributes && { attributes }),
    ...(exported.verified_purchase && !review.verified_purchase && { verified_purchase: true }),
  }
}
