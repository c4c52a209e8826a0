import sql from 'sql-template-tag'
import type { Connection } from '../../foundation/database/connect.ts'
import type { SearchLanguage } from '../../foundation/lib/search/search-languages.ts'
import { foldText } from '../../foundation/lib/text/fold.ts'

/**
 * The words that say something, in their order: by PostgreSQL's own dictionaries; where they have no list, they leave
 * no word out. People leave accents out: "a" stands for the French "à".
 */
export async function withoutStopWords(
  db: Connection,
  words: string[],
  language: SearchLanguage,
): Promise<string[]> {
  if (language === 'simple') return words
  const dictionary = `${language}_stem`
  const kept = await db.query<{ word: string }>(sql`
    select word
    from unnest(${words}::text[], ${words.map(foldText)}::text[]) with ordinality as one(word, folded, place)
    where ts_lexize(${dictionary}::regdictionary, word) <> '{}' and ts_lexize(${dictionary}::regdictionary, folded) <> '{}'
    order by place`)
  return kept.map(({ word }) => word)
}
