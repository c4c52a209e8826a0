import { moveGroupSums } from '../../../answers/reviews/sums/group-sums.ts'
import type { Database } from '../../../foundation/database/connect.ts'
import { groupTranslations } from '../../../tenants/products/product-groups.ts'
import type { Store } from '../../../tenants/stores/stores.ts'

/** Lets the same product in several languages share its reviews, for each product of which the shop names them. */
export async function shareTranslations(
  database: Database,
  { store_id }: Store,
  products: { productId: string; translations?: string[] }[],
  at: Date,
): Promise<void> {
  const sets = products.flatMap(({ productId, translations }) =>
    translations?.includes(productId) ? [[...translations].sort()] : [],
  )
  const distinct = new Map(sets.map(ids => [JSON.stringify(ids), ids]))
  for (const ids of distinct.values())
    await database.transaction(tx =>
      groupTranslations(tx, store_id, ids, moveGroupSums, { at, actor: 'api' }),
    )
}
