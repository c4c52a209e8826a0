import { randomBytes } from 'node:crypto'
import sql, { type Sql } from 'sql-template-tag'
import type { Connection } from '../../foundation/database/connect.ts'
import { type Retention, retentionOf } from '../../foundation/personal-data/retention.ts'

/**
 * The period of the store, whose settings stay as they are until the commit; undefined if it keeps everything. Orders
 * do not wait for this lock.
 */
export async function readRetention(tx: Connection, storeId: string): Promise<Retention | undefined> {
  const store = await read(tx, storeId, sql`for key share`)
  return store?.retention
}

/** The same, and no order of the store is written until the commit. `salt` is for `saltedHash`. */
export async function lockRetention(
  tx: Connection,
  storeId: string,
): Promise<{ retention: Retention; salt: Buffer } | undefined> {
  const store = await read(tx, storeId, sql`for no key update`)
  return store && { ...store, salt: store.salt ?? (await makeSalt(tx, storeId)) }
}

type Row = { months: number | null; linkDays: number; salt: Buffer | null }

async function read(
  tx: Connection,
  storeId: string,
  lock: Sql,
): Promise<{ retention: Retention; salt: Buffer | null } | undefined> {
  const [store] = await tx.query<Row>(sql`
    select retention_months as months, link_days as "linkDays", order_salt as salt
    from stores
    where store_id = ${storeId}
    ${lock}`)
  if (!store || store.months === null) return undefined
  const { months, linkDays, salt } = store
  return { retention: retentionOf({ months, linkDays }), salt }
}

async function makeSalt(tx: Connection, storeId: string): Promise<Buffer> {
  const salt = randomBytes(32)
  await tx.query(sql`
    update stores
    set order_salt = ${salt}
    where store_id = ${storeId}`)
  return salt
}
