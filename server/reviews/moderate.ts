import type { By } from '../audit/audit.ts'
import type { Connection } from '../database/connect.ts'
import { ApiError } from '../errors/errors.ts'
import type { NoticeKind } from '../mailings/kinds.ts'
import { queueNotice } from '../mailings/mailings.ts'
import { authorOf } from '../moderation/author.ts'
import type { LoggedAction } from '../moderation/content/content-kind.ts'
import type { Reason } from '../moderation/reasons.ts'
import type { ContentState } from '../moderation/states.ts'
import { changeReview, type Review } from './reviews.ts'

/**
 * The decisions about a review. Each is one change in the caller's transaction, with its line in the audit
 * log and the mail to the author. Deciding again what is already so changes nothing and mails nobody.
 */

/** Shows a review that waits, was refused or was taken down by the store. Throws `review_unknown` or `state_wrong`. */
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

/** Refuses a review for a neutral reason, which its author is told. Throws `review_unknown` or `state_wrong`. */
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
 * Takes a review down for a neutral reason, which its author is told when it was shown or waited. It is kept
 * for a year, in which it can be restored. Throws `review_unknown` or `state_wrong`.
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
 * Takes back that the store took a review down: it is shown if it had been, and waits if not. Nothing to take
 * back: nothing happens. Throws `review_unknown`, or `state_wrong` when its author took it back.
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
 * Its author takes a review back: it is no longer shown, its pictures go, and no one else can bring it back.
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
  return await changeReview(tx, storeId, reviewId, () => ({ ...set }), by)
}

/**
 * The store's public answer; null takes it back. The author is told of the first one, once it can be seen.
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
  const change = (before: Review) => {
    const set = decision(before)
    notice = noticeOf(before, { ...before, ...set })
    return set
  }
  const review = await changeReview(tx, storeId, reviewId, change, by)
  if (notice)
    await queueNotice(tx, storeId, { kind: notice, recordId: reviewId, to: authorOf(review), at: by.at })
  return review
}

/** What the author is told of a change; undefined: nothing that was not told before. */
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
