/** Reviews and their summary, as `reviews.json` and `ratings.json` return them. */

export type Review = {
  id: string
  display_name: string
  /** 1 to 5. */
  rating: number
  title: string
  body: string
  /** ISO 8601. */
  created_at: string
  verified_purchase: boolean
  /** False also if the buyer did not answer. */
  is_recommended: boolean
  pictures: string[]
  /** Absent without any. The posters are among the pictures. */
  videos?: {
    url: string
    poster: string | null
    seconds: number
    /** WebVTT files of the store, one for each language. */
    captions?: { url: string; language: string }[]
  }[]
  reply: { body: string; created_at: string } | null
  votes: number
  /** Its language, if the store translates reviews. */
  language?: string
  /** Set by the element when it shows a translation. */
  generated?: 'machine'
  /** With `expand=product`. */
  product?: { product_id: string; name: string; url?: string }
  /** How it came to the store; null: unknown. Answers of earlier releases lack it and what follows. */
  origin?: 'invitation' | 'page' | 'import' | 'api' | null
  /** The service that it was imported from. */
  origin_name?: string | null
  incentivized?: boolean
  /** Whether the author works for the store. */
  insider?: boolean
  /** A day such as 2026-03-10; null: unknown. */
  purchased_on?: string | null
  pinned?: boolean
  /** Only of stores that ask questions of their own. */
  attributes?: Answer[]
}

/** What a review answers to a question of its store. */
export type Answer = {
  label: string
  type: string
  value: number | string | string[]
  value_label: string
}

/** What the store's language model offers for a list. */
export type Offer = { translates?: boolean; summarizes?: boolean }

export type ReviewList = {
  result: Review[]
  count: number
  /** `write_url` is present if the store accepts reviews without an order. */
  meta: {
    store_name?: string
    write_url?: string
    machine?: Offer
    /** Whether the store asks questions of its own. */
    attributes?: true
    ratings?: Record<'products' | 'store', StoreTotal>
  }
}

/** Of all products together, or of the store itself. */
export type StoreTotal = { average: number; total: number; rate: Rating['rate'] }

export type Rating = {
  total: number
  recommended: number
  not_recommended: number
  rate: { one: number; two: number; three: number; four: number; five: number }
}
