/** What every widget takes: the property, and the attribute that sets it. */
export const common = {
  storeId: 'data-store-id',
  storeKey: 'data-store-key',
  apiUrl: 'data-api-url',
  productId: 'data-product-id',
  productSku: 'data-product-sku',
} as const

export const reviewsProperties = {
  ...common,
  itemsPerPage: 'data-items-per-page',
  headerType: 'data-header-type',
  listType: 'data-list-type',
} as const

export const questionsProperties = {
  ...common,
  enableNewQuestions: 'data-enable-new-questions',
} as const

export const ratingProperties = {
  ...common,
  starColor: 'data-star-color',
  theme: 'data-theme',
  disableAutoFetch: 'data-disable-auto-fetch',
} as const
