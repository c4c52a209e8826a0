import sql, { empty, type Sql } from 'sql-template-tag'
import type { Connection } from '../../foundation/database/connect.ts'
import {
  type SearchLanguage,
  searchLanguage,
  searchLanguageOf,
  stemmerOf,
} from '../../foundation/lib/search/search-languages.ts'
import { runsOf, searchTerms, searchWords } from '../../foundation/lib/search/search-words.ts'
import { type KnownStore, readStore } from './stores.ts'

/** The locale of a store, in whose language its texts are found too, and the country whose phone numbers they may have. */
export type Searching = { locale: string; country: string }

/** Throws `store_unknown`. */
export async function searchingOf(db: Connection, storeId: string): Promise<Searching> {
  const { locale, country } = await readStore(db, storeId)
  return { locale, country }
}

/**
 * The stems of each text as a tsvector in its text form, without positions: only presence matters. A text has the stems of
 * its own language and those of the store's, so that visitors find it in both. Each distinct word is stemmed once: stemming
 * whole texts took 38 µs for each review of an import, and takes 3 µs.
 */
export async function stemTexts(
  db: Connection,
  { locale }: Pick<Searching, 'locale'>,
  texts: { text: string; language: string }[],
): Promise<string[]> {
  const own = searchLanguage(locale)
  const split = texts.map(({ text, language }) =>
    [...new Set([own, searchLanguageOf(text, language)])].flatMap(each =>
      searchWords(text, each).map(word => ({ word, dictionary: stemmerOf(each) })),
    ),
  )
  const wanted = new Map(split.flat().map(stemmed => [keyOf(stemmed), stemmed]))
  const stems = await stemWords(db, [...wanted.values()])
  const stemOf = new Map(Array.from(wanted.keys(), (key, index) => [key, stems[index]]))
  return split.map(words => words.map(stemmed => stemOf.get(keyOf(stemmed))).join(' '))
}

type Stemmed = { word: string; dictionary: string | null }

const keyOf = ({ word, dictionary }: Stemmed) => `${dictionary ?? ''} ${word}`

async function stemWords(db: Connection, words: Stemmed[]): Promise<string[]> {
  if (words.every(({ dictionary }) => dictionary === null)) return words.map(({ word }) => word)
  const rows = await db.query<{ stem: string }>(sql`
    select ${stem} as stem
    from unnest(${words.map(({ word }) => word)}::text[], ${words.map(({ dictionary }) => dictionary)}::text[])
      with ordinality as one(word, dictionary, place)
    order by place`)
  return rows.map(row => row.stem)
}

// Not by a text search configuration: its parser separates words at marks of Devanagari and Thai, and reads some as hosts.
const stem = sql`coalesce((ts_lexize(dictionary::regdictionary, word))[1], word)`

/**
 * A tsquery that matches all words of `terms`, in the language of the store or of the visitor, or in a former one of the
 * store; undefined if they have no words. `locale` is the visitor's. The statement is the same for all terms.
 */
export function matchAll(
  store: Pick<KnownStore, 'locale' | 'former_languages'>,
  terms: string,
  locale = store.locale,
): Sql | undefined {
  const languages = new Set<SearchLanguage>([
    searchLanguage(store.locale),
    ...store.former_languages,
    searchLanguageOf(terms, locale),
  ])
  const words = [...languages].flatMap(language =>
    searchTerms(terms, language).flatMap(({ forms, isStart }, place) =>
      forms.map(word => ({ language, place, word, isStart, dictionary: stemmerOf(language) })),
    ),
  )
  if (words.length === 0) return undefined
  return sql`(
    select string_agg(of_language, '|')::tsquery
    from (
      select '(' || string_agg(of_word, '&') || ')' as of_language
      from (
        select language, '(' || string_agg(quote_literal(${stem}) || suffix, '|') || ')' as of_word
        from (
          select language, place, word, dictionary, case when "isStart" then ':*' else '' end as suffix
          from jsonb_to_recordset(${JSON.stringify(words)}::jsonb)
            as one(language text, place integer, word text, dictionary text, "isStart" boolean)
        ) as given
        group by language, place
      ) as words
      group by language
    ) as languages)`
}

/**
 * A condition for a statement that searches `terms`, with `and` before it: the numbers among them also stand in `texts`
 * outside of every longer number. Else a search would find a phone number that visitors see as dots, group by group. Texts
 * that were stored before a change of the country, or by an earlier release, have such numbers in their stems.
 */
export function numbersAreShown(terms: string, texts: Sql): Sql {
  const numbers = runsOf(terms).filter(word => /^\p{Nd}{2,}$/u.test(word))
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
