import sql, { join, raw, type Sql } from 'sql-template-tag'
import type { Connection } from '../../../foundation/database/connect.ts'
import { notifyProductsChanged } from '../../../tenants/products/changes.ts'
import { searchingOf, stemTexts } from '../../../tenants/stores/searching.ts'
import type { Content, ContentKind } from './content-kind.ts'
import { searchedText, withMarks } from './writing.ts'

/**
 * Stems the texts of up to `limit` records after the id again. Returns the last id; undefined if no record is left. A text
 * that changes meanwhile is left alone, because its own change stems it.
 */
export async function stemAgain<Item extends Content>(
  tx: Connection,
  storeId: string,
  kind: ContentKind<Item>,
  after: string | null,
  limit: number,
): Promise<string | undefined> {
  const texts = join([...kind.texts, ...(kind.marks ? [kind.marks.column] : [])].map(name => raw(name)))
  const items = await tx.query<Item & { version: string }>(sql`
    select id, language, ${texts}, ${versionOf(kind)} as version
    from ${kind.table}
    where store_id = ${storeId} and (${after}::uuid is null or id > ${after}::uuid)
    order by id
    limit ${limit}`)
  if (items.length === 0) return undefined
  const searching = await searchingOf(tx, storeId)
  const searches = await stemTexts(
    tx,
    searching,
    items.map(item => searchedText(kind, item, searching)),
  )
  // Most stems are as before, and writing a row again writes it to all of its indexes.
  const changed = await tx.query<{ product_id: string; state: string }>(sql`
    update ${kind.table} as stored
    set search = made.search::tsvector
    from unnest(
      ${items.map(({ id }) => id)}::uuid[], ${items.map(({ version }) => version)}::text[],
      ${items.map((item, index) => withMarks(kind, item, searches[index]))}::text[]
    ) as made (made_id, version, search)
    where stored.store_id = ${storeId} and stored.id = made.made_id and stored.search <> made.search::tsvector
      and ${versionOf(kind)} = made.version
    returning product_id, state`)
  // Searches without these words are in the response cache.
  const published = changed.filter(({ state }) => state === 'published')
  await notifyProductsChanged(
    tx,
    storeId,
    published.map(({ product_id }) => product_id),
  )
  return items.at(-1)?.id
}

const versionOf = <Item extends Content>({ texts, marks }: ContentKind<Item>): Sql => {
  const parts = [...texts, ...(marks ? [`coalesce(${marks.column}::text, '')`] : [])]
  return sql`hashtextextended(${raw(parts.join(" || ' ' || "))}, 0)::text`
}
