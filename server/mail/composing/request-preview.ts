import type { Connection } from '../../database/connect.ts'
import { productsToReview, readProductsOfOrders } from '../../orders/orders.ts'
import type { Store } from '../../stores/stores.ts'
import { type Content, type NoticeKinds, previewTokens, writeMail } from './content.ts'

/**
 * The mail that asks about the orders, as it would be written now. Its links open nothing. `address` is our public
 * base address.
 */
export async function previewAsking(
  db: Connection,
  notices: NoticeKinds,
  store: Store,
  { name, orderIds }: { name: string; orderIds: string[] },
  address: string,
): Promise<Content> {
  const orders = await readProductsOfOrders(db, store.store_id, orderIds)
  const asked = productsToReview(
    orderIds.flatMap(orderId => orders.get(orderId) ?? []),
    store.form_products,
  )
  const language = store.locale
  return await writeMail(
    db,
    notices,
    store,
    { kind: 'request', name, language, recordId: null, asked, tokens: previewTokens },
    address,
  )
}
