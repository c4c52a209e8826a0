import sql from 'sql-template-tag'
import type { Connection } from '../../../foundation/database/connect.ts'
import { languageTag } from '../../../foundation/http/input/fields.ts'
import { findLanguage } from '../../../foundation/http/language.ts'
import { comparableAddress } from '../../../foundation/lib/text/email-address.ts'
import type { Customer } from '../orders.ts'

/** A shop's word for its buyer's language, if it is a short language tag. */
export function languageOfBuyer(said: string | undefined): string | undefined {
  return languageTag.safeParse(said).data
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
  const orders = await db.query<{ customers: Customer[] }>(sql`
    select customers
    from orders
    where store_id = ${storeId} and order_id = any(${orderIds}::text[]) and customers @? '$[*].language'
    order by order_date, order_id`)
  const named = orders.flatMap(({ customers }) => customers.flatMap(namedLanguage))
  return new Map([...new Map(named)].filter(([, language]) => findLanguage(language)))
}

function namedLanguage({ email, language }: Customer): [string, string][] {
  const address = comparableAddress(email)
  return address === undefined || language === undefined ? [] : [[address, language]]
}
