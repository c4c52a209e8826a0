import sql from 'sql-template-tag'
import { ownStore } from '../../../foundation/database/citus/own-store.ts'
import type { Connection } from '../../../foundation/database/connect.ts'

/**
 * What became of one product of an order. `part` names the review requests that ask about it; null while it waits for
 * its delivery. Without `delivered_at`, it was delivered with its order.
 */
export type OrderLine = {
  product_id: string
  part: number | null
  delivered_at: Date | null
  /** The shop knows only when it was shipped. */
  is_estimated: boolean
  /** When it went back. */
  refunded_at: Date | null
  /** False: requests do not ask about the product. */
  is_asked?: boolean
  /** The shop said so, and can take it back; null: a user or a program of the store did. */
  refunded_by_shop: true | null
}

/** The line of a product that has no row: it is in part 0. */
export const wholeLine = (product_id: string): OrderLine => ({
  product_id,
  part: 0,
  delivered_at: null,
  is_estimated: false,
  refunded_at: null,
  refunded_by_shop: null,
})

/** Whether the requests of the part ask about the product. */
export const isAskedIn = (part: number, line: OrderLine): boolean =>
  line.part === part && line.refunded_at === null && line.is_asked !== false

export const lineStates = ['waiting', 'delivered', 'returned'] as const

/** A line as it is displayed: `waiting` for its delivery, or `returned` to the store. */
export type DisplayedLine = Omit<OrderLine, 'part' | 'is_asked' | 'refunded_by_shop'> & {
  state: (typeof lineStates)[number]
}

export function displayedLine({ part, refunded_by_shop: _, ...line }: OrderLine): DisplayedLine {
  if (line.refunded_at) return { ...line, state: 'returned' }
  return { ...line, state: part === null ? 'waiting' : 'delivered' }
}

/** The lines that have a row, by order. */
export async function readLines(
  db: Connection,
  storeId: string,
  orderIds: string[],
): Promise<Map<string, OrderLine[]>> {
  const rows = await db.query<OrderLine & { order_id: string }>(sql`
    select order_id, product_id, part, delivered_at, is_estimated, refunded_at, refunded_by_shop
    from order_lines
    where store_id = ${storeId} and order_id = any(${orderIds}::text[])
    order by order_id, product_id`)
  const lines = new Map<string, OrderLine[]>()
  for (const { order_id, ...line } of rows) lines.set(order_id, [...(lines.get(order_id) ?? []), line])
  return lines
}

/** Replaces lines of an order that the caller has locked. */
export async function writeLines(
  tx: Connection,
  storeId: string,
  orderId: string,
  lines: OrderLine[],
): Promise<void> {
  await tx.query(sql`
    insert into order_lines (
      store_id, order_id, product_id, part, delivered_at, is_estimated, refunded_at, refunded_by_shop
    )
    select own.store_id, ${orderId}::text, product_id, part, delivered_at, is_estimated, refunded_at, refunded_by_shop
    from ${ownStore(storeId)} as own, jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as line(
      product_id text, part integer, delivered_at timestamptz, is_estimated boolean, refunded_at timestamptz,
      refunded_by_shop boolean
    )
    on conflict (store_id, order_id, product_id) do update
    set part = excluded.part, delivered_at = excluded.delivered_at, is_estimated = excluded.is_estimated,
      refunded_at = excluded.refunded_at, refunded_by_shop = excluded.refunded_by_shop`)
}

/** Deletes the lines of orders that are deleted too. */
export async function forgetLines(tx: Connection, storeId: string, orderIds: string[]): Promise<void> {
  await tx.query(sql`
    delete from order_lines
    where store_id = ${storeId} and order_id = any(${orderIds}::text[])`)
}
