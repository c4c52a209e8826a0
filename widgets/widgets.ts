import { configure } from './config.ts'
import { define, defineLazily } from './define.ts'
import { questionsProperties, reviewsProperties } from './elements/properties.ts'
import { RwRating } from './elements/rating/rating.ts'

define('rw-rating', RwRating)
defineLazily('rw-reviews', reviewsProperties, async () => {
  return (await import('./elements/reviews/reviews.ts')).RwReviews
})
defineLazily('rw-questions', questionsProperties, async () => {
  return (await import('./elements/questions/questions.ts')).RwQuestions
})

/** The page's settings. */
export function init(settings: { storeId?: string; storeKey?: string; apiUrl?: string }): void {
  configure(settings)
}

Object.assign(globalThis, { ReviewWidgets: { init } })
