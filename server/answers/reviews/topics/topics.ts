import sql, { join } from 'sql-template-tag'
import type { Database } from '../../../foundation/database/connect.ts'
import { searchLanguageOf } from '../../../foundation/lib/search/search-languages.ts'
import { productNames } from '../../../tenants/products/products.ts'
import { productsSharing } from '../../../tenants/products/sharing.ts'
import { matchAll, stemTexts } from '../../../tenants/stores/searching.ts'
import { withoutStopWords } from '../../../tenants/stores/stop-words.ts'
import type { KnownStore } from '../../../tenants/stores/stores.ts'
import { searchedText } from '../../moderation/content/writing.ts'
import { reviewContent } from '../reviews.ts'
import { type Candidate, candidatesOf, sentencesOf, type Word } from './mentions.ts'
import { saidOften } from './said-often.ts'

/** A word or a pair of words, and the number of reviews that a search for it finds. */
export type Topic = { topic: string; count: number }

const mostReviews = 1_000
const longestText = 2_000 // characters
const mostTopics = 8
const leastReviews = 3
const leastShare = 0.05
const mostCounted = 16

type Text = { title: string; body: string; language: string }

/**
 * What the newest 1,000 reviews of a product and of those that share with it mention: at most eight words or pairs,
 * each in at least three of them and in 5 %, the most frequent first. Stars play no part: they are not read. Words of
 * the product's name, and those that say nothing, are left out. The counts are of kept stems, as searches find them.
 */
export async function readTopics(db: Database, store: KnownStore, productIds: string[]): Promise<Topic[]> {
  const shared = await productsSharing(db.pipeline, store.store_id, productIds)
  const texts = await db.query<Text>(sql`
    select left(title, ${longestText}) as title, left(body, ${longestText}) as body, language
    from (${newestOf(store.store_id, shared)}) as newest`)
  const least = Math.max(leastReviews, Math.ceil(texts.length * leastShare))
  if (texts.length < least) return []
  const names = await productNames(db, store.store_id, shared)
  const reviews = await wordsOf(db, store, texts, [...names.values()].join(' '))
  const candidates = candidatesOf(reviews, least).slice(0, mostCounted)
  return (await count(db, store, shared, candidates))
    .filter(({ count }) => count >= least)
    .sort((a, b) => b.count - a.count)
    .slice(0, mostTopics)
}

function newestOf(storeId: string, productIds: string[]) {
  return sql`
    select review.*
    from unnest(${productIds}::text[]) as of_product (wanted_product)
    cross join lateral (
      select title, body, language, search, created_at, id
      from reviews
      where store_id = ${storeId} and product_id = wanted_product and state = 'published'
      order by created_at desc, id desc
      limit ${mostReviews}
    ) as review
    order by created_at desc, id desc
    limit ${mostReviews}`
}

/** The words of each review in sentences, with stems. Contacts are masked, as everywhere. */
async function wordsOf(
  db: Database,
  store: KnownStore,
  texts: Text[],
  productName: string,
): Promise<Word[][][]> {
  const split = texts.map(one => {
    const { text } = searchedText(reviewContent, { ...one, title: `${one.title}\n` }, store)
    return { tag: one.language, sentences: sentencesOf(text, one.language) }
  })
  const stems = new Map<string, Map<string, string>>()
  for (const [tag, own] of Map.groupBy(split, ({ tag }) => tag)) {
    const words = new Set(own.flatMap(({ sentences }) => sentences.flat()))
    stems.set(tag, await stemsOf(db, tag, [...words], productName))
  }
  return split.map(({ tag, sentences }) =>
    sentences.map(words => words.map(written => ({ written, stem: stems.get(tag)?.get(written) }))),
  )
}

/** The stems of the words of a language that may name a topic. */
async function stemsOf(
  db: Database,
  tag: string,
  words: string[],
  productName: string,
): Promise<Map<string, string>> {
  const often = saidOften(tag)
  const long = words.filter(word => !often.has(word) && isLongEnough(word) && !/^\p{N}+$/u.test(word))
  const said = await withoutStopWords(db, long, searchLanguageOf(long.slice(0, 50).join(' '), tag))
  const named = sentencesOf(productName, tag).flat()
  const stemmed = await stemTexts(
    db,
    { locale: tag },
    [...said, ...named].map(text => ({ text, language: tag })),
  )
  const stemOf = (index: number) => stemmed[index]?.split(' ')[0] ?? ''
  const taken = new Set(named.map((_, index) => stemOf(said.length + index)))
  return new Map(
    said.flatMap((word, index) => {
      const stem = stemOf(index)
      return stem === '' || taken.has(stem) ? [] : [[word, stem] as const]
    }),
  )
}

// Two letters of an alphabet name no topic. Two characters of Chinese do.
function isLongEnough(word: string): boolean {
  return word.length > (isWordOfTwo.test(word) ? 1 : 2)
}

const isWordOfTwo = /[\p{sc=Han}\p{sc=Hangul}\p{sc=Katakana}\p{sc=Thai}]/u

async function count(
  db: Database,
  store: KnownStore,
  productIds: string[],
  candidates: Candidate[],
): Promise<Topic[]> {
  const searched = candidates.flatMap(({ written }) => {
    const query = matchAll(store, written)
    return query ? [{ topic: written, query }] : []
  })
  if (searched.length === 0) return []
  const counts = searched.map(
    ({ query }) => sql`count(*) filter (where search @@ (select ${query}))::integer`,
  )
  const [row] = await db.query<{ counts: number[] }>(sql`
    select array[${join(counts)}] as counts
    from (${newestOf(store.store_id, productIds)}) as newest`)
  return searched.map(({ topic }, index) => ({ topic, count: row?.counts[index] ?? 0 }))
}
