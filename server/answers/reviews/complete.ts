import sql from 'sql-template-tag'
import type { Connection, Database } from '../../foundation/database/connect.ts'
import { changeReview, type Review } from './reviews.ts'

/** What another export of a review says of it. */
type Export = Pick<
  Review,
  'title' | 'body' | 'address' | 'reply' | 'reply_created_at' | 'verified_purchase' | 'attributes' | 'insider'
>

/**
 * Adds the reply to an imported review without one, its answers if it has none, that its purchase was verified, and that
 * its author works for the store. Changes nothing else, and no review that the store or its author has changed since:
 * another text, another address, a decision against it or against that mark. Nobody gets an email. Resolves with whether
 * anything was added.
 */
export async function completeReview(
  db: Database,
  storeId: string,
  reviewId: string,
  exported: Export,
  at: Date,
): Promise<boolean> {
  const { reply, verified_purchase, attributes, insider } = exported
  if (reply === null && !verified_purchase && !attributes && !insider) return false
  return await db.transaction(async tx => {
    let isChanged = false
    const by = { at, actor: 'import', action: reply === null ? 'change' : 'reply' } as const
    const [known] = await tx.query(sql`
      select
      from reviews
      where store_id = ${storeId} and id = ${reviewId}
      for update`)
    if (!known) return false
    // Nothing in the review says that a moderator took the mark away.
    const isInsider = insider === true && !(await wasUnmarked(tx, storeId, reviewId))
    await changeReview(tx, storeId, reviewId, by, review => {
      const added = isSame(review, exported) ? missingOf(review, { ...exported, insider: isInsider }) : {}
      isChanged = Object.keys(added).length > 0
      return added
    })
    return isChanged
  })
}

async function wasUnmarked(tx: Connection, storeId: string, reviewId: string): Promise<boolean> {
  const found = await tx.query(sql`
    select
    from audit_log
    where store_id = ${storeId} and record_type = 'review' and record_id = ${reviewId} and action = 'unmark_insider'
    limit 1`)
  return found.length > 0
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
    ...(exported.insider && !review.insider && { insider: true }),
    ...(exported.verified_purchase && !review.verified_purchase && { verified_purchase: true }),
  }
}
