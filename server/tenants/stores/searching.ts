import sql, { empty, join, type Sql } from 'sql-template-tag'
import type { Connection } from '../../foundation/database/connect.ts'
import {
  type SearchLanguage,
  searchConfiguration,
  searchLanguage,
  searchWords,
} from '../../foundation/lib/text/search-words.ts'
import { type KnownStore, readStore } from './stores.ts'

/** The language in which a new text of the store is stored, and the country whose phone numbers it may have. */
export type Searching = { language: SearchLanguage; country: string }

/** Throws `store_unknown`. */
export async function searchingOf(db: Connection, storeId: string): Promise<Searching> {
  const { locale, country } = await readStore(db, storeId)
  return { language: searchLanguage(locale), country }
}

/** The stems of `words` (foundation/lib/text/search-words.ts) as they are stored, without positions: only presence matters. */
export function stems(language: SearchLanguage, words: Sql): Sql {
  return sql`strip(to_tsvector(${searchConfiguration(language)}::regconfig, ${words}))`
}

/**
 * The stems of each text of words (foundation/lib/text/search-words.ts), like `stems`, as tsvectors in their text form. Each
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
  if (searchWords(terms, 'simple') === '') return undefined
  const languages = [...new Set([searchLanguage(store.locale), ...store.former_languages])]
  const queries = languages.map(
    language =>
      sql`plainto_tsquery(${searchConfiguration(language)}::regconfig, ${searchWords(terms, language)})`,
  )
  return sql`(${join(queries, ' || ')})`
}

/**
 * A condition for a statement that searches `terms`, with `and` before it: the numbers among them also stand in `texts`
 * outside of every longer number. Else a search would find a phone number that visitors see as dots, group by group. Texts
 * that were stored before a change of the country, or by an earlier release, have such numbers in their stems.
 */
export function numbersAreShown(terms: string, texts: Sql): Sql {
  const numbers = searchWords(terms, 'simple')
    .split(' ')
    .filter(word => /^\p{Nd}{2,}$/u.test(word))
  // Two short numbers, as in "10 x 15 cm", make no phone. To look at each match costs 25 µs for a text of 160 characters.
  if (numbers.length < 3 && numbers.every(({ length }) => length === 2)) return empty
  return sql`and (
    select bool_and(short ~ ('(^|[^0-9])' || number || '([^0-9]|$)'))
    from unnest(${numbers}::text[]) as number
    cross join (select regexp_replace(normalize(${texts}, nfkc), ${longNumber}, ' ', 'g') as short) as shown)`
}

// Seven digits or more, with what may stand between them.
const longNumber =
  '[0-9]([-\\s()./+_\\u00ad\\u200b-\\u200d\\u2010-\\u2015\\u2060\\u20e3\\u2212\\ufe0f]{0,4}[0-9]){6,}'
