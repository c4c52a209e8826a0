import { read } from '../../api.ts'
import type { Source } from '../../config.ts'
import { type Rating, recall, remember } from './rating-cache.ts'

/** A rating as the service answers it. */
export type Row = { product_id: string; sku: string; average: number; total: number }

type Answer = { resolve: (rating: Rating) => void; reject: (error: unknown) => void }

type Batch = { source: Source; asked: Map<string, Answer> }

const gather = 20 // ms: long enough for scripts after the widgets' own, and for a framework's next task
const perRequest = 100 // products, the API's maximum
const longest = 6000 // characters of products in one address

const batches = new Map<string, Batch>()
const onTheirWay = new Map<string, Promise<Rating>>()

/**
 * The rating of a product. Returns a cached one immediately if it is at most 24 hours old. Otherwise all ratings
 * requested at the same moment share one request. Rejects if it cannot be read.
 */
export function ratingOf(source: Source): Rating | Promise<Rating> {
  const known = recall(source)
  if (known) return known
  const store = [source.api, source.storeId, source.storeKey, source.product.name].join(' ')
  const key = `${store} ${source.product.value}`
  const waiting = onTheirWay.get(key)
  if (waiting) return waiting
  const batch = batches.get(store) ?? begin(store, source)
  const rating = new Promise<Rating>((resolve, reject) => {
    batch.asked.set(source.product.value, { resolve, reject })
  }).finally(() => onTheirWay.delete(key))
  onTheirWay.set(key, rating)
  return rating
}

function begin(store: string, source: Source): Batch {
  const batch: Batch = { source, asked: new Map() }
  batches.set(store, batch)
  setTimeout(() => {
    batches.delete(store)
    for (const products of portions([...batch.asked.keys()].sort())) void ask(batch, products)
  }, gather)
  return batch
}

// Sorted, so that the same products give the same address, which a CDN can cache.
function portions(products: string[]): string[][] {
  const all: string[][] = [[]]
  let length = 0
  for (const product of products) {
    const size = String(new URLSearchParams({ product_sku: product })).length + 1 // and "&"
    if (all[0]?.length === perRequest || length + size > longest) {
      all.unshift([])
      length = 0
    }
    all[0]?.push(product)
    length += size
  }
  return all
}

async function ask({ source, asked }: Batch, products: string[]): Promise<void> {
  try {
    for (const [product, rating] of (await readRatings(source, products)).ratings)
      asked.get(product)?.resolve(rating)
  } catch (error) {
    for (const product of products) asked.get(product)?.reject(error)
  }
}

/** Reads and caches the ratings of products: as the service answers them, and by product. Rejects as `read` does. */
export async function readRatings<Answered extends Row>(
  source: Source,
  products: string[],
  signal?: AbortSignal,
  cache?: RequestCache,
): Promise<{ result: Answered[]; ratings: Map<string, Rating> }> {
  const { name } = source.product
  const parameters = { expand: 'metrics', [name]: products }
  const { result } = await read<{ result: Answered[] }>(source, 'ratings', parameters, signal, cache)
  const key = name === 'product_id' ? name : 'sku'
  const ratings = new Map(
    products.map(product => [product, ratingFrom(result.filter(row => row[key] === product))]),
  )
  remember(source, ratings)
  return { result, ratings }
}

// Several products can have the same SKU: combine their reviews. A product without reviews has no row.
function ratingFrom(rows: Row[]): Rating {
  const total = rows.reduce((sum, row) => sum + row.total, 0)
  const stars = rows.reduce((sum, row) => sum + row.average * row.total, 0)
  if (!Number.isFinite(stars) || stars < 0 || stars > 5 * total) throw new Error('no rating')
  return { average: total === 0 ? 0 : stars / total, total }
}
