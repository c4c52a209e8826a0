import type { Connection } from '../../../foundation/database/connect.ts'
import { areOthersRated } from '../../../tenants/products/rated-products.ts'
import type { CsvRow } from '../reading/bytes/csv.ts'
import { note } from '../reading/notes.ts'
import type { FilePlan } from '../reading/read-table.ts'

const mostRows = 2_000

/** Collects the ids of the products in the first rows. */
export function watchProducts(idsOf: (row: CsvRow) => string[]) {
  const ids = new Set<string>()
  return {
    ids,
    add(row: CsvRow): void {
      if (row.number > mostRows) return
      for (const id of idsOf(row)) if (id !== '') ids.add(id)
    },
  }
}

/**
 * The plan of a file, with a warning if the store has reviews of other products alone. Usually one of the two knows its
 * products by an id, the other by a SKU or name: what their buyers will write would appear beside the earlier reviews. The
 * first rows tell, because shops sell what was reviewed.
 */
export async function warnOfOtherProducts(
  db: Connection,
  storeId: string,
  plan: FilePlan,
  ids: ReadonlySet<string>,
): Promise<FilePlan> {
  const column = plan.columns.product_id
  if (column === undefined || ids.size === 0 || !(await areOthersRated(db, storeId, [...ids]))) return plan
  return { ...plan, notes: [...plan.notes, note('otherProducts', { column })] }
}
