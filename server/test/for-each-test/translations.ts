import sql from 'sql-template-tag'
import { beforeEach } from 'vitest'
import type { Answer } from '../app.ts'
import { aReview } from '../factories.ts'
import { addReviews } from '../reading.ts'
import type { Member } from '../users.ts'
import { type ModelShop, useModelInEachTest } from './model-shop.ts'

/** The body of the review of each test. */
export const body = 'Heats fast, does not leak and is easy to clean after every single use.'

/** A store that translates reviews, and for each test a published review of it. */
export type TranslatingShop = ModelShop & {
  id: string
  aPublished: (change: Parameters<typeof aReview>[0]) => Promise<string>
  translate: (locale?: string, asked?: { review?: string; member?: Member }) => Promise<Answer>
  /** The stored translations of the store. */
  kept: () => Promise<{ language: string; body: string }[]>
  /** What the store has used of its model. */
  usage: () => Promise<{ spent: number } | undefined>
}

export function translateInEachTest(): TranslatingShop {
  const it: TranslatingShop = Object.assign(useModelInEachTest({ translate_reviews: true }), {
    id: '',
    aPublished: async (change: Parameters<typeof aReview>[0]) => {
      const review = aReview(change)
      await addReviews(it.service, it.shop, review)
      return review.id
    },
    translate: (locale = 'de', { review = it.id, member = it.shop } = {}) => {
      const path = `/api/v1/reviews/${review}/translations?store_id=${member.storeId}&store_key=${member.storeKey}`
      const headers = { 'content-type': 'application/json' }
      return it.service.send('POST', path, { headers, body: { locale } })
    },
    kept: () =>
      it.service.database.query<{ language: string; body: string }>(sql`
        select language, body
        from review_translations
        where store_id = ${it.shop.storeId}
        order by language`),
    usage: async () => {
      const [row] = await it.service.database.query<{ spent: number }>(sql`
        select calls, tokens_in::integer, tokens_out::integer, spent, failure, busy_until
        from model_usage
        where store_id = ${it.shop.storeId}`)
      return row
    },
  })
  beforeEach(async () => {
    it.id = await it.aPublished({ body })
  })
  return it
}
