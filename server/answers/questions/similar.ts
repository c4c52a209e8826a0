import sql, { type Sql } from 'sql-template-tag'
import { likely } from '../../../texts/match.ts'
import type { Database } from '../../foundation/database/connect.ts'
import { productsSharing } from '../../tenants/products/sharing.ts'

export type SimilarQuestion = { id: string; body: string; reply: string | null }

/**
 * Finds published questions similar to `text`, about the product or the products that share with it. Similar questions
 * share at least half of the significant words, counted in the shorter of the two texts. Returns at most three, the
 * closest first, then answered ones. `language` is a language tag. Numbers count as no words: visitors must not find one
 * that they see as dots.
 *
 * It runs while a visitor types, so it compares only the newest 500 in the order of an index. With 50,000 questions
 * about the product, this takes 5 ms; by the date of publication it took 36 ms.
 */
export async function findSimilarQuestions(
  db: Database,
  storeId: string,
  productId: string,
  text: string,
  language: string,
): Promise<SimilarQuestion[]> {
  const config = dictionaries[likely(language)?.language ?? ''] ?? 'simple'
  const products = await productsSharing(db.pipeline, storeId, [productId])
  return await db.query<SimilarQuestion>(sql`
    select id, body, reply
    from (
      select id, body, reply, least(cardinality(asked), cardinality(answered)) as words, cardinality(array(
        select unnest(asked)
        intersect
        select unnest(answered)
      )) as shared
      from (
        select id, body, reply, ${wordsOf(config, sql`${text.slice(0, longest).replace(/\p{Nd}+/gu, ' ')}`)} as asked,
          ${wordsOf(config, sql`body`)} as answered
        from unnest(${products}::text[]) as of_product (wanted_product)
        cross join lateral (
          select id, body, reply, created_at
          from questions
          where store_id = ${storeId} and product_id = wanted_product and state = 'published'
          order by created_at desc, id
          limit ${mostCompared}
        ) as newest
        order by created_at desc, id
        limit ${mostCompared}
      ) as published
    ) as compared
    where shared > 0 and shared * 2 >= words
    order by shared desc, reply is null, id desc
    limit 3`)
}

const longest = 500
const mostCompared = 500

const dictionaries: Record<string, string> = { pt: 'portuguese', en: 'english', es: 'spanish' }

const accents = ['áàâãäéèêëíìîïóòôõöúùûüçñ', 'aaaaaeeeeiiiiooooouuuucn'] as const

function wordsOf(config: string, text: Sql): Sql {
  const bare = sql`translate(lower(${text}), ${accents[0]}, ${accents[1]})`
  return sql`tsvector_to_array(to_tsvector(${config}::regconfig, ${bare}))`
}
