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
