import { languageOfBuyer } from '../../../asking/orders/later/buyer-language.ts'
import { changeBuyers } from '../../../asking/orders/later/buyers.ts'
import type { OrderBy } from '../../../asking/orders/later/order-changes.ts'
import type { Customer } from '../../../asking/orders/orders.ts'
import type { Connection as Db } from '../../../foundation/database/connect.ts'
import type { Secrets } from '../../../foundation/lib/secret.ts'
import { comparableAddress } from '../../../foundation/lib/text/email-address.ts'
import { countryOf } from '../../../tenants/stores/settings/request-rules.ts'
import type { Store } from '../../../tenants/stores/stores.ts'
import type { ShopOrder } from '../platform.ts'
import { type Sentence, sentence, whySuppressed } from '../sentences.ts'
import { clip } from '../shop/shop-texts.ts'

/** Whether a mail can arrive: shops replace the addresses of people whom they erase by ones in the domain `.invalid`. */
export function isUsable(email: string | undefined): boolean {
  const address = email === undefined ? undefined : comparableAddress(email)
  return address !== undefined && !address.endsWith('.invalid')
}

/** Corrects the buyer of a stored order by what the shop says now. Returns what to write into the log. */
export async function correctBuyer(
  tx: Db,
  secrets: Secrets,
  store: Store,
  order: ShopOrder,
  by: OrderBy,
): Promise<Sentence[]> {
  let isMoved = false
  let isUnclear = false
  const choose = (stored: Customer[]) => {
    const at = placeOf(stored, order)
    const before = stored[at]
    if (!before) {
      isUnclear = stored.length > 1 && isUsable(order.customer.email)
      return undefined
    }
    const after = corrected(before, order)
    isMoved = comparableAddress(before.email) !== comparableAddress(after.email)
    return stored.with(at, after)
  }
  const change = await changeBuyers(tx, secrets, store, order.orderId, choose, by)
  if (isUnclear) return [sentence('otherBuyer')]
  if (change.isErased) return [sentence('buyerErased')]
  if (!isMoved) return []
  if (!isUsable(order.customer.email)) return [sentence('noAddressNow')]
  if (change.isAsked) return [sentence('correctedAfter')]
  if (change.suppressed) return [sentence('correctedSuppressed', { why: [whySuppressed(change.suppressed)] })]
  return [change.isScheduled ? sentence('correctedMoved') : sentence('corrected')]
}

/** The buyer whom the shop means: the one with the address, or the only one. */
function placeOf(stored: Customer[], { customer }: ShopOrder): number {
  if (customer.email === undefined) return stored.length === 1 ? 0 : -1
  const address = comparableAddress(customer.email)
  const at = stored.findIndex(({ email }) => address !== undefined && comparableAddress(email) === address)
  return at === -1 && stored.length === 1 ? 0 : at
}

/** What the shop leaves out stays. */
function corrected(before: Customer, { customer, language: said, country: goesTo }: ShopOrder): Customer {
  const { email } = customer
  if (email !== undefined && comparableAddress(email) && !isUsable(email))
    return { name: '', email: '', phone: '' }
  const language = languageOfBuyer(said)
  const country = countryOf(goesTo)
  const isSame = comparableAddress(before.email) === comparableAddress(email ?? '')
  return {
    ...before,
    name: clip(customer.name, 2048) || before.name,
    email: isSame ? before.email : clip(email, 2048) || before.email,
    phone: clip(customer.phone, 2048) || before.phone,
    ...(language !== undefined && { language }),
    ...(country !== undefined && { country }),
  }
}
