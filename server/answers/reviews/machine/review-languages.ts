import type { Database } from '../../../foundation/database/connect.ts'
import type { KnownStore } from '../../../tenants/stores/stores.ts'
import { translates } from './translate.ts'

const findLanguages = {
  name: 'languages of reviews',
  text: 'select id, language from reviews where store_id = $1 and id = any($2::uuid[])',
}

/** The languages of a page's reviews, as fields of each: none, without a query, unless the store translates. */
export async function languagesOf(
  database: Database,
  store: KnownStore,
  reviews: readonly { id: string }[],
): Promise<(id: string) => { language?: string }> {
  if (!translates(store) || reviews.length === 0) return () => ({})
  const rows = await database.pipeline.query<{ id: string; language: string }>({
    ...findLanguages,
    values: [store.store_id, reviews.map(({ id }) => id)],
  })
  const languages = new Map(rows.map(({ id, language }) => [id, language]))
  return id => {
    const language = languages.get(id)
    return language === undefined ? {} : { language }
  }
}
