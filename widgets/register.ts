import { configure } from './config.ts'
import { define, defineLazily } from './define.ts'
import { discoverRatings, type RatingDiscovery } from './discovery.ts'
import { questionsProperties, reviewsProperties } from './elements/properties.ts'
import { RwRating } from './elements/rating/rating.ts'

/** The page's settings, in either of two spellings. */
export type InitSettings = {
  storeId?: string
  storeKey?: string
  apiUrl?: string
  store_id?: string
  /** The store's key. */
  web_id?: string
  widget_rating?: RatingDiscovery
}

/** Registers the elements. Elements that are on the page come to life. */
export function defineElements(): void {
  define('rw-rating', RwRating)
  defineLazily('rw-reviews', reviewsProperties, '100vh', async () => {
    return (await import('./elements/reviews/reviews.ts')).RwReviews
  })
  defineLazily('rw-questions', questionsProperties, '100vh', async () => {
    return (await import('./elements/questions/questions.ts')).RwQuestions
  })
}

/** Sets the store for the whole page, and where ratings appear automatically. */
export function init(settings: InitSettings): void {
  const { storeId, storeKey, apiUrl, store_id, web_id, widget_rating } = settings
  configure({ storeId: storeId ?? store_id, storeKey: storeKey ?? web_id, apiUrl })
  if (widget_rating) discoverRatings(widget_rating)
}
