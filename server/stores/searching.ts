import sql, { join, type Sql } from 'sql-template-tag'
import type { Connection } from '../database/connect.ts'
import {
  type SearchLanguage,
  searchConfiguration,
  searchLanguage,
  searchWords,
} from '../lib/text/search-words.ts'
import { type KnownStore, readStore } from './stores.ts'

/** The language in which a new text of the store is stored. Throws `store_unknown`. */
export async function searchLanguageOf(db: Connection, storeId: string): Promise<SearchLanguage> {
  return searchLanguage((await readStore(db, storeId)).locale)
}

/** The stems of `words` (lib/search-words.ts) as they are stored, without positions: only presence matters. */
export function stems(language: SearchLanguage, words: Sql): Sql {
  return sql`strip(to_tsvector(${searchConfiguration(language)}::regconfig, ${words}))`
}

/**
 * The stems of each text of words (lib/text/search-words.ts), like `stems`, as tsvectors in their text form. Each
 * distinct word is stemmed once: stemming whole texts took 38 µs for each review of an import, and takes 3 µs.
 */
export async function stemTexts(
  db: Connection,
  language: SearchLanguage,
  texts: string[],
): Promise<string[]> {
  const split = texts.map(text => [...new Set(text.split(' '))])
  const words = [...new Set(split.flat())]
  const rows = await db.query<{ stemmed: string }>(sql`
    select ${stems(language, sql`word`)}::text as stemmed
    from unnest(${words}::text[]) with ordinality as one(word, place)
    order by place`)
  const stemOf = new Map(words.map((word, index) => [word, rows[index]?.stemmed ?? '']))
  return split.map(text => text.map(word => stemOf.get(word)).join(' '))
}

/**
 * Matches all words of `terms`, in any language in which texts of the store were stored; undefined if it has no
 * words.
 */
export function matchAll(
  store: Pick<KnownStore, 'locale' | 'former_languages'>,
  terms: string,
): Sql | undefined {
  const languages = [...new Set([searchLanguage(store.locale), ...store.former_languages])]
  if (searchWords(terms, 'simple') === '') return undefined
  const queries = languages.map(
    language =>
      sql`plainto_tsquery(${searchConfiguration(language)}::regconfig, ${searchWords(terms, language)})`,
  )
  return sql`(${join(queries, ' || ')})`
}
