import sql, { type Sql } from 'sql-template-tag'
import type { Connection } from '../../../foundation/database/connect.ts'
import type { Difference } from '../../moderation/content/content-kind.ts'

/** The fields of a review that machine-written texts rest on. */
type Read = {
  id: string
  title: string
  body: string
  reply: string | null
  state: string
  address: string | null
}

/**
 * Deletes what was written of published reviews that visitors no longer see as they were: their translations, and the
 * summaries that rest on them, which become due again. A reply is no part of a summary.
 */
export async function forgetMachineTexts(
  tx: Connection,
  storeId: string,
  differences: Difference<Read>[],
): Promise<void> {
  const changed = changedOf(differences, ['title', 'body', 'reply', 'state', 'address'])
  if (changed.length === 0) return
  await tx.query(sql`
    delete from review_translations
    where store_id = ${storeId} and review_id = any(${changed}::uuid[])`)
  const said = changedOf(differences, ['title', 'body', 'state', 'address'])
  if (said.length === 0) return
  await tx.query(sql`
    update review_digests
    set body = null, review_ids = '{}', due_at = '-infinity', attempts = 0
    where store_id = ${storeId} and review_ids && ${said}::uuid[]`)
}

function changedOf(differences: Difference<Read>[], fields: readonly (keyof Read)[]): string[] {
  return differences.flatMap(({ before, after }) =>
    before?.state === 'published' && fields.some(name => before[name] !== after?.[name]) ? [before.id] : [],
  )
}

/** A condition for a statement about `stores`: `forgetUnused` would delete a row. */
export const hasUnusedTexts: Sql = sql`(not translate_reviews and exists (
    select from review_translations
    where review_translations.store_id = stores.store_id
  )) or (not summarize_reviews and exists (
    select from review_digests
    where review_digests.store_id = stores.store_id
  ))`

/** Deletes the translations of a store that has switched them off, and its summaries. */
export async function forgetUnused(
  db: Connection,
  storeId: string,
  uses: { translate_reviews: boolean; summarize_reviews: boolean },
): Promise<void> {
  if (!uses.translate_reviews)
    await db.query(sql`
      delete from review_translations
      where store_id = ${storeId}`)
  if (!uses.summarize_reviews)
    await db.query(sql`
      delete from review_digests
      where store_id = ${storeId}`)
}
