import { expect, test } from 'vitest'
import { badgeProperties, carouselProperties, galleryProperties, storeProperties } from './more-properties.ts'
import {
  attributeOf,
  moreProperties,
  type Property,
  questionsProperties,
  ratingProperties,
  reviewsProperties,
} from './properties.ts'

const store = {
  storeId: ['data-store-id', undefined],
  storeKey: ['data-store-key', undefined],
  apiUrl: ['data-api-url', undefined],
}
const product = {
  productId: ['data-product-id', undefined],
  productSku: ['data-product-sku', undefined],
}

// Attributes and defaults by properties, as docs/reference/widgets.md lists them.
test.each<[string, Record<string, Property>, object]>([
  [
    'rw-rating',
    ratingProperties,
    {
      ...store,
      ...product,
      starColor: ['data-star-color', '#ffc107'],
      theme: ['data-theme', null],
      disableAutoFetch: ['data-disable-auto-fetch', false],
      rating: ['data-rating', undefined],
      totalReviews: ['data-total-reviews', undefined],
    },
  ],
  [
    'rw-reviews',
    reviewsProperties,
    {
      ...store,
      ...product,
      itemsPerPage: ['data-items-per-page', 10],
      headerType: ['data-header-type', 'default'],
      listType: ['data-list-type', 'grid'],
      structuredData: ['data-structured-data', false],
      topics: ['data-topics', false],
    },
  ],
  [
    'rw-questions',
    questionsProperties,
    { ...store, ...product, enableNewQuestions: ['data-enable-new-questions', true] },
  ],
  ['rw-gallery', galleryProperties, { ...store, ...product, rows: ['data-rows', 2] }],
  ['rw-carousel', carouselProperties, { ...store, ...product, show: ['data-source', 'newest'] }],
  ['rw-badge', badgeProperties, { ...store, theme: ['data-theme', null], url: ['data-url', undefined] }],
  ['rw-store', storeProperties, store],
  [
    'a placeholder',
    moreProperties,
    {
      ...store,
      ...product,
      rows: ['data-rows', undefined],
      theme: ['data-theme', undefined],
      url: ['data-url', undefined],
      show: ['data-source', undefined],
    },
  ],
])('properties: %s has those of the reference', (_, properties, expected) => {
  const listed = Object.entries(properties).map(([name, { attribute, initial }]) => [
    name,
    [attribute, initial],
  ])
  expect(Object.fromEntries(listed)).toEqual(expected)
})

test.each<[string, Property]>([
  ['disableAutoFetch', ratingProperties.disableAutoFetch],
  ['structuredData', reviewsProperties.structuredData],
  ['topics', reviewsProperties.topics],
  ['enableNewQuestions', questionsProperties.enableNewQuestions],
])('properties: %s is on, unless its attribute is "false"', (_, { read }) => {
  expect(['', 'true', 'false'].map(text => read?.(text))).toEqual([true, true, false])
})

test.each<[string, Property]>([
  ['rating', ratingProperties.rating],
  ['totalReviews', ratingProperties.totalReviews],
  ['itemsPerPage', reviewsProperties.itemsPerPage],
  ['rows', galleryProperties.rows],
])('properties: %s is a number', (_, { read }) => {
  expect(read?.('4.5')).toBe(4.5)
})

test('properties: an attribute is the name of its property in kebab-case', () => {
  expect(attributeOf('disableAutoFetch')).toBe('data-disable-auto-fetch')
  expect(attributeOf('url')).toBe('data-url')
})
