import sql, { type Sql } from 'sql-template-tag'
import type { Connection } from '../../foundation/database/connect.ts'

/** Records that a page of another origin read with the store key. Only the first time is stored. */
export async function saveWidgetsSeen(db: Connection, storeId: string, at: Date): Promise<void> {
  await saveFirst(db, storeId, sql`widgets_seen_at`, at)
}

/** Whether a page of another origin has ever read with the store key. */
export async function hasWidgets(db: Connection, storeId: string): Promise<boolean> {
  return await isSaved(db, storeId, sql`widgets_seen_at`)
}

/** Records that a page asked for a product by its SKU. Only the first time is stored. */
export async function saveSkuRead(db: Connection, storeId: string, at: Date): Promise<void> {
  await saveFirst(db, storeId, sql`sku_read_at`, at)
}

/** Whether a page has ever asked for a product by its SKU: products without one have no reviews there. */
export async function isReadBySku(db: Connection, storeId: string): Promise<boolean> {
  return await isSaved(db, storeId, sql`sku_read_at`)
}

async function saveFirst(db: Connection, storeId: string, column: Sql, at: Date): Promise<void> {
  await db.query(sql`
    update stores
    set ${column} = ${at}
    where store_id = ${storeId} and ${column} is null`)
}

async function isSaved(db: Connection, storeId: string, column: Sql): Promise<boolean> {
  const found = await db.query(sql`
    select
    from stores
    where store_id = ${storeId} and ${column} is not null`)
  return found.length > 0
}
