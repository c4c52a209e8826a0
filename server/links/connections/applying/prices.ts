import sql from 'sql-template-tag'
import type { Connection as Db } from '../../../foundation/database/connect.ts'
import { currencyOf } from '../../../foundation/lib/currencies.ts'
import type { Store } from '../../../tenants/stores/stores.ts'
import type { ConnectionRow } from '../connection-list.ts'
import type { ShopOrder, ShopProduct } from '../platform.ts'

/**
 * Prices of the catalogue are in the store's currency, and search engines read them as offers. A shop's price in another
 * one, or in one that it does not name, stays with its order.
 */

export function hasKnownPrices({ currency }: ShopOrder, { country }: Store): boolean {
  return currency !== undefined && currency === currencyOf(country)
}

const most = 8

/** Remembers the currency of an order for the shop's products, because their events name none. */
export async function rememberCurrency(db: Db, row: ConnectionRow, { currency }: ShopOrder): Promise<void> {
  if (currency === undefined || row.currencies.includes(currency)) return
  await db.query(sql`
    update connections
    set currencies = array_append(currencies, ${currency}::text)
    where store_id = ${row.store_id} and connection_id = ${row.connection_id}
      and not ${currency}::text = any(currencies) and cardinality(currencies) < ${most}`)
}

/** The price of a product: 0 if it is in another currency than the store's, undefined if that is not known. */
export async function knownPrice(
  db: Db,
  { country }: Store,
  { store_id, connection_id }: ConnectionRow,
  { price, currency }: Pick<ShopProduct, 'price' | 'currency'>,
): Promise<number | undefined> {
  const own = currencyOf(country)
  if (currency !== undefined) return currency === own ? price : 0
  const [known] = await db.query<{ currencies: string[] }>(sql`
    select currencies
    from connections
    where store_id = ${store_id} and connection_id = ${connection_id}`)
  if (!known || known.currencies.length === 0) return undefined
  return known.currencies.every(one => one === own) ? price : 0
}
