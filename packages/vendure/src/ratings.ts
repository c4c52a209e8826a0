import { ResolveField, Resolver } from '@nestjs/graphql'
import { type ID, Logger } from '@vendure/core'
import { addRatings } from '../../medusa/src/realword/ratings.ts'
import { currentOptions } from './options.ts'

type Rating = { average: number; total: number }
type Rated = { id: string; realword_rating?: Rating | null }

export const schema = `
  "Published reviews of a product"
  type RealwordRating {
    average: Float!
    total: Int!
  }

  extend type Product {
    "Null: without reviews, or unknown for now"
    realwordRating: RealwordRating
  }
`

/** Adds `realwordRating` to products. One request to Realword answers for all products of a page. */
@Resolver('Product')
export class RatingResolver {
  #gathered: { products: Rated[]; done: Promise<void> } | undefined

  @ResolveField()
  async realwordRating({ id }: { id: ID }): Promise<Rating | null> {
    const product: Rated = { id: String(id) }
    this.#gathered ??= this.#gather()
    this.#gathered.products.push(product)
    await this.#gathered.done
    return product.realword_rating ?? null
  }

  #gather() {
    const products: Rated[] = []
    const done = new Promise(resolve => setImmediate(resolve)).then(async () => {
      this.#gathered = undefined
      const logger = { info: () => {}, warn: (text: string) => Logger.warn(text, 'Realword') }
      await addRatings({ products }, currentOptions(), logger)
    })
    return { products, done }
  }
}
