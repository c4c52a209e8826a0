import sql from 'sql-template-tag'
import { ownStore } from '../../../foundation/database/citus/own-store.ts'
import type { Database } from '../../../foundation/database/connect.ts'
import type { Language } from '../../../foundation/http/language.ts'
import { productsSharing } from '../../../tenants/products/sharing.ts'
import { hasModel } from '../../../tenants/stores/model/ask-model.ts'
import type { Store } from '../../../tenants/stores/stores.ts'

/** A summary of a product's reviews in one language, as pages show it. */
export type Digest = {
  language: string
  /** Short sentences, as plain text. */
  points: string[]
  /** The number of reviews that it rests on. */
  reviews: number
  generated_by: 'machine'
  model: string
  created_at: string
}

/** The fewest published reviews of a product with a summary. */
export const fewestReviews = 10

/** Whether pages of the store ask for summaries. */
export function summarizes(store: Pick<Store, 'summarize_reviews' | 'model_url' | 'model_name'>): boolean {
  return store.summarize_reviews && hasModel(store)
}

type Row = {
  body: string | null
  read: number
  product_ids: string[]
  published: number
  model: string
  made_at: Date
  is_due: boolean
}

const findDigest = {
  name: 'review digest',
  text: `
    select body, cardinality(review_ids) as read, product_ids, published, model, made_at, due_at is not null as is_due
    from review_digests
    where store_id = $1 and product_id = $2 and language = $3`,
}

/**
 * The summary of the product with those that share its reviews. Undefined if there is none yet: then it becomes due. So
 * does one whose reviews have grown by a quarter, and that of a group which has other products now. `count` is of
 * published reviews.
 */
export async function readDigest(
  database: Database,
  storeId: string,
  { productId, language, count }: { productId: string; language: Language; count: number },
): Promise<Digest | undefined> {
  if (count < fewestReviews) return undefined
  const shared = await productsSharing(database.pipeline, storeId, [productId])
  const products = (shared.length > 0 ? shared : [productId]).toSorted()
  const first = products[0] as string
  const [row] = await database.pipeline.query<Row>({ ...findDigest, values: [storeId, first, language] })
  const isOfThese = row?.product_ids.join('\n') === products.join('\n')
  const isFresh = row?.body != null && isOfThese && count < 1.25 * row.published
  if (!isFresh && !row?.is_due) await wantDigest(database, storeId, first, language)
  if (row?.body == null || !isOfThese) return undefined
  return {
    language,
    points: row.body.split('\n'),
    reviews: row.read,
    generated_by: 'machine',
    model: row.model,
    created_at: row.made_at.toISOString(),
  }
}

// At once: reads have no clock.
async function wantDigest(
  database: Database,
  storeId: string,
  productId: string,
  language: string,
): Promise<void> {
  await database.query(sql`
    insert into review_digests as digest (store_id, product_id, language, due_at)
    select own.store_id, ${productId}, ${language}, '-infinity'
    from ${ownStore(storeId)} as own
    on conflict (store_id, product_id, language) do update
    set due_at = '-infinity'
    where digest.due_at is null`)
}
