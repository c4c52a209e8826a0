import sql from 'sql-template-tag'
import type { Review } from '../answers/reviews/reviews.ts'
import type { TestApp } from './app.ts'

/** The fields of a card that is filled in. */
export const good = { rating: '4', recommended: 'yes', heading: 'Fine', body: 'Heats <fast>.\r\nNo leak.' }

/** The fields of a form filled in for these products, in their order. */
export function filled(products: string[], ...cards: Record<string, string>[]): [string, string][] {
  const fields = products.flatMap((product, index): [string, string][] => [
    [`product-${index}`, product],
    ...Object.entries(cards[index] ?? {}).map(([name, value]): [string, string] => [
      `${name}-${index}`,
      value,
    ]),
  ])
  return [...fields, ['display', 'short']]
}

/** The reviews of a buyer, in the order of their products: `product-99` is before `product-100`. */
export async function readReviews(service: TestApp, address: string): Promise<Review[]> {
  return await service.database.query<Review>(sql`
    select * from reviews where address = ${address} order by length(product_id), product_id`)
}

/** The fields of a form with five stars and these pictures for a product. */
export const withStars = (product: string, ...files: File[]): [string, string | File][] => [
  ['product-0', product],
  ['rating-0', '5'],
  ['display', 'short'],
  ...files.map((file): [string, File] => ['pictures-0', file]),
]

/** The names of the pictures of a buyer's first review. */
export async function picturesOf(service: TestApp, address: string): Promise<string[]> {
  const [review] = await readReviews(service, address)
  return review?.pictures ?? []
}
