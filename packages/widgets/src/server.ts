export type {
  AnyProductOptions,
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
} from './server/options.ts'
export { renderRating } from './server/rating.ts'
export { renderReviews } from './server/reviews.ts'
export { renderCarousel, renderGallery } from './server/strips.ts'
