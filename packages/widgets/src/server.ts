export type {
  AnswersAnswer,
  AnyProductOptions,
  BadgeOptions,
  BadgeProps,
  CarouselOptions,
  CarouselProps,
  CarouselSource,
  CommonOptions,
  DesignAnswer,
  GalleryOptions,
  GalleryProps,
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
  StoreOptions,
  StorePageOptions,
  StoreRatingAnswer,
  StoreTotalAnswer,
} from './server/options.ts'
export { renderRating } from './server/rating.ts'
export { renderReviews } from './server/reviews.ts'
export { renderBadge, renderStore } from './server/store.ts'
export { renderCarousel, renderGallery } from './server/strips.ts'
