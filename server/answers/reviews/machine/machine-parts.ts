import { z } from 'zod'
import type { Database } from '../../../foundation/database/connect.ts'
import type { Language } from '../../../foundation/http/language.ts'
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

type Listed = {
  productIds: string[] | undefined
  /** A list that leaves out reviews has no summary. */
  terms: string
  ratings: number[]
  isPictured?: boolean
  count: number
  /** The language of the summary; undefined: none is asked for. */
  summary?: Language | undefined
}

type MachineMeta = {
  machine?: { translates?: true; summarizes?: true }
  summary?: Digest | null
}

/** The part of a list's `meta` about texts of a language model: empty, without a query, for a store that has none. */
export async function machineMeta(
  database: Database,
  store: KnownStore,
  { productIds, terms, ratings, isPictured, count, summary }: Listed,
): Promise<MachineMeta> {
  const [productId, ...others] = productIds ?? []
  const isWhole = terms === '' && ratings.length === 5 && !isPictured
  const isOffered =
    summarizes(store) && isWhole && others.length === 0 && productId !== undefined && count >= fewestReviews
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
