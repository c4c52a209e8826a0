import { configure, fromService } from './config.ts'
import { define, defineLazily, type LazyElement } from './define.ts'
import { discoverRatings, type RatingDiscovery } from './discovery.ts'
import { type Property, questionsProperties, reviewsProperties } from './elements/properties.ts'
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

type Part = readonly [properties: Record<string, Property>, load: () => Promise<LazyElement>]

/** The elements whose code is not part of the entry script. */
export const parts: Record<string, Part> = {
  'rw-reviews': [reviewsProperties, async () => (await import('./elements/reviews/reviews.ts')).RwReviews],
  'rw-questions': [
    questionsProperties,
    async () => (await import('./elements/questions/questions.ts')).RwQuestions,
  ],
}

/** Registers the elements. Elements that are on the page come to life. */
export function defineElements(): void {
  define('rw-rating', RwRating)
  for (const [name, [properties, load]] of Object.entries(parts))
    defineLazily(name, properties, () =>
      load().catch(async () => ((await fromService()).parts[name] as Part)[1]()),
    )
}

/** Sets the store for the whole page, and where ratings appear automatically. */
export function init(settings: InitSettings): void {
  const { storeId, storeKey, apiUrl, store_id, web_id, widget_rating } = settings
  configure({ storeId: storeId ?? store_id, storeKey: storeKey ?? web_id, apiUrl })
  if (widget_rating) discoverRatings(widget_rating)
}
