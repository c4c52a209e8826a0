import { z } from 'zod'
import type { Database } from '../../../foundation/database/connect.ts'
import type { Language } from '../../../foundation/http/language.ts'
import { storeItself } from '../../../tenants/products/store-itself.ts'
import type { KnownStore } from '../../../tenants/stores/stores.ts'
import { type Digest, fewestReviews, readDigest, summarizes } from './digests.ts'
import { translates } from './translate.ts'

/** For the reference of `reviews.json`. */
export const shownDigest = z
  .object({
    language: z.string(),
    points: z.array(z.string()).meta({ description: 'Short sentences, as plain text' }),
    reviews: z.int().meta({ description: 'The number of reviews that it rests on' }),
    generated_by: z.literal('machine').meta({ description: 'To be shown with the summary' }),
    model: z.string(),
    created_at: z.iso.datetime(),
  })
  .meta({ title: 'ReviewSummary' })

/** For the reference of `reviews.json`. */
export const shownMachine = z
  .object({ translates: z.literal(true).optional(), summarizes: z.literal(true).optional() })
  .meta({
    title: 'MachineTexts',
    description:
      'What can be asked for here: translations of these reviews, a summary of this list. Absent unless the store has switched it on.',
  })

/** A list of reviews, with its filters. */
type Listed = {
  productIds: string[] | undefined
  terms: string
  ratings: number[]
  answers: readonly unknown[]
  isPinned: boolean
  isPictured: boolean
}

/**
 * The product whose summary belongs to the list. Undefined for a list that leaves out reviews, for several products,
 * and for the store itself, which is no product.
 */
export function summarizedProduct(
  store: KnownStore,
  { productIds, terms, ratings, answers, isPinned, isPictured }: Listed,
): string | undefined {
  const [productId, ...others] = productIds ?? []
  const isFiltered = terms !== '' || ratings.length < 5 || answers.length > 0 || isPinned || isPictured
  const isOne = others.length === 0 && productId !== storeItself
  return summarizes(store) && isOne && !isFiltered ? productId : undefined
}

type MachineMeta = {
  machine?: { translates?: true; summarizes?: true }
  summary?: Digest | null
}

/** The part of a list's `meta` about texts of a language model: empty, without a query, for a store that has none. */
export async function machineMeta(
  database: Database,
  store: KnownStore,
  // `summary`: the language of the summary; undefined: none is asked for.
  { count, summary, ...list }: Listed & { count: number; summary?: Language | undefined },
): Promise<MachineMeta> {
  const productId = summarizedProduct(store, list)
  const isOffered = productId !== undefined && count >= fewestReviews
  const machine = {
    ...(translates(store) && { translates: true as const }),
    ...(isOffered && { summarizes: true as const }),
  }
  return {
    ...(Object.keys(machine).length > 0 && { machine }),
    ...(summary && {
      summary: isOffered
        ? ((await readDigest(database, store.store_id, { productId, language: summary, count })) ?? null)
        : null,
    }),
  }
}
