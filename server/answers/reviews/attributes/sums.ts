import sql, { raw, type Sql } from 'sql-template-tag'
import type { Connection } from '../../../foundation/database/connect.ts'
import type { Pipeline } from '../../../foundation/database/pipeline.ts'
import { productRows, sharingWith } from '../../../tenants/products/sharing.ts'
import type { Difference } from '../../moderation/content/content-kind.ts'
import { lockSummaries } from '../sums/summaries.ts'
import { type Answers, valuesOf } from './answers.ts'

/** The fields of a review that these sums depend on. */
type Answered = { product_id: string; attributes?: Answers | null; state: string }

/** How often a value was published as the answer to a question: `valuesOf` writes both. */
export type AnswerCount = { attribute_id: string; value: string; count: number }

/**
 * Updates how often each answer is published, in the transaction that changes the reviews and after their summaries. So
 * the counts always equal those of the product's published reviews.
 */
export async function changeAnswerSums(
  tx: Connection,
  storeId: string,
  differences: Difference<Answered>[],
): Promise<void> {
  const changes = changesOf(differences)
  if (changes.length === 0) return
  // The lock on the summary is that of these rows, too: transactions meet there in the order of products.
  await lockSummaries(tx, storeId, [...new Set(changes.map(({ product_id }) => product_id))])
  await tx.query(sql`
    insert into attribute_sums as kept (store_id, product_id, attribute_id, value, count)
    select ${storeId}::uuid, product_id, attribute_id, value, count
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as change(
      product_id text, attribute_id text, value text, count integer
    )
    order by product_id, attribute_id, value
    on conflict (store_id, product_id, attribute_id, value) do update
    set count = kept.count + excluded.count`)
}

/** The counts of each product, including those of the products that share reviews with it. */
export async function readAnswerSums(
  pipeline: Pipeline,
  storeId: string,
  productIds: string[],
): Promise<Map<string, AnswerCount[]>> {
  type Row = AnswerCount & { product_id: string }
  const rows = await pipeline.query<Row>({ ...ofProducts, values: [storeId, productIds] })
  return Map.groupBy(rows, ({ product_id }) => product_id)
}

/** SQL: the counts of one product as a JSON array of [attribute_id, value, count], null without any. $1 is the store. */
export function answersOfProduct(productId: string): string {
  return `
    select json_agg(json_build_array(attribute_id, value, count))
    from attribute_sums
    where store_id = $1 and product_id = ${productId}`
}

const ofProducts = {
  name: 'attribute-sums-of-products',
  text: `
    select product_rows.product_id, attribute_id, value, sum(count)::integer as count
    from ${productRows}
    cross join lateral (
      select attribute_id, value, count
      from attribute_sums
      where store_id = $1 and product_id = any(${sharingWith})
    ) as counted
    where product_rows.store_id = $1 and product_rows.product_id = any($2)
    group by product_rows.product_id, attribute_id, value`,
}

/** SQL: the products whose counts differ from a recount of their published reviews, with their stores. */
export function productsOfWrongAnswers(storeIds: string[]): Sql {
  return sql`
    select store_id, product_id
    from (
      ${answersOf(sql`store_id = any(${storeIds}::uuid[])`)}
      union all
      select store_id, product_id, attribute_id, value, -count
      from attribute_sums
      where store_id = any(${storeIds}::uuid[])
    ) as counted
    group by store_id, product_id, attribute_id, value
    having sum(count) <> 0`
}

/** Recounts the products' answers. The caller has locked their summaries, which is the lock of these rows. */
export async function rebuildAnswerSums(
  tx: Connection,
  storeId: string,
  productIds: string[],
): Promise<void> {
  await tx.query(sql`
    delete from attribute_sums
    where store_id = ${storeId} and product_id = any(${productIds}::text[])`)
  await tx.query(sql`
    insert into attribute_sums (store_id, product_id, attribute_id, value, count)
    select store_id, product_id, attribute_id, value, sum(count)
    from (${answersOf(sql`store_id = ${storeId} and product_id = any(${productIds}::text[])`)}) as counted
    group by store_id, product_id, attribute_id, value`)
}

// Of a list that is written for each answer: null, for the answer itself, and its options.
const countedValue = raw(`
  case
    when chosen <> 'null' then jsonb_build_array(chosen)::text
    when jsonb_typeof(answer.value) = 'array' then '[]'
    when jsonb_typeof(answer.value) = 'object' then '{}'
    else answer.value::text
  end`)

// The values of `valuesOf`, as PostgreSQL writes them. Citus refuses a lateral subquery, and sends `case a when b` to its
// nodes in a form that they refuse.
const answersOf = (which: Sql) => sql`
  select store_id, product_id, answer.key as attribute_id, ${countedValue} as value, 1 as count
  from reviews
  cross join lateral jsonb_each(attributes) as answer
  cross join lateral jsonb_array_elements(${raw(`'[null]' || case when jsonb_typeof(answer.value) = 'array' then answer.value else '[]' end`)}) as chosen
  where ${which} and state = 'published' and attributes is not null`

type Change = AnswerCount & { product_id: string }

function changesOf(differences: Difference<Answered>[]): Change[] {
  const sums = new Map<string, Change>()
  const add = (answered: Answered | null, sign: 1 | -1) => {
    if (answered?.state !== 'published') return
    for (const [attribute_id, value] of valuesOf(answered.attributes)) {
      const key = JSON.stringify([answered.product_id, attribute_id, value])
      const sum = sums.get(key) ?? { product_id: answered.product_id, attribute_id, value, count: 0 }
      sums.set(key, { ...sum, count: sum.count + sign })
    }
  }
  for (const { before, after } of differences) {
    add(before, -1)
    add(after, 1)
  }
  return [...sums.values()].filter(({ count }) => count !== 0)
}
