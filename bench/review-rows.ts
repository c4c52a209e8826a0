import sql, { raw } from 'sql-template-tag'
import { rebuildAnswerSums } from '../server/answers/reviews/attributes/sums.ts'
import type { Database } from '../server/foundation/database/connect.ts'

/**
 * Fills a store with published reviews, a hundred for each product `P-0`, `P-1` …, with their summaries, in one
 * statement each. The verbs of the service would need longer for a million rows than the measurement itself. Builds the
 * indexes of reviews at the end. With `isAnswered`, each review answers the questions `fit` (1 to 5) and `use` (two
 * options).
 */
export async function fillWithReviews(
  database: Database,
  storeId: string,
  reviews: number,
  isAnswered = false,
): Promise<void> {
  const products = Math.ceil(reviews / 100)
  const answers = isAnswered ? answersOf : { json: raw('null'), words: raw("''") }
  await database.longTransaction(async tx => {
    await tx.query(sql`
      insert into products (store_id, product_id, id, sku, name, price, url, created_at)
      select ${storeId}, 'P-' || n, gen_random_uuid(), 'SKU-' || n, 'Moka pot, model ' || n, 149.9,
        'https://shop.example/products/' || n, '2025-01-01Z'
      from generate_series(0, ${products}::integer - 1) as n`)
    const indexes = await tx.query<{ indexname: string; indexdef: string }>(sql`
      select indexname, indexdef
      from pg_indexes
      where schemaname = current_schema() and tablename = 'reviews' and indexname <> 'reviews_pkey'`)
    for (const { indexname } of indexes) await tx.query(raw(`drop index ${indexname}`))
    await tx.query(sql`
      insert into reviews (
        store_id, id, product_id, rating, title, body, display_name, recommended, verified_purchase, pictures,
        state, votes, language, created_at, published_at, reply, reply_created_at, attributes, search
      )
      select ${storeId}, gen_random_uuid(), 'P-' || n % ${products}::integer, 1 + floor(5 * sqrt(random()))::integer, ${title},
        ${body}, 'Ana ' || chr(65 + n % 26) || '.', n % 3 > 0, n % 2 > 0,
        case when n % 7 = 0 then '["https://shop.example/p/1.jpg"]'::jsonb else '[]' end, 'published',
        floor(10 * random() ^ 4), 'pt', '2025-01-01Z'::timestamptz + n * interval '20 seconds',
        '2025-01-01Z', case when n % 5 = 0 then 'Obrigado pela sua avaliação!' end,
        case when n % 5 = 0 then '2025-06-01Z'::timestamptz end,
        ${answers.json},
        stems || array_to_tsvector(array['lote' || n % 1000, 'cor' || n % 10]) || ${answers.words}
      from generate_series(0, ${reviews}::integer - 1) as n,
        strip(to_tsvector('rw_portuguese', ${title} || ' ' || ${body})) as stems`)
    await tx.query(sql`set local maintenance_work_mem = '1GB'`)
    for (const { indexdef } of indexes) await tx.query(raw(indexdef))
    await tx.query(summaries(storeId))
    const ids = Array.from({ length: products }, (_, index) => `P-${index}`)
    if (isAnswered) await rebuildAnswerSums(tx, storeId, ids)
  })
  await vacuum(database, ['products', 'reviews', 'rating_summaries', 'attribute_sums'])
}

// Longer than other statements may take.
async function vacuum(database: Database, tables: string[]): Promise<void> {
  const client = await database.schemaPool('public').connect()
  try {
    await client.query('set statement_timeout = 0')
    for (const table of tables) {
      const statement = { text: `vacuum analyze ${table}`, query_timeout: 3_600_000 }
      await client.query(statement)
    }
  } finally {
    client.release()
  }
}

/**
 * Adds the product `P-long` with 100 hostile reviews, whose bodies and replies have the maximum length of an import.
 */
export async function fillWithLongReviews(database: Database, storeId: string): Promise<void> {
  const text = `${'a'.repeat(63)} @ `.repeat(50_000 / 66)
  await database.query(sql`
    insert into products (store_id, product_id, id, sku, name, price, url, created_at)
    values (${storeId}, 'P-long', gen_random_uuid(), 'SKU-long', 'Moka pot', 149.9, '', '2025-01-01Z')`)
  await database.query(sql`
    insert into reviews (
      store_id, id, product_id, rating, title, body, display_name, recommended, verified_purchase, pictures,
      state, votes, language, created_at, published_at, reply, reply_created_at, search
    )
    select ${storeId}, gen_random_uuid(), 'P-long', 5, '', ${text}, 'Ana', true, true, '[]', 'published', 0, 'pt',
      '2024-01-01Z', '2024-01-01Z', ${text}, '2024-01-01Z', ''
    from generate_series(1, 100)`)
}

// Not in step with the products, which have every thousandth review.
const fit = 'n * 7 % 11 % 5 + 1'
const use = `(array['city', 'hiking'])[n * 3 % 7 % 2 + 1]`

const answersOf = {
  json: raw(`jsonb_build_object('fit', ${fit}, 'use', ${use})`),
  words: raw(`array_to_tsvector(array['fit=' || ${fit}, 'use="' || ${use} || '"'])`),
}

const title = 'Café como deve ser'
const body =
  'Esquenta rápido, não vaza e cabe na gaveta. Uso todos os dias há três meses e continua como nova. ' +
  'A tampa fecha bem e o cabo não esquenta; só o manual poderia ser mais claro. Recomendo para quem mora só.'

function summaries(storeId: string) {
  return sql`
    insert into rating_summaries (
      store_id, product_id, one, two, three, four, five, recommended, not_recommended
    )
    select store_id, product_id, count(*) filter (where rating = 1), count(*) filter (where rating = 2),
      count(*) filter (where rating = 3), count(*) filter (where rating = 4), count(*) filter (where rating = 5),
      count(*) filter (where recommended), count(*) filter (where not recommended)
    from reviews
    where store_id = ${storeId}
    group by store_id, product_id`
}
