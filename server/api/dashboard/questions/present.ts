import { datedReport, type ShownReport } from '../../../answers/moderation/reports/reports.ts'
import type { Connection } from '../../../foundation/database/connect.ts'
import { productNames } from '../../../tenants/products/products.ts'

/** Questions or answers with the names of their products. */
export async function presentContent<Item extends { product_id: string; reports: ShownReport[] }>(
  db: Connection,
  storeId: string,
  items: Item[],
): Promise<(Item & { product_name: string | null })[]> {
  const ids = items.map(({ product_id }) => product_id)
  const names = await productNames(db, storeId, ids)
  return items.map(item => ({
    ...item,
    product_name: names.get(item.product_id) ?? null,
    reports: item.reports.map(datedReport),
  }))
}
