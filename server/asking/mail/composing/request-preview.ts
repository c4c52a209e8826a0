import type { Connection } from '../../../foundation/database/connect.ts'
import { comparableAddress } from '../../../foundation/lib/text/email-address.ts'
import type { Store } from '../../../tenants/stores/stores.ts'
import { productsToReview, readProductsOfParts } from '../../orders/asked-products.ts'
import { languagesOfBuyers } from '../../orders/later/buyer-language.ts'
import type { OrderPart } from '../../requests/requests.ts'
import { type Content, type NoticeKinds, previewTokens, writeMail } from './content.ts'

/**
 * The mail that asks a buyer about these parts of orders, as it would be written now. Its links open nothing.
 * `address` is our public base address.
 */
export async function previewAsking(
  db: Connection,
  notices: NoticeKinds,
  store: Store,
  { name, email, parts }: { name: string; email: string; parts: OrderPart[] },
  address: string,
): Promise<Content> {
  const asked = productsToReview(await readProductsOfParts(db, store.store_id, parts), store.form_products)
  const orderIds = parts.map(({ order_id }) => order_id)
  const languages = await languagesOfBuyers(db, store.store_id, orderIds)
  const language = languages.get(comparableAddress(email) ?? '') ?? store.locale
  return await writeMail(
    db,
    notices,
    store,
    { kind: 'request', name, language, recordId: null, asked, tokens: previewTokens },
    address,
  )
}
