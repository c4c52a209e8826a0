import { common } from './properties.ts'

/** The properties of elements whose attributes alone are in the entry script. */
export const galleryProperties = {
  ...common,
  rows: { attribute: 'data-rows', initial: 2, read: Number },
}

export const carouselProperties = { ...common, show: { attribute: 'data-source', initial: 'newest' } }

// They are about the store, never about a product.
const { storeId, storeKey, apiUrl } = common

export const badgeProperties = {
  ...{ storeId, storeKey, apiUrl },
  theme: { attribute: 'data-theme', initial: null },
  url: { attribute: 'data-url' },
}

export const storeProperties = { storeId, storeKey, apiUrl }
