import sql, { join, raw } from 'sql-template-tag'
import { ownStore } from '../../../foundation/database/citus/own-store.ts'
import type { Connection } from '../../../foundation/database/connect.ts'
import { logChanges } from '../../../foundation/events/audit/audit.ts'
import { markDaysChanged } from '../../../foundation/events/changed-days.ts'
import { recordEvents } from '../../../foundation/events/record.ts'
import { maskContacts } from '../../../foundation/personal-data/contacts/mask-contacts.ts'
import { notifyProductsChanged } from '../../../tenants/products/changes.ts'
import { type Searching, searchingOf, stemTexts } from '../../../tenants/stores/searching.ts'
import { notifyContentChanged } from '../content-changes.ts'
import { flagsOf } from '../flags.ts'
import { bytea, textFingerprint } from '../same-text.ts'
import { contentEvents } from './content-events.ts'
import { type Content, type ContentKind, columnsOf, type LoggedAction } from './content-kind.ts'
import { lockContent } from './lookups.ts'

/**
 * Inserts records, updates their products' sums, and notifies every instance if any is published. The products must
 * exist. The caller generates the ids and ensures that no record is inserted twice. With `earlier`, the sums and all
 * that other transactions lock too wait for it. Imported records are not reported one by one: see `import.finished`.
 * A record with an earlier date counts as changed when it is written, so that programs find it as new.
 */
export async function insertContent<Item extends Content>(
  tx: Connection,
  storeId: string,
  kind: ContentKind<Item>,
  items: Item[],
  by: LoggedAction,
  earlier?: Promise<unknown>,
): Promise<void> {
  if (items.length === 0) return
  const searching = await searchingOf(tx, storeId)
  const searches = await stemTexts(
    tx,
    searching,
    items.map(item => searchedText(kind, item, searching)),
  )
  const rows = items.map((item, index) => ({
    ...item,
    imported: item.imported ?? false,
    text_hash: bytea(textFingerprint(item.body)),
    search: withMarks(kind, item, searches[index]),
  }))
  await tx.query(sql`
    insert into ${kind.table} (store_id, ${columnsOf(kind)}, text_hash, state_at, updated_at, search, flagged)
    select own.store_id, ${columnsOf(kind)}, text_hash, ${by.at}::timestamptz,
      nullif(greatest(created_at, ${by.at}::timestamptz), created_at), search, ${flagsOf(storeId, kind.name, raw('id'))} is not null
    from ${ownStore(storeId)} as own,
      json_populate_recordset(null::${kind.table}, ${JSON.stringify(rows)}::json) as item`)
  const changes = items.map(({ id }) => ({ ...by, record: kind.name, recordId: id, fields: [] }))
  await logChanges(tx, storeId, changes)
  await earlier
  const differences = items.map(after => ({ before: null, after }))
  await kind.changeSums(tx, storeId, differences)
  const published = items.filter(({ state }) => state === 'published')
  const productIds = published.map(({ product_id }) => product_id)
  await notifyProductsChanged(tx, storeId, productIds)
  const days = items.map(({ created_at }) => created_at)
  await markDaysChanged(tx, storeId, days)
  await notifyContentChanged(tx, storeId)
  if (by.actor === 'import') return
  await recordEvents(
    tx,
    storeId,
    differences.flatMap(difference =>
      contentEvents(kind, difference, latest(difference.after.created_at, by.at), by),
    ),
    by.at,
  )
}

/**
 * Changes one record, updates its product's sums, and notifies every instance if visitors see a difference. The row
 * stays locked until the transaction ends, so `change` decides on the current row. `change` returns the fields to set.
 * Nothing happens if none differs. Throws `review_unknown`, `question_unknown` or `answer_unknown`.
 */
export async function changeContent<Item extends Content>(
  tx: Connection,
  storeId: string,
  kind: ContentKind<Item>,
  id: string,
  by: LoggedAction,
  change: (item: Item) => Partial<Omit<Item, 'id'>>,
): Promise<Item> {
  const { item: before, changedAt } = await lockContent(tx, storeId, kind, id)
  const after: Item = { ...before, ...change(before) }
  const fields = kind.columns.filter(name => JSON.stringify(after[name]) !== JSON.stringify(before[name]))
  if (fields.length === 0) return before
  const values = fields.map(name => {
    const value = after[name]
    return sql`${raw(name)} = ${isJson(value) ? JSON.stringify(value) : value}`
  })
  if (after.body !== before.body) values.push(sql`text_hash = ${textFingerprint(after.body)}`)
  // Later than before, whatever clocks say: receivers of events keep the newest one.
  const updatedAt = latest(by.at, new Date(changedAt.getTime() + 1))
  values.push(sql`updated_at = ${updatedAt}`)
  if (after.state !== before.state) values.push(sql`state_at = ${by.at}`)
  if ([...kind.texts, kind.marks?.column].some(name => fields.includes(name as keyof Item & string))) {
    const searching = await searchingOf(tx, storeId)
    const [search] = await stemTexts(tx, searching, [searchedText(kind, after, searching)])
    values.push(sql`search = ${withMarks(kind, after, search)}::tsvector`)
  }
  await tx.query(sql`
    update ${kind.table}
    set ${join(values)}
    where store_id = ${storeId} and id = ${id}`)
  await kind.changeSums(tx, storeId, [{ before, after }])
  await logChanges(tx, storeId, [{ ...by, record: kind.name, recordId: id, fields }])
  const isSeen = before.state === 'published' || after.state === 'published'
  if (isSeen) await notifyProductsChanged(tx, storeId, [before.product_id, after.product_id])
  const isCounted = fields.some(name => kind.countedFields.includes(name))
  if (isCounted) await markDaysChanged(tx, storeId, [before.created_at, after.created_at])
  await notifyContentChanged(tx, storeId)
  await recordEvents(tx, storeId, contentEvents(kind, { before, after }, updatedAt, by), by.at)
  return after
}

const isJson = (value: unknown) =>
  Array.isArray(value) || (typeof value === 'object' && value !== null && !(value instanceof Date))

function latest(one: Date, other: Date): Date {
  return one > other ? one : other
}

/** A tsvector in its text form, with the words of the index that are no stems. */
export function withMarks<Item extends Content>(
  { marks }: ContentKind<Item>,
  item: Item,
  stems: string | undefined,
): string {
  const words = marks?.wordsOf(item) ?? []
  return [stems ?? '', ...words.map(word => `'${word}'`)].join(' ')
}

/**
 * What a search finds of a record. Contacts are masked: a search must not reveal an address that visitors see as dots.
 * See also `numbersAreShown`.
 */
export function searchedText<Item extends Content>(
  { texts }: ContentKind<Item>,
  item: Pick<Item, 'language' | 'title' | 'body'>,
  { country }: Searching,
): { text: string; language: string } {
  const text = texts.map(name => maskContacts(item[name] ?? '', { country })).join(' ')
  return { text, language: item.language }
}
