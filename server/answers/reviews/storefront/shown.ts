import { dateOf } from '../../../foundation/lib/time/days.ts'
import { maskContacts } from '../../../foundation/personal-data/contacts/mask-contacts.ts'
import { isVideo } from '../../../foundation/storage/pictures/other-formats.ts'
import { posterOf, readCaptionsName, readVideoName } from '../../../foundation/storage/videos/names.ts'
import type { Store } from '../../../tenants/stores/stores.ts'
import { showReply } from '../../moderation/content/shown.ts'
import { type RatingSummary, type Stars, totalOf } from './ratings.ts'
import type { ShownReview } from './review-columns.ts'

/** A rating as the API returns it. Source: section 2.7 of the specification. */
export function showRating(summary: RatingSummary, withMetrics: boolean) {
  const { product_id, sku, one, two, three, four, five, recommended, not_recommended } = summary
  const total = totalOf(summary)
  const rating = { sku, product_id, average: averageOf(summary), total }
  if (!withMetrics) return rating
  const answered = recommended + not_recommended
  return {
    ...rating,
    recommended,
    not_recommended,
    recommended_percentage: answered === 0 ? 0 : Math.round((100 * recommended) / answered),
    rate: { one, two, three, four, five },
  }
}

/** The mean of the stars with at most two decimals; 0 without reviews. */
export function averageOf(reviews: Stars): number {
  const { one, two, three, four, five } = reviews
  const total = totalOf(reviews)
  const stars = one + 2 * two + 3 * three + 4 * four + 5 * five
  return total === 0 ? 0 : Math.round((100 * stars) / total) / 100
}

/** A review as the API returns it: as it was written, and where it comes from. */
export function showReview(
  review: ShownReview,
  store: Pick<Store, 'country' | 'time_zone'>,
  publicUrl: string,
) {
  return {
    ...showWritten(review, store, publicUrl),
    origin: review.origin,
    origin_name: review.origin_name ?? null,
    incentivized: review.incentivized === true,
    insider: review.insider === true,
    // The day is enough for readers. The second would reveal which order it was.
    purchased_on: review.purchased_at && dateOf(review.purchased_at.getTime(), store),
    pinned: review.pinned_at != null,
  }
}

/**
 * A review as it was written, with contact data masked. Source: section 2.6 of the specification. `publicUrl` is the
 * base address of our own pictures.
 */
export function showWritten(review: ShownReview, store: Pick<Store, 'country'>, publicUrl: string) {
  const videos = videosOf(review.pictures, publicUrl)
  return {
    id: review.id,
    display_name: maskContacts(review.display_name, store),
    rating: review.rating,
    body: maskContacts(review.body, store),
    title: maskContacts(review.title, store),
    created_at: review.created_at.toISOString(),
    verified_purchase: review.verified_purchase,
    is_recommended: review.recommended === true,
    pictures: review.pictures.flatMap(picture => addressOfPicture(picture, publicUrl)),
    ...(videos.length > 0 && { videos }),
    reply: showReply(review, store),
    votes: review.votes,
  }
}

/** The number of characters of a review to read, mask and encode. */
export function lengthOfReview({
  title,
  body,
  reply,
}: Pick<ShownReview, 'title' | 'body' | 'reply'>): number {
  return title.length + body.length + (reply?.length ?? 0)
}

/**
 * The videos of a review. Their posters are among its pictures too, so that a page that knows no videos shows those.
 * `poster` is null if the browser that sent the video could not draw one. A review has one video, whose captions the
 * store added.
 */
export function videosOf(pictures: readonly string[], publicUrl: string) {
  return pictures.flatMap(name => {
    const video = readVideoName(name)
    if (!video) return []
    const poster = posterOf(video)
    const captions = captionsOf(pictures, publicUrl)
    return [
      {
        url: `${publicUrl}/videos/${name}`,
        poster: poster ? `${publicUrl}/pictures/${poster}` : null,
        seconds: video.seconds,
        ...(captions.length > 0 && { captions }),
      },
    ]
  })
}

function captionsOf(pictures: readonly string[], publicUrl: string) {
  return pictures.flatMap(name => {
    const captions = readCaptionsName(name)
    return captions ? [{ url: `${publicUrl}/captions/${name}`, language: captions.language }] : []
  })
}

/**
 * Imported pictures are addresses, ours are names. Returns nothing for a video, captions, and any other imported text.
 */
export function addressOfPicture(picture: string, publicUrl: string): string[] {
  if (readVideoName(picture) || readCaptionsName(picture)) return []
  if (/^[\w-][\w./-]*$/.test(picture) && !picture.includes('..')) return [`${publicUrl}/pictures/${picture}`]
  if (!URL.canParse(picture) || isVideo(picture)) return []
  const { protocol, href } = new URL(picture)
  return protocol === 'https:' || protocol === 'http:' ? [href] : []
}

/** The smallest size of a picture of ours (160 pixels). Pictures of other sites have one size. */
export const smallOf = (url: string): string => sizedOf(url, 160)

/** A smaller size of a picture of ours, by its longest side in pixels. */
export function sizedOf(url: string, size: 640 | 160): string {
  return url.replace(/(\/pictures\/[0-9a-f]{40}-)1600(\.webp)$/, `$1${size}$2`)
}
