import sql from 'sql-template-tag'
import type { Connection } from '../database/connect.ts'
import { isSpoken } from '../http/language.ts'
import { comparableAddress } from '../lib/text/email-address.ts'
import { buyerLanguage } from './order-body.ts'
import { isItem, listOf } from './stored-json.ts'

/** A shop's word for its buyer's language, if it is a short language tag. */
export function languageOfBuyer(said: string | undefined): string | undefined {
  return buyerLanguage.safeParse(said).data
}

/**
 * Sets the language of this buyer among the customers of a stored order. Without such an order or buyer, for example
 * after an erasure, it changes nothing.
 */
export async function setBuyerLanguage(
  tx: Connection,
  storeId: string,
  orderId: string,
  { email, language }: { email: string; language: string },
): Promise<void> {
  const address = comparableAddress(email)
  if (address === undefined) return
  const [order] = await tx.query<{ customers: unknown }>(sql`
    select customers
    from orders
    where store_id = ${storeId} and order_id = ${orderId}
    for update`)
  const customers = listOf(order?.customers)
  const isOutdated = (one: unknown) => addressOf(one) === address && isItem(one) && one.language !== language
  if (!customers.some(isOutdated)) return
  const changed = customers.map(one => (isOutdated(one) ? { ...(one as object), language } : one))
  await tx.query(sql`
    update orders
    set customers = ${JSON.stringify(changed)}::jsonb
    where store_id = ${storeId} and order_id = ${orderId}`)
}

/**
 * The languages to ask buyers in, by address: of the newest of their requested orders that names one. Buyers are left
 * out if no order names a language, or if Realword does not speak it.
 */
export async function languagesOfBuyers(
  db: Connection,
  storeId: string,
  orderIds: string[],
): Promise<Map<string, string>> {
  const orders = await db.query<{ customers: unknown }>(sql`
    select customers
    from orders
    where store_id = ${storeId} and order_id = any(${orderIds}::text[]) and customers @? '$[*].language'
    order by order_date, order_id`)
  const named = orders.flatMap(({ customers }) => listOf(customers).flatMap(namedLanguage))
  return new Map([...new Map(named)].filter(([, language]) => isSpoken(language)))
}

function namedLanguage(customer: unknown): [string, string][] {
  const address = addressOf(customer)
  const language = isItem(customer) ? buyerLanguage.safeParse(customer.language).data : undefined
  return address === undefined || language === undefined ? [] : [[address, language]]
}

function addressOf(customer: unknown): string | undefined {
  return isItem(customer) && typeof customer.email === 'string'
    ? comparableAddress(customer.email)
    : undefined
}
