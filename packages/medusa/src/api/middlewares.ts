import type { Request, Response } from '../realword/medusa.ts'
import { optionsOf } from '../realword/options.ts'
import { addRatings } from '../realword/ratings.ts'

/** Adds `realword_rating` to the products that `/store/products` answers with. */
function rateProducts({ scope }: Request, response: Response, next: () => void): void {
  const answer = response.json.bind(response)
  response.json = body => {
    addRatings(body, optionsOf(scope), scope.resolve('logger')).then(
      () => answer(body),
      () => answer(body),
    )
    return response
  }
  next()
}

export default {
  routes: ['/store/products', '/store/products/:id'].map(matcher => ({
    matcher,
    methods: ['GET'],
    middlewares: [rateProducts],
  })),
}
