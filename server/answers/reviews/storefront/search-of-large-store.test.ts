import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { aReview } from '../../../test/factories.ts'
import { addProducts, addReviews, readAs } from '../../../test/reading.ts'
import { aStore, type Member } from '../../../test/users.ts'
import type { Review } from '../reviews.ts'

// 6,000 reviews, oldest first, and the words of each. One in ten has the time of the one before.
const total = 6_000
const words: Record<string, (index: number) => boolean> = {
  every: () => true,
  half: index => index % 2 === 0,
  third: index => index % 3 === 0,
  tenth: index => index % 10 === 0,
  rare: index => index % 500 === 0,
  first: index => index < 1_500,
  lately: index => index >= total - 400 || index < 900,
}

let service: TestApp
const stores: Record<string, Member> = {}
const written: Record<string, Review[]> = {}

beforeAll(async () => {
  service = await startTestApp()
  for (const [pace, minutes] of Object.entries({
    'of two weeks': 3,
    'of three months': 20,
    'of ten years': 876,
  })) {
    const store = await aStore(service.database)
    await addProducts(service, store, { moka: 'MOKA' })
    const reviews = Array.from({ length: total }, (_, index) => {
      const minute = minutes * (index - Number(index % 10 === 1))
      return aReview({
        product_id: 'moka',
        rating: 1 + ((index * 7) % 5),
        votes: (index * 13) % 11,
        title: '',
        body: Object.keys(words)
          .filter(word => words[word]?.(index))
          .join(' '),
        created_at: new Date(Date.UTC(2016, 0, 1, 0, minute)),
      })
    })
    await addReviews(service, store, ...reviews)
    stores[pace] = store
    written[pace] = reviews
  }
})
afterAll(() => service.close())

const sorts = {
  most_recent: (a: Review, b: Review) => byDate(a, b),
  oldest: (a: Review, b: Review) => +a.created_at - +b.created_at || (a.id < b.id ? -1 : 1),
  most_voted: (a: Review, b: Review) => b.votes - a.votes || byDate(a, b),
}

function byDate(a: Review, b: Review): number {
  return +b.created_at - +a.created_at || (a.id > b.id ? -1 : 1)
}

test.each(
  ['of two weeks', 'of three months', 'of ten years'].flatMap(pace =>
    Object.keys(words).map(word => [pace, word] as const),
  ),
)('in a store %s, a search for "%s" finds its newest 1,000 reviews', async (pace, word) => {
  const all = (written[pace] as Review[]).filter((_, index) => words[word]?.(index)).sort(byDate)
  for (const rating of [undefined, 2]) {
    const newest = all.filter(review => !rating || review.rating === rating).slice(0, 1_000)
    for (const [orderBy, sort] of Object.entries(sorts)) {
      for (const offset of [0, 990]) {
        const { body } = await readAs(service, stores[pace] as Member, 'reviews.json', {
          terms: word,
          orderBy,
          limit: '10',
          offset: String(offset),
          ...(rating && { rating: String(rating) }),
        })
        expect(body.count).toBe(newest.length)
        expect(body.result.map(({ id }: Review) => id)).toEqual(
          newest
            .toSorted(sort)
            .slice(offset, offset + 10)
            .map(({ id }) => id),
        )
      }
    }
  }
})

test('a page beyond the newest 1,000 matches is one of up to 10,000', async () => {
  const pace = 'of three months'
  const all = (written[pace] as Review[]).filter((_, index) => index % 3 === 0).sort(byDate)
  const { body } = await readAs(service, stores[pace] as Member, 'reviews.json', {
    terms: 'third',
    offset: '1990',
  })
  expect(body.count).toBe(2_000)
  expect(body.result.map(({ id }: Review) => id)).toEqual(all.slice(1_990).map(({ id }) => id))
})

test('all matches of a product with many reviews are counted', async () => {
  const pace = 'of three months'
  const all = (written[pace] as Review[]).filter((_, index) => index % 3 === 0).sort(byDate)
  const { body } = await readAs(service, stores[pace] as Member, 'reviews.json', {
    ...{ product_id: 'moka', terms: 'third', offset: '10' },
  })
  expect(body.count).toBe(2_000)
  expect(body.result.map(({ id }: Review) => id)).toEqual(all.slice(10, 20).map(({ id }) => id))
})
