import { existingContent } from '../../answers/moderation/content/lookups.ts'
import { isHidden } from '../../answers/moderation/states.ts'
import { completeReview } from '../../answers/reviews/complete.ts'
import { reviewFields } from '../../answers/reviews/csv-fields.ts'
import { origins } from '../../answers/reviews/origin.ts'
import { insertReviews, type Review, reviewContent } from '../../answers/reviews/reviews.ts'
import { comparableAddress } from '../../foundation/lib/text/email-address.ts'
import {
  readBoolean,
  readMoment,
  readPictures,
  readRating,
  readReply,
  readState,
} from './reading/cells/cells.ts'
import { contentsOf, plainAddress, plainText, secondsOf } from './reading/identity.ts'
import type { Kind } from './reading/kind.ts'

export const reviewRows: Kind<Omit<Review, 'id' | 'product_id'>> = {
  name: 'review',
  fields: reviewFields,
  id: 'review_id',
  needed: [['rating'], ['product_id', 'product_sku', 'subject']],
  written: [
    'product_id',
    'product_sku',
    'rating',
    'title',
    'body',
    'display_name',
    'email',
    'created_at',
    'recommended',
  ],
  read: (texts, rules, answers) => {
    const rating = readRating(texts, rules)
    const created_at = readMoment(texts, 'created_at', rules) ?? new Date(rules.undatedAt)
    const state = readState(texts, rules)
    return {
      rating,
      title: texts.title,
      body: texts.body,
      display_name: texts.display_name,
      email: texts.email || null,
      address: comparableAddress(texts.email) ?? null,
      recommended: readBoolean(texts, 'recommended'),
      verified_purchase: readBoolean(texts, 'verified_purchase') ?? false,
      incentivized: readBoolean(texts, 'incentivized'),
      insider: readBoolean(texts, 'insider') || null,
      // Only Realword's own export says how a review came to it.
      origin: rules.isOwn ? (origins.find(one => one === texts.origin) ?? null) : null,
      origin_name: texts.origin_name || rules.service || null,
      pictures: readPictures(texts, 'pictures', rules),
      attributes: answers(),
      state,
      moderation_reason: null,
      votes: 0,
      language: rules.language,
      order_id: null,
      purchased_at: readMoment(texts, 'purchased_at', rules),
      created_at,
      published_at: state === 'published' ? created_at : null,
      ...readReply(texts, created_at, rules),
    }
  },
  identify: (texts, values, rules, handle) => {
    const seconds = secondsOf(texts, values.created_at, rules)
    const text = [plainText(texts.title), plainText(texts.body)]
    const author = [plainText(texts.display_name), plainAddress(texts.email)]
    const contents = contentsOf(texts, handle, seconds, [
      values.rating,
      ...text,
      ...author,
      values.recommended,
    ])
    // Exports differ in names. A text and the second it was written in are enough, and so is a name.
    const isEnough = seconds[0] !== '' && [...text, ...author].some(part => part !== '')
    const [product] = contents[0]
    const said = text.join('') === '' ? author : text
    return { contents, shared: isEnough ? [product, seconds[0], values.rating, ...said] : undefined }
  },
  // Those of hidden reviews are copied once they are published.
  pictures: ({ state, pictures }) => (isHidden(state) ? [] : pictures),
  complete: completeReview,
  known: (db, storeId, ids) => existingContent(db, storeId, reviewContent, ids),
  insert: insertReviews,
}
