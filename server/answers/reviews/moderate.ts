import type { Connection } from '../../foundation/database/connect.ts'
import { ApiError } from '../../foundation/errors/errors.ts'
import type { By } from '../../foundation/events/audit/audit.ts'
import type { NoticeKind } from '../../foundation/mailings/kinds.ts'
import { queueNotice } from '../../foundation/mailings/mailings.ts'
import { authorOf } from '../moderation/author.ts'
import type { LoggedAction } from '../moderation/content/content-kind.ts'
import type { Reason } from '../moderation/reasons.ts'
import { decideContent } from '../moderation/reports/decide.ts'
import { type ContentState, isHidden } from '../moderation/states.ts'
import { planCopies } from './copies/copies.ts'
import { changeReview, type Review, reviewContent } from './reviews.ts'

/**
 * The decisions about a review. Each makes one change in the caller's transaction, logs it, and queues the mail to the
 * author. Repeating a decision changes nothing and sends no mail.
 */

/**
 * Publishes a pending or rejected review, or one that the store removed. If it is published and was reported, decides
 * that it stays. Throws `review_unknown` or `state_wrong`.
 */
export async function publishReview(
  tx: Connection,
  storeId: string,
  reviewId: string,
  by: By,
): Promise<Review> {
  return await decide(tx, storeId, reviewId, { ...by, action: 'publish' }, review => {
    if (review.state === 'published') return {}
    refuseUnless(review, ['pending', 'rejected', 'removed'])
    return { state: 'published', moderation_reason: null, published_at: review.published_at ?? by.at }
  })
}

/** Rejects a review for a neutral reason, and notifies its author. Throws `review_unknown` or `state_wrong`. */
export async function rejectReview(
  tx: Connection,
  storeId: string,
  reviewId: string,
  reason: Reason,
  by: By,
): Promise<Review> {
  return await decide(tx, storeId, reviewId, { ...by, action: 'reject' }, review => {
    refuseUnless(review, ['pending', 'published', 'rejected'])
    return { state: 'rejected', moderation_reason: reason }
  })
}

/**
 * Removes a review for a neutral reason, and notifies its author if it was published or pending. The review is kept for
 * a year and can be restored during that time. Throws `review_unknown` or `state_wrong`.
 */
export async function removeReview(
  tx: Connection,
  storeId: string,
  reviewId: string,
  reason: Reason,
  by: By,
): Promise<Review> {
  return await decide(tx, storeId, reviewId, { ...by, action: 'remove' }, review => {
    refuseUnless(review, ['pending', 'published', 'rejected', 'removed'])
    return { state: 'removed', moderation_reason: reason }
  })
}

/**
 * Restores a review that the store removed. It becomes published if it was ever published, else pending. Does nothing
 * if the review is not removed. Throws `review_unknown`, or `state_wrong` if its author withdrew it.
 */
export async function restoreReview(
  tx: Connection,
  storeId: string,
  reviewId: string,
  by: By,
): Promise<Review> {
  return await decide(tx, storeId, reviewId, { ...by, action: 'restore' }, review => {
    if (review.state !== 'removed') return {}
    refuseUnless(review, ['removed'])
    return { state: review.published_at ? 'published' : 'pending', moderation_reason: null }
  })
}

/**
 * Withdraws a review for its author. It is no longer published and loses its pictures, and nobody else can restore it.
 * Throws `review_unknown`.
 */
export async function withdrawReview(
  tx: Connection,
  storeId: string,
  reviewId: string,
  at: Date,
): Promise<Review> {
  const by = { at, actor: 'author', action: 'withdraw' } as const
  const set = { state: 'removed', moderation_reason: null, pictures: [] as string[] } as const
  return await decideContent(tx, storeId, reviewContent, reviewId, by, () => ({ ...set }))
}

/**
 * Sets the store's public reply; null withdraws it. Notifies the author of the first reply to a published review.
 * Throws `review_unknown` or `state_wrong`.
 */
export async function replyToReview(
  tx: Connection,
  storeId: string,
  reviewId: string,
  text: string | null,
  by: By,
): Promise<Review> {
  const action = text === null ? 'withdraw_reply' : 'reply'
  return await decide(tx, storeId, reviewId, { ...by, action }, review => {
    if (text === review.reply) return {}
    if (text !== null) refuseUnless(review, ['pending', 'published'])
    const reply_created_at = text === null ? null : (review.reply_created_at ?? by.at)
    return { reply: text, reply_created_at }
  })
}

type Decision = Partial<
  Pick<Review, 'state' | 'moderation_reason' | 'published_at' | 'reply' | 'reply_created_at'>
>

async function decide(
  tx: Connection,
  storeId: string,
  reviewId: string,
  by: LoggedAction,
  decision: (review: Review) => Decision,
): Promise<Review> {
  let notice: NoticeKind | undefined
  let wasState: ContentState | undefined
  const change = (before: Review) => {
    const set = decision(before)
    wasState = before.state
    notice = noticeOf(before, { ...before, ...set })
    return set
  }
  const review = isReply(by)
    ? await changeReview(tx, storeId, reviewId, by, change)
    : await decideContent(tx, storeId, reviewContent, reviewId, by, change)
  // Nothing is copied for hidden reviews.
  if (wasState && isHidden(wasState) && !isHidden(review.state))
    await planCopies(tx, storeId, review.pictures, { at: by.at })
  if (notice)
    await queueNotice(tx, storeId, { kind: notice, recordId: reviewId, to: authorOf(review), at: by.at })
  return review
}

const isReply = ({ action }: LoggedAction) => action.endsWith('reply')

/** The notice that reports a change to the author; undefined if there is nothing new to report. */
function noticeOf(before: Review, after: Review): NoticeKind | undefined {
  const isFirstReply = before.reply === null && after.reply !== null
  if (isFirstReply && after.state === 'published') return 'review_replied'
  if (before.state === after.state) return undefined
  if (after.state === 'published') return 'review_published'
  return ['pending', 'published'].includes(before.state) ? 'review_rejected' : undefined
}

function refuseUnless(review: Review, states: ContentState[]): void {
  const isWithdrawn = review.state === 'removed' && review.moderation_reason === null
  if (!states.includes(review.state) || isWithdrawn) throw new ApiError('state_wrong')
}
