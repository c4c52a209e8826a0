import type { Connection } from '../../database/connect.ts'
import { productsToReview, readProductsOfParts } from '../../orders/orders.ts'
import type { OrderPart } from '../../requests/requests.ts'
import type { Store } from '../../stores/stores.ts'
import { type Content, type NoticeKinds, previewTokens, writeMail } from './content.ts'

/**
 * The mail that asks about these parts of orders, as it would be written now. Its links open nothing. `address` is our public
 * base address.
 */
export async function previewAsking(
  db: Connection,
  notices: NoticeKinds,
  store: Store,
  { name, parts }: { name: string; parts: OrderPart[] },
  address: string,
): Promise<Content> {
  const asked = productsToReview(await readProductsOfParts(db, store.store_id, parts), store.form_products)
  const language = store.locale
  return await writeMail(
    db,
    notices,
    store,
    { kind: 'request', name, language, recordId: null, asked, tokens: previewTokens },
    address,
  )
}
