import type { WrittenReview } from './forms.ts'
import type { Service } from './service.ts'

type Rating = { product_id: string; average: number; total: number }

/** All ratings of the store, as its pages read them. */
export async function readRatings({ url, storeId, storeKey }: Service): Promise<Map<string, Rating>> {
  const ratings = new Map<string, Rating>()
  for (;;) {
    const query = new URLSearchParams({
      store_id: storeId,
      store_key: storeKey,
      limit: '10000',
      offset: String(ratings.size),
    })
    const response = await fetch(`${url}/api/v1/ratings.json?${query}`)
    const { result } = (await response.json()) as { result: Rating[] }
    for (const rating of result) ratings.set(rating.product_id, rating)
    if (result.length === 0) return ratings
  }
}

/** The products whose rating differs from the stars in the file. */
export function differentRatings(given: Map<string, number[]>, read: Map<string, Rating>): string[] {
  const products = new Set([...given.keys(), ...read.keys()])
  return [...products].filter(product => {
    const stars = given.get(product) ?? []
    const average = Math.round((stars.reduce((sum, one) => sum + one, 0) / stars.length) * 100) / 100
    const rating = read.get(product)
    return rating?.total !== stars.length || Math.abs(rating.average - average) > 0.001
  })
}

/** The stars of each product. */
export function starsOf(reviews: WrittenReview[]): Map<string, number[]> {
  const byProduct = Map.groupBy(reviews, ({ productId }) => productId)
  return new Map([...byProduct].map(([productId, some]) => [productId, some.map(({ rating }) => rating)]))
}
