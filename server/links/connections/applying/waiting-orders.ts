import sql from 'sql-template-tag'
import { z } from 'zod'
import { languageOfBuyer } from '../../../asking/orders/later/buyer-language.ts'
import { ownStore } from '../../../foundation/database/citus/own-store.ts'
import type { Connection as Db } from '../../../foundation/database/connect.ts'
import { type Buyer, holdsAddress, isAddressOf } from '../../../foundation/personal-data/person.ts'
import type { ConnectionRow } from '../connection-list.ts'
import type { ShopLine, ShopOrder } from '../platform.ts'
import { clip } from '../shop/shop-texts.ts'

/**
 * What a shop said of an order that waits for its delivery. Some shops know a buyer's language, name or prices only when
 * the order is placed, and the event of the delivery leaves them out. An order is stored when it is delivered: until then
 * its words are kept here.
 */

const text = z.string().catch('')
const line = z.object({
  productId: z.string(),
  variantId: z.string().optional(),
  sku: text,
  name: text,
  price: z.number().catch(0),
  gtin: text,
  url: text,
  picture: text,
})
const said = z.object({
  name: text,
  email: text,
  phone: text,
  language: text,
  orderedAt: z.number().catch(0),
  lines: z.array(line).catch([]),
})
type Said = z.infer<typeof said>

/** The order with what the shop said of it before, where it says nothing now. */
export async function recallOrder(db: Db, storeId: string, order: ShopOrder): Promise<ShopOrder> {
  const [row] = await db.query<{ said: unknown }>(sql`
    select said
    from waiting_orders
    where store_id = ${storeId} and order_id = ${order.orderId}`)
  const before = row && said.safeParse(row.said).data
  return before ? joined(before, order) : order
}

/** Saves what the shop says of an order that waits for its delivery. */
export async function saveOrder(
  tx: Db,
  { store_id, connection_id }: ConnectionRow,
  order: ShopOrder,
  at: Date,
): Promise<void> {
  const words = wordsOf(order)
  // Of a huge order the buyer is kept alone.
  const said = JSON.stringify(words).length > largest ? { ...words, lines: [] } : words
  await tx.query(sql`
    insert into waiting_orders (store_id, order_id, connection_id, said, said_at)
    select own.store_id, ${order.orderId}, ${connection_id}, ${JSON.stringify(said)}::jsonb, ${at}::timestamptz
    from ${ownStore(store_id)} as own
    on conflict (store_id, order_id) do update
    set connection_id = excluded.connection_id, said = excluded.said, said_at = excluded.said_at`)
}

/** The order was delivered, or nobody is to be asked about it. */
export async function forgetOrder(tx: Db, storeId: string, orderId: string): Promise<void> {
  await tx.query(sql`
    delete from waiting_orders
    where store_id = ${storeId} and order_id = ${orderId}`)
}

/** Deletes what shops said of waiting orders that are this person's. Returns how many there were. */
export async function erasePersonFromWaiting(tx: Db, storeId: string, buyer: Buyer): Promise<number> {
  const theirs = await ordersOf(tx, storeId, buyer)
  await tx.query(sql`
    delete from waiting_orders
    where store_id = ${storeId} and order_id = any(${theirs.map(({ order_id }) => order_id)}::text[])`)
  return theirs.length
}

/** What shops said of waiting orders that are this person's. */
export async function waitingOrdersOfPerson(db: Db, storeId: string, buyer: Buyer): Promise<object[]> {
  const theirs = await ordersOf(db, storeId, buyer)
  return theirs.map(({ order_id, said_at, said: { name, email, phone, language, lines } }) => ({
    order_id,
    received_at: said_at,
    customers: [{ name, email, phone, language }],
    products: lines,
  }))
}

// An address may be a part of a longer one.
async function ordersOf(db: Db, storeId: string, buyer: Buyer) {
  const rows = await db.query<{ order_id: string; said: unknown; said_at: Date }>(sql`
    select order_id, said, said_at
    from waiting_orders
    where store_id = ${storeId} and ${holdsAddress(buyer, sql`said::text`)}
    order by said_at, order_id`)
  return rows
    .map(row => ({ ...row, said: said.parse(row.said) }))
    .filter(row => isAddressOf(buyer, row.said.email.normalize('NFKC')))
}

function joined(before: Said, order: ShopOrder): ShopOrder {
  const { name, email, phone } = order.customer
  return {
    ...order,
    orderedAt: order.orderedAt || before.orderedAt,
    customer: {
      name: name || before.name,
      email: email ?? (before.email || undefined),
      phone: phone || before.phone,
    },
    language: order.language ?? (before.language || undefined),
    lines: order.lines.map(line => joinedLine(before, line)),
  }
}

function joinedLine({ lines }: Said, line: ShopLine): ShopLine {
  const ofProduct = lines.filter(({ productId }) => productId === line.productId)
  const known = ofProduct.find(({ variantId }) => variantId === line.variantId) ?? ofProduct[0]
  if (!known) return line
  const words = (name: 'gtin' | 'url' | 'picture') => {
    const word = line[name] || known[name]
    return word ? { [name]: word } : {}
  }
  return {
    ...line,
    sku: line.sku || known.sku,
    name: line.name || known.name,
    price: line.price || known.price,
    ...words('gtin'),
    ...words('url'),
    ...words('picture'),
  }
}

const longest = 2048
const largest = 32_000 // characters

// Texts of shops may hold characters that cannot be stored.
function wordsOf({ customer, language, orderedAt, lines }: ShopOrder): Said {
  const short = (text: string | undefined) => clip(text, longest)
  return {
    name: short(customer.name),
    email: short(customer.email),
    phone: short(customer.phone),
    language: languageOfBuyer(language) ?? '',
    orderedAt: Number.isFinite(orderedAt) ? orderedAt : 0,
    lines: lines.map(({ productId, variantId, price, ...line }) => ({
      productId: short(productId),
      ...(variantId !== undefined && { variantId: short(variantId) }),
      sku: short(line.sku),
      name: short(line.name),
      price: Number.isFinite(price) ? price : 0,
      gtin: short(line.gtin),
      url: short(line.url),
      picture: short(line.picture),
    })),
  }
}
