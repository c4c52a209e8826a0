import sql from 'sql-template-tag'
import { ownStore } from '../../foundation/database/citus/own-store.ts'
import type { Connection } from '../../foundation/database/connect.ts'
import { comparableAddress } from '../../foundation/lib/text/email-address.ts'
import { recognise } from '../../tenants/products/no-products.ts'
import type { RequestRule } from '../../tenants/stores/settings/request-rules.ts'
import { noFacts, type RuledLine, type RuleFacts } from './choose.ts'

/** An order about which rules decide. `order_date` is an instant. */
type FactsOrder = {
  order_id: string
  order_date: string | Date
  products: readonly RuledLine[]
  customers: readonly { email: string }[]
}

/**
 * Reads what the rules of a store ask about orders, by their ids: at most one look-up of their products, and one of
 * earlier orders of their buyers if a rule asks for it. Without rules, reads nothing.
 */
export async function readFacts(
  db: Connection,
  storeId: string,
  rules: readonly RequestRule[],
  orders: readonly FactsOrder[],
): Promise<Map<string, RuleFacts>> {
  if (rules.length === 0 || orders.length === 0) return new Map()
  const ofCatalogue = await readCatalogue(db, storeId, rules, orders)
  const isAboutBuyers = rules.some(({ when }) => when.buyer !== undefined)
  const repeated = isAboutBuyers ? await repeatedAmong(db, storeId, orders) : new Set<string>()
  return new Map(
    orders.map(({ order_id, products }) => [
      order_id,
      { ...factsOfProducts(products, ofCatalogue), isRepeated: repeated.has(order_id) },
    ]),
  )
}

type Entry = { group_id: string | null; is_asked: boolean }

function factsOfProducts(
  products: readonly RuledLine[],
  catalogue: Map<string, Entry> | undefined,
): Omit<RuleFacts, 'isRepeated'> {
  if (!catalogue) return noFacts
  const groups = new Map<string, string>()
  const unasked = new Set<string>()
  for (const { product_id, name } of products) {
    const entry = catalogue.get(product_id)
    if (entry?.group_id) groups.set(product_id, entry.group_id)
    // One that the catalogue lacks enters it as what its name says.
    if (entry ? !entry.is_asked : recognise(name) !== undefined) unasked.add(product_id)
  }
  return { groups, unasked }
}

// Orders of one product each have nothing to divide: undefined if no rule names groups either.
async function readCatalogue(
  db: Connection,
  storeId: string,
  rules: readonly RequestRule[],
  orders: readonly FactsOrder[],
): Promise<Map<string, Entry> | undefined> {
  const isNeeded = rules.some(({ when }) => when.group_ids) || orders.some(hasSeveral)
  if (!isNeeded) return undefined
  const ids = [...new Set(orders.flatMap(({ products }) => products.map(({ product_id }) => product_id)))]
  const rows = await db.query<Entry & { product_id: string }>(sql`
    select product_id, group_id, asks_for_reviews as is_asked
    from products
    where store_id = ${storeId} and product_id = any(${ids}::text[])`)
  return new Map(rows.map(({ product_id, ...entry }) => [product_id, entry]))
}

const hasSeveral = ({ products }: FactsOrder) => {
  const [first] = products
  return products.some(({ product_id }) => product_id !== first?.product_id)
}

/** The orders with a buyer who placed another one earlier, whose review was requested. One index probe for each buyer. */
async function repeatedAmong(
  db: Connection,
  storeId: string,
  orders: readonly FactsOrder[],
): Promise<Set<string>> {
  const buyers = orders.flatMap(({ order_id, order_date, customers }) =>
    customers.flatMap(({ email }) => {
      const address = comparableAddress(email)
      return address === undefined ? [] : [{ order_id, order_date, address }]
    }),
  )
  const rows = await db.query<{ order_id: string }>(sql`
    select distinct buyer.order_id
    from ${ownStore(storeId)} as own
    cross join jsonb_to_recordset(${JSON.stringify(buyers)}::jsonb) as buyer(
      order_id text, order_date timestamptz, address text
    )
    cross join lateral (
      select
      from review_requests as earlier
      join orders on orders.store_id = ${storeId} and orders.order_id = earlier.order_id
      where earlier.store_id = ${storeId} and earlier.address = buyer.address
        and earlier.order_id <> buyer.order_id and orders.order_date < buyer.order_date
      limit 1
    ) as found`)
  return new Set(rows.map(({ order_id }) => order_id))
}
