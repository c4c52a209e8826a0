/** The properties of each element, with their attributes and defaults. */
export const common = {
  storeId: { attribute: 'data-store-id' },
  storeKey: { attribute: 'data-store-key' },
  apiUrl: { attribute: 'data-api-url' },
  productId: { attribute: 'data-product-id' },
  productSku: { attribute: 'data-product-sku' },
} as const

const isOn = (text: string): boolean => text !== 'false'

export const ratingProperties = {
  ...common,
  starColor: { attribute: 'data-star-color', initial: '#ffc107' },
  theme: { attribute: 'data-theme', initial: null },
  disableAutoFetch: { attribute: 'data-disable-auto-fetch', initial: false, read: isOn },
  rating: { attribute: 'data-rating', read: Number },
  totalReviews: { attribute: 'data-total-reviews', read: Number },
} as const

export const reviewsProperties = {
  ...common,
  itemsPerPage: { attribute: 'data-items-per-page', initial: 10, read: Number },
  headerType: { attribute: 'data-header-type', initial: 'default' },
  listType: { attribute: 'data-list-type', initial: 'grid' },
  structuredData: { attribute: 'data-structured-data', initial: false, read: isOn },
} as const

export const questionsProperties = {
  ...common,
  enableNewQuestions: { attribute: 'data-enable-new-questions', initial: true, read: isOn },
} as const
