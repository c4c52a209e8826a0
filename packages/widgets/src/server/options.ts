/** A rating as `ratings.json` answers it, with `expand=metrics`. */
export type RatingAnswer = {
  product_id: string
  sku: string
  average: number
  total: number
  recommended: number
  not_recommended: number
  rate: { one: number; two: number; three: number; four: number; five: number }
  /** With `expand=attributes`. */
  attributes?: AnswersAnswer[] | undefined
}

/** The answers of the reviews of a product to a question of its store. */
export type AnswersAnswer = {
  id: string
  type: 'scale' | 'rating' | 'choice' | 'choices' | 'text'
  label: string
  count: number
  average?: number | undefined
  distribution: { value: number | string; label: string; count: number }[]
}

/** A review as `reviews.json` answers it. */
export type ReviewAnswer = {
  id: string
  display_name: string
  rating: number
  title: string
  body: string
  created_at: string
  verified_purchase: boolean
  is_recommended: boolean
  pictures: string[]
  videos?:
    | {
        url: string
        poster: string | null
        seconds: number
        captions?: { url: string; language: string }[] | undefined
      }[]
    | undefined
  reply: { body: string; created_at: string } | null
  votes: number
  /** With `expand=product`. */
  product?: { product_id: string; name: string; url?: string | undefined } | undefined
  origin?: 'invitation' | 'page' | 'import' | 'api' | null
  origin_name?: string | null
  incentivized?: boolean
  insider?: boolean
  purchased_on?: string | null
  pinned?: boolean
  /** With `expand=attributes`. */
  attributes?:
    | {
        id: string
        type: AnswersAnswer['type']
        label: string
        value: number | string | string[]
        value_label: string
      }[]
    | undefined
}

/** A store's saved design, as it comes with the answers. */
export type DesignAnswer = {
  variables?: Record<string, string> | undefined
  attributes?: Record<string, Record<string, string>> | undefined
}

/** The answer of `ratings.json?expand=metrics` or `metrics,attributes`, which may be about several products. */
export type RatingsAnswer = {
  result: RatingAnswer[]
  meta?: { design?: DesignAnswer | undefined } | undefined
}

/** The rating of all products together, or of the store itself. */
export type StoreTotalAnswer = Pick<RatingAnswer, 'average' | 'total' | 'rate'>

/** The answer of `store-rating.json`. */
export type StoreRatingAnswer = Pick<RatingAnswer, 'average' | 'total'> & Pick<RatingsAnswer, 'meta'>

/** The answer of `reviews.json`. */
export type ReviewsAnswer = {
  result: ReviewAnswer[]
  count: number
  meta: {
    store_name?: string | undefined
    write_url?: string | undefined
    /** With `expand=attributes`, of a store that asks questions of its own. */
    attributes?: boolean | undefined
    /** With `expand=ratings`. */
    ratings?: Record<'products' | 'store', StoreTotalAnswer> | undefined
    design?: DesignAnswer | undefined
  }
}

/** The product: by its id, or by its SKU. */
export type ProductOptions =
  | { productId: string; productSku?: undefined }
  | { productId?: undefined; productSku: string }

/** A product, or none for the whole store. */
export type AnyProductOptions = ProductOptions | { productId?: undefined; productSku?: undefined }

export type CommonOptions = ProductOptions & StoreOptions

export type StoreOptions = {
  /** The address of the service, such as `https://reviews.example.com`. */
  apiUrl: string
  storeId: string
  /** The public key of the store. */
  storeKey: string
  /** The language of the page, such as `pt-BR`: texts, numbers and dates. */
  lang: string
  /**
   * A key of the type `orders`: reads count for the store instead of for your server's network. It stays on your
   * server.
   */
  apiKey?: string | undefined
  /** After how many ms the element is written without content. Default: 2000. */
  timeout?: number | undefined
  /** Stops the requests. */
  signal?: AbortSignal | undefined
  /** Sends the requests, such as a `fetch` with a cache. Default: the global one. */
  fetch?: ((address: string, init: RequestInit) => Promise<Response>) | undefined
  /** The nonce of the page's `style-src`, if its Content-Security-Policy has one. */
  nonce?: string | undefined
  /** The time zone of dates. Default: UTC. */
  timeZone?: string | undefined
}

