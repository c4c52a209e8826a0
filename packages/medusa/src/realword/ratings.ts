import type { Logger } from './medusa.ts'
import type { Options } from './options.ts'

type Rating = { average: number; total: number }
type Product = { id: string; realword_rating?: Rating | null }

const keptFor = 5 * 60 * 1000 // ms
const mostKept = 10_000
const timeout = 2000 // ms: a page does not wait longer for its stars
const cache = new Map<string, { rating: Rating | null; until: number }>()

/** Adds `realword_rating` to the products of an answer: null for a product without reviews, absent while unknown. */
export async function addRatings(body: unknown, options: Options, logger: Logger): Promise<void> {
  const { products, product } = (body ?? {}) as { products?: Product[]; product?: Product }
  const shown = products ?? (product ? [product] : [])
  if (shown.length === 0 || !options.storeId || !options.storeKey) return
  const now = Date.now()
  const missing = shown.map(({ id }) => id).filter(id => (cache.get(id)?.until ?? 0) < now)
  try {
    for (let at = 0; at < missing.length; at += 100)
      await fetchRatings(missing.slice(at, at + 100), options, now)
  } catch (error) {
    logger.warn(`Realword did not answer with ratings: ${(error as Error).message}.`)
  }
  for (const one of shown) {
    const known = cache.get(one.id)
    if (known) one.realword_rating = known.rating
  }
}

async function fetchRatings(
  ids: string[],
  { webhookUrl, storeId, storeKey }: Options,
  now: number,
): Promise<void> {
  const address = new URL('/api/v1/ratings.json', webhookUrl)
  for (const id of ids) address.searchParams.append('product_id', id)
  const answer = await fetch(address, {
    headers: { 'x-store-id': storeId ?? '', 'x-api-key': storeKey ?? '' },
    signal: AbortSignal.timeout(timeout),
  })
  if (!answer.ok) throw new Error(`status ${answer.status}`)
  const { result } = (await answer.json()) as { result: ({ product_id: string } & Rating)[] }
  const found = new Map(result.map(({ product_id, average, total }) => [product_id, { average, total }]))
  if (cache.size > mostKept) cache.clear()
  for (const id of ids) cache.set(id, { rating: found.get(id) ?? null, until: now + keptFor })
}
