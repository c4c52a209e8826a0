import sql, { type Sql } from 'sql-template-tag'
import type { Database } from '../../foundation/database/connect.ts'
import { type SearchLanguage, searchLanguageOf } from '../../foundation/lib/search/search-languages.ts'
import { productsSharing } from '../../tenants/products/sharing.ts'
import { searchingOf, stemTexts } from '../../tenants/stores/searching.ts'

export type SimilarQuestion = { id: string; body: string; reply: string | null }

/**
 * Finds published questions similar to `text`, about the product or the products that share with it. Similar questions
 * share at least half of the words, counted in the shorter of the two texts. Words that say nothing, such as "the", are
 * left out in the languages of which PostgreSQL has a list. Texts in other languages are compared by the words that searches
 * find; those of Chinese are pairs of characters. Returns at most three, the closest first, then answered ones.
 * `language` is a language tag. Numbers count as no words: visitors must not find one that they see as dots.
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
  const products = await productsSharing(db.pipeline, storeId, [productId])
  const { asked, answered } = await comparedWords(
    db,
    storeId,
    text.slice(0, longest).replace(/\p{Nd}+/gu, ' '),
    language,
  )
  return await db.query<SimilarQuestion>(sql`
    select id, body, reply
    from (
      select id, body, reply, least(cardinality(asked), cardinality(answered)) as words, cardinality(array(
        select unnest(asked)
        intersect
        select unnest(answered)
      )) as shared
      from (
        select id, body, reply, ${asked} as asked, ${answered} as answered
        from unnest(${products}::text[]) as of_product (wanted_product)
        cross join lateral (
          select id, body, reply, search, created_at
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

/** The words of the question and those of a stored one, both as arrays. */
async function comparedWords(
  db: Database,
  storeId: string,
  text: string,
  language: string,
): Promise<{ asked: Sql; answered: Sql }> {
  const read = searchLanguageOf(text, language)
  if (withStopWords.has(read))
    return { asked: wordsOf(read, sql`${text}`), answered: wordsOf(read, sql`body`) }
  const [stems = ''] = await stemTexts(db, await searchingOf(db, storeId), [{ text, language }])
  const words = [...new Set(stems.split(' ').filter(Boolean))]
  return { asked: sql`${words}::text[]`, answered: sql`tsvector_to_array(search)` }
}

const withStopWords: ReadonlySet<SearchLanguage> = new Set([
  ...(['danish', 'dutch', 'english', 'finnish', 'french', 'german', 'hungarian', 'italian'] as const),
  ...(['norwegian', 'portuguese', 'russian', 'spanish', 'swedish', 'turkish'] as const),
])

// People leave these accents out. Elsewhere they distinguish letters, as in the German "für", which says nothing.
const leftOut: ReadonlySet<SearchLanguage> = new Set([
  'english',
  'french',
  'italian',
  'portuguese',
  'spanish',
])
const accents = ['áàâãäéèêëíìîïóòôõöúùûüçñ', 'aaaaaeeeeiiiiooooouuuucn'] as const

function wordsOf(language: SearchLanguage, text: Sql): Sql {
  // PostgreSQL's parser reads "est-ce" as a word of its own.
  const lower = sql`replace(lower(${text}), '-', ' ')`
  const bare = leftOut.has(language) ? sql`translate(${lower}, ${accents[0]}, ${accents[1]})` : lower
  return sql`tsvector_to_array(to_tsvector(${language}::regconfig, ${bare}))`
}
