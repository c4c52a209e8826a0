import sql, { raw } from 'sql-template-tag'
import type { TestApp } from '../app.ts'

/** The current time in these tests: a Wednesday noon in the store's time zone. */
export const seedNow = Date.UTC(2026, 4, 6, 15)

export const buyer = 'zulmira@correio.example'
export const productId = 'P-1'
export const otherProductId = 'P-2'

/** The phone of `buyer`, who agreed to WhatsApp; and one who is asked by a message that its provider has accepted. */
export const buyerPhone = '+5511912345678'
export const askedPhone = '+5511912345679'

const day = 24 * 60 * 60 * 1000
export const ago = (days: number) => new Date(seedNow - days * day)

/** The first row of a table that fits. */
export async function idOf(it: TestApp, table: string, storeId: string, condition: string): Promise<string> {
  const [row] = await it.database.query<{ id: string }>(sql`
    select id from ${raw(table)} where store_id = ${storeId} and ${raw(condition)} order by id limit 1`)
  if (!row) throw new Error(`no row of ${table} with ${condition}`)
  return row.id
}
