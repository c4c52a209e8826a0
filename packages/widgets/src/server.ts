export type {
  CommonOptions,
  DesignAnswer,
  ProductOptions,
  RatingAnswer,
  RatingOptions,
  RatingProps,
  RatingsAnswer,
  Rendered,
  RenderedReviews,
  ReviewAnswer,
  ReviewsAnswer,
  ReviewsOptions,
  ReviewsProps,
} from './server/options.ts'
export { renderRating } from './server/rating.ts'
export { renderReviews } from './server/reviews.ts'