export type RatingOptions = CommonOptions & {
  /** The answer of `ratings.json`, if you have it already. Nothing is requested then. */
  data?: RatingsAnswer | undefined
  /** `compact` shows one star with the average. */
  theme?: 'compact' | undefined
  /** The colour of the stars. */
  starColor?: string | undefined
}

export type ReviewsOptions = CommonOptions & {
  /**
   * The answers, if you have them already: both with `expand=attributes` where the store asks questions of its own.
   * Nothing is requested then. `structuredData` is that of `structured-data.json`.
   */
  data?: { ratings: RatingsAnswer; reviews: ReviewsAnswer; structuredData?: object | undefined } | undefined
  /** The number of reviews, 1 to 100. Default: that of the saved design, or 10. */
  itemsPerPage?: number | undefined
  /** The form of the summary. Default: that of the saved design, or `default`. */
  headerType?: HeaderType | undefined
  /** Two cards in a row, or one. Default: that of the saved design, or `grid`. */
  listType?: ListType | undefined
  /** Adds JSON-LD for search engines. A text is the `@id` of a `Product` that the page has already. */
  structuredData?: boolean | string | undefined
}

export type GalleryOptions = AnyProductOptions &
  StoreOptions & {
    /** The answer of `reviews.json?pictured=true&expand=product`, if you have it already. Nothing is requested then. */
    data?: ReviewsAnswer | undefined
    /** The number of rows, 1 to 6. Default: 2. */
    rows?: number | undefined
  }

export type CarouselOptions = AnyProductOptions &
  StoreOptions & {
    /** The answer of `reviews.json?expand=product`, if you have it already. Nothing is requested then. */
    data?: ReviewsAnswer | undefined
    /** The newest reviews, the newest with pictures, or those that the store pinned. Default: `newest`. */
    source?: CarouselSource | undefined
  }

export type BadgeOptions = StoreOptions & {
  /** The answer of `store-rating.json`, if you have it already. Nothing is requested then. */
  data?: StoreRatingAnswer | undefined
  /** `compact` shows one star, and no frame. */
  theme?: 'compact' | undefined
  /** The address of the page of all reviews. */
  url?: string | undefined
}

/** `renderStore` takes no options of its own. */
export type StorePageOptions = StoreOptions & {
  /** The answer of `reviews.json?expand=product,ratings,attributes`, if you have it already. Nothing is requested then. */
  data?: ReviewsAnswer | undefined
}

export type CarouselSource = 'newest' | 'pictured' | 'pinned'
export type HeaderType = 'default' | 'histogram' | 'compact' | 'minimal' | 'centered'
export type ListType = 'grid' | 'list'

export type SourceProps = {
  storeId: string
  storeKey: string
  apiUrl: string
  productId?: string | undefined
  productSku?: string | undefined
  lang: string
  /** The content, as a template that browsers make the shadow tree. Undefined if it could not be read. */
  template?: string | undefined
}

/** The properties of `RwRating` of `@realword/widgets/react`. */
export type RatingProps = SourceProps &
  Pick<RatingOptions, 'starColor' | 'theme'> & {
    rating?: number | undefined
    totalReviews?: number | undefined
  }

/** The properties of `RwReviews` of `@realword/widgets/react`. */
export type ReviewsProps = SourceProps &
  Pick<ReviewsOptions, 'itemsPerPage' | 'headerType' | 'listType'> & { structuredData?: boolean | undefined }

/** The properties of `RwGallery` of `@realword/widgets/react`. */
export type GalleryProps = SourceProps & Pick<GalleryOptions, 'rows'>

/** The properties of `RwCarousel` of `@realword/widgets/react`. */
export type CarouselProps = SourceProps & Pick<CarouselOptions, 'source'>

/** The properties of `RwBadge` of `@realword/widgets/react`. */
export type BadgeProps = SourceProps & Pick<BadgeOptions, 'theme' | 'url'>

export type Rendered<Props> = {
  /** The element with its content. Insert it as it is. */
  html: string
  /** The same for React. */
  props: Props
  /** Why something is missing. The element loads it in the browser. */
  error?: unknown
}

export type RenderedReviews = Rendered<ReviewsProps> & {
  /**
   * JSON-LD that is safe in a `<script type="application/ld+json">`, which `html` has. Empty without reviews, or if not
   * asked for.
   */
  structuredData: string
}
