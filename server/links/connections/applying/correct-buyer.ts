import { languageOfBuyer } from '../../../asking/orders/later/buyer-language.ts'
import { changeBuyers } from '../../../asking/orders/later/buyers.ts'
import type { OrderBy } from '../../../asking/orders/later/order-changes.ts'
import type { Customer } from '../../../asking/orders/orders.ts'
import type { Connection as Db } from '../../../foundation/database/connect.ts'
import type { Secrets } from '../../../foundation/lib/secret.ts'
import { comparableAddress } from '../../../foundation/lib/text/email-address.ts'
import type { Store } from '../../../tenants/stores/stores.ts'
import type { ShopOrder } from '../platform.ts'
import { clip } from '../shop/shop-texts.ts'

/** Whether a mail can arrive: shops replace the addresses of people whom they erase by ones in the domain `.invalid`. */
export function isUsable(email: string | undefined): boolean {
  const address = email === undefined ? undefined : comparableAddress(email)
  return address !== undefined && !address.endsWith('.invalid')
}

/** Corrects the buyer of a stored order by what the shop says now. Returns sentences for the log. */
export async function correctBuyer(
  tx: Db,
  secrets: Secrets,
  store: Store,
  order: ShopOrder,
  by: OrderBy,
): Promise<string[]> {
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
  if (isUnclear)
    return ['The shop names another buyer than the several ones of this order: they stay as they are.']
  if (change.isErased) return ['The buyer was erased: nobody is asked.']
  if (!isMoved) return []
  if (!isUsable(order.customer.email)) return ['The buyer has no usable address any more: nobody is asked.']
  if (change.isAsked)
    return ['The address was corrected after the request was sent to the earlier one: it is not sent again.']
  if (change.suppressed)
    return [
      `The address was corrected, but the earlier one gets no mail (${change.suppressed}): nobody is asked.`,
    ]
  return [
    change.isScheduled
      ? 'The address was corrected: the request goes to the new one.'
      : 'The address was corrected.',
  ]
}

/** The buyer whom the shop means: the one with the address, or the only one. */
function placeOf(stored: Customer[], { customer }: ShopOrder): number {
  if (customer.email === undefined) return stored.length === 1 ? 0 : -1
  const address = comparableAddress(customer.email)
  const at = stored.findIndex(({ email }) => address !== undefined && comparableAddress(email) === address)
  return at === -1 && stored.length === 1 ? 0 : at
}

/** What the shop leaves out stays. */
function corrected(before: Customer, { customer, language: said }: ShopOrder): Customer {
  const { email } = customer
  if (email !== undefined && comparableAddress(email) && !isUsable(email))
    return { name: '', email: '', phone: '' }
  const language = languageOfBuyer(said)
  const isSame = comparableAddress(before.email) === comparableAddress(email ?? '')
  return {
    ...before,
    name: clip(customer.name, 2048) || before.name,
    email: isSame ? before.email : clip(email, 2048) || before.email,
    phone: clip(customer.phone, 2048) || before.phone,
    ...(language !== undefined && { language }),
  }
}
