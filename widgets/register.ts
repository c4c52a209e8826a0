import { configure, fromService } from './config.ts'
import { define, defineLazily, type LazyElement } from './define.ts'
import { discoverRatings, type RatingDiscovery } from './discovery.ts'
import {
  moreProperties,
  type Property,
  questionsProperties,
  reviewsProperties,
} from './elements/properties.ts'
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

type Part = readonly [
  properties: Record<string, Property>,
  load: () => Promise<LazyElement>,
  /** The height of its placeholder, as CSS. */
  room?: string,
]

/** The elements whose code is not part of the entry script. */
export const parts: Record<string, Part> = {
  'rw-reviews': [reviewsProperties, async () => (await import('./elements/reviews/reviews.ts')).RwReviews],
  'rw-questions': [
    questionsProperties,
    async () => (await import('./elements/questions/questions.ts')).RwQuestions,
  ],
}

// The heights of elements that few pages have. They depend on nothing that a response brings.
const rooms = {
  gallery: 'calc(var(--_rows)*(var(--rw-row-height,9rem) + .5rem) - .5rem)',
  carousel: 'calc(var(--rw-row-height,24rem) + 3.5rem)',
  badge: '3.25rem',
  store: '100vh',
}

// A chunk loads their code, so that the entry script has one address instead of theirs.
for (const [name, room] of Object.entries(rooms))
  parts[`rw-${name}`] = [moreProperties, async () => (await import('./elements/more.ts')).load(name), room]

/** Registers the elements. Elements that are on the page come to life. */
export function defineElements(): void {
  define('rw-rating', RwRating)
  for (const [name, [properties, load, room]] of Object.entries(parts))
    defineLazily(
      name,
      properties,
      () => load().catch(async () => ((await fromService()).parts[name] as Part)[1]()),
      room,
    )
}

/** Sets the store for the whole page, and where ratings appear automatically. */
export function init(settings: InitSettings): void {
  const { storeId, storeKey, apiUrl, store_id, web_id, widget_rating } = settings
  configure({ storeId: storeId ?? store_id, storeKey: storeKey ?? web_id, apiUrl })
  if (widget_rating) discoverRatings(widget_rating)
}
