import sql, { raw } from 'sql-template-tag'
import type { Connection } from '../../../foundation/database/connect.ts'
import { ApiError } from '../../../foundation/errors/errors.ts'
import { isUuid } from '../../../foundation/lib/ids/uuid.ts'
import { type Content, type ContentKind, columnsOf } from './content-kind.ts'

/** Throws `review_unknown`, `question_unknown` or `answer_unknown` if the store has none with this id. */
export async function readContent<Item extends Content>(
  db: Connection,
  storeId: string,
  kind: ContentKind<Item>,
  id: string,
  lock = false,
): Promise<Item> {
  const [item] = isUuid(id)
    ? await db.query<Item>(sql`
        select ${columnsOf(kind)}
        from ${kind.table}
        where store_id = ${storeId} and id = ${id}
        ${raw(lock ? 'for update' : '')}`)
    : []
  if (!item) throw new ApiError(`${kind.name}_unknown`)
  return item
}

/** Like `readContent`, locked until the transaction ends. `changedAt`: when it was changed or, if it never was, written. */
export async function lockContent<Item extends Content>(
  tx: Connection,
  storeId: string,
  kind: ContentKind<Item>,
  id: string,
): Promise<{ item: Item; changedAt: Date }> {
  const dated = { ...kind, columns: [...kind.columns, 'updated_at'] } as unknown as ContentKind<
    Item & { updated_at: Date | null }
  >
  const { updated_at, ...item } = await readContent(tx, storeId, dated, id, true)
  const imported = item.imported ?? (mayBeImported(kind) && (await wasImported(tx, storeId, kind, id)))
  return { item: { ...item, imported } as unknown as Item, changedAt: updated_at ?? item.created_at }
}

const mayBeImported = <Item extends Content>({ columns }: ContentKind<Item>) =>
  (columns as readonly string[]).includes('imported')

/**
 * Whether a record of an earlier release was imported: a program gave it an id, or the audit log says so. Where the log
 * has lost its beginning, the rows of imports are searched, which no index helps.
 */
async function wasImported<Item extends Content>(
  tx: Connection,
  storeId: string,
  { name, table }: ContentKind<Item>,
  id: string,
): Promise<boolean> {
  const [found] = await tx.query<{ imported: boolean }>(sql`
    select external_id is not null or coalesce(
      (
        select actor = 'import'
        from audit_log
        where store_id = ${storeId} and record_type = ${name} and record_id = ${id} and action = 'create'
        order by audit_log.id
        limit 1
      ),
      exists (
        select
        from imported_rows
        where store_id = ${storeId} and kind = ${name} and record_id = ${id}
      )
    ) as imported
    from ${table}
    where store_id = ${storeId} and id = ${id}`)
  return found?.imported ?? false
}

const batchSize = 500

/** All records of the store in any state, by id, in batches. */
export async function* everyContent<Item extends Content>(
  tx: Connection,
  storeId: string,
  kind: ContentKind<Item>,
): AsyncGenerator<Item[]> {
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const batch = await tx.query<Item>(sql`
      select ${columnsOf(kind)}
      from ${kind.table}
      where store_id = ${storeId} and id > ${after}
      order by id
      limit ${batchSize}`)
    const last = batch.at(-1)
    if (!last) return
    yield batch
    after = last.id
  }
}

export async function countContent<Item extends Content>(
  tx: Connection,
  storeId: string,
  { table }: ContentKind<Item>,
): Promise<number> {
  const [row] = await tx.query<{ count: number }>(sql`
    select count(*)::integer as count
    from ${table}
    where store_id = ${storeId}`)
  return row?.count ?? 0
}

/** The number of pending records, at most `most`, and the date of the oldest. */
export async function countPendingContent<Item extends Content>(
  db: Connection,
  storeId: string,
  { table }: ContentKind<Item>,
  most: number,
): Promise<{ count: number; since: Date | null }> {
  const [row] = await db.query<{ count: number; since: Date | null }>(sql`
    select count(*)::integer as count, min(created_at) as since
    from (
      select created_at
      from ${table}
      where store_id = ${storeId} and state = 'pending'
      order by created_at, id
      limit ${most}
    ) as pending`)
  return row ?? { count: 0, since: null }
}

/** The number of unconfirmed records from this address since the given date. */
export async function countUnconfirmedContent<Item extends Content>(
  db: Connection,
  storeId: string,
  { table }: ContentKind<Item>,
  address: string,
  since: Date,
): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`
    select count(*)::integer as count
    from ${table}
    where store_id = ${storeId} and address = ${address} and state = 'unconfirmed' and created_at > ${since}`)
  return row?.count ?? 0
}

/** Returns those of the ids that the store has. */
export async function existingContent<Item extends Content>(
  db: Connection,
  storeId: string,
  { table }: ContentKind<Item>,
  ids: string[],
): Promise<Set<string>> {
  const rows = await db.query<{ id: string }>(sql`
    select id
    from ${table}
    where store_id = ${storeId} and id = any (${ids}::uuid[])`)
  return new Set(rows.map(({ id }) => id))
}
