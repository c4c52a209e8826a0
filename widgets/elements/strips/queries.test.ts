import { expect, test } from 'vitest'
import { carouselQuery, galleryQuery } from './queries.ts'

const expand = 'product,attributes'

test.each([
  ['newest', { expand, limit: 12 }],
  [undefined, { expand, limit: 12 }],
  ['best', { expand, limit: 12 }],
  ['pictured', { pictured: 'true', expand, limit: 12 }],
  ['pinned', { pinned: 'true', expand, limit: 12 }],
])('rw-carousel with data-source %s', (source, query) => {
  expect(carouselQuery(source)).toEqual(query)
})

test('rw-gallery asks for reviews with pictures', () => {
  expect(galleryQuery).toEqual({ pictured: 'true', expand, limit: 30 })
})
