import sql, { join, raw } from 'sql-template-tag'
import type { Connection } from '../../foundation/database/connect.ts'
import { ApiError } from '../../foundation/errors/errors.ts'
import { type By, logChanges } from '../../foundation/events/audit/audit.ts'
import { uuid } from '../../foundation/lib/ids/uuid.ts'
import { notifyProductsChanged } from './changes.ts'
import { type NoProductKind, recognise } from './no-products.ts'
import type { Product } from './products.ts'
import { shareGroupLock } from './sharing.ts'

/** A product as stored. `gtin` and `mpn` are null while it is only known from an order or an import. */
export type StoredProduct = Required<Omit<Product, 'gtin' | 'mpn' | 'pictures'>> & {
  gtin: string | null
  mpn: string | null
  pictures: string[]
  group_id: string | null
  /** Whether review requests ask about it. */
  asks_for_reviews: boolean
  /** What it was taken for when it was switched off by itself; null if it never was. */
  recognised_as: NoProductKind | null
  created_at: Date
  /** When it was changed or, if it never was, added. */
  updated_at: Date
  /** When the shop removed it; null while it is listed. */
  hidden_at: Date | null
}

/** A whole product as a user or a program enters it. */
export type EnteredProduct = Required<Product> & { asks_for_reviews?: boolean | undefined }

/**
 * Adds a product that a user entered to the catalogue. Unless the user says so, one that is recognised as no product is
 * not asked about. Throws `product_duplicate` if the id exists, whatever its source: the user should change that product
 * instead.
 */
export async function addProduct(
  tx: Connection,
  storeId: string,
  product: EnteredProduct,
  by: By,
): Promise<void> {
  const { product_id, sku, name, price, gtin, mpn, url, pictures } = product
  const recognised = recognise(name) ?? null
  const asks = product.asks_for_reviews ?? recognised === null
  const added = await tx.query(sql`
    insert into products (
      store_id, product_id, id, sku, name, price, gtin, mpn, url, pictures, completed_at, created_at, asks_for_reviews,
      recognised_as
    )
    values (
      ${storeId}, ${product_id}, ${uuid()}, ${sku}, ${name}, ${price}, ${gtin}, ${mpn}, ${url},
      ${JSON.stringify(pictures)}, ${by.at}, ${by.at}, ${asks}, ${recognised}
    )
    on conflict (store_id, product_id) do nothing
    returning product_id`)
  if (added.length === 0) throw new ApiError('product_duplicate')
  await logChanges(tx, storeId, [
    { ...by, action: 'create', record: 'product', recordId: product_id, fields: [] },
  ])
}

const changeable = ['sku', 'name', 'price', 'gtin', 'mpn', 'url', 'pictures', 'asks_for_reviews'] as const

/** The fields of a product that a user may change; its id stays. */
export type ProductChange = { [Field in (typeof changeable)[number]]?: EnteredProduct[Field] | undefined }

/** Changes the given fields, and notifies every instance. Throws `product_unknown`. */
export async function changeProduct(
  tx: Connection,
  storeId: string,
  productId: string,
  change: ProductChange,
  by: By,
): Promise<void> {
  await shareGroupLock(tx, storeId)
  const before = await readProduct(tx, storeId, productId, true)
  const fields = changeable.filter(
    name => change[name] !== undefined && JSON.stringify(change[name]) !== JSON.stringify(before[name]),
  )
  if (fields.length === 0) return
  const values = fields.map(name => {
    const value = name === 'pictures' ? JSON.stringify(change[name]) : change[name]
    return sql`${raw(name)} = ${value}`
  })
  await tx.query(sql`
    update products
    set ${join([...values, sql`updated_at = ${by.at}`])}
    where store_id = ${storeId} and product_id = ${productId}`)
  await logChanges(tx, storeId, [
    { ...by, action: 'change', record: 'product', recordId: productId, fields: [...fields] },
  ])
  await notifyProductsChanged(tx, storeId, [productId])
}

/**
 * Adds the product, or replaces all fields of the one with this id, and lists it. Whether it is asked about stays, unless
 * the product says it: programs that do not know the switch must not turn it. Returns whether it is new.
 */
export async function putProduct(
  tx: Connection,
  storeId: string,
  product: EnteredProduct,
  by: By,
): Promise<boolean> {
  const { product_id, ...fields } = product
  try {
    await tx.query(sql`savepoint adding`)
    await addProduct(tx, storeId, product, by)
    return true
  } catch (error) {
    if (!(error instanceof ApiError) || error.errorName !== 'product_duplicate') throw error
    await tx.query(sql`rollback to savepoint adding`)
  }
  await changeProduct(tx, storeId, product_id, fields, by)
  await markListed(tx, storeId, product_id, null, by)
  return false
}

/** Leaves the product out of lists; its reviews stay. Hiding it again changes nothing. Throws `product_unknown`. */
export async function hideProduct(tx: Connection, storeId: string, productId: string, by: By): Promise<void> {
  const { hidden_at } = await readProduct(tx, storeId, productId, true)
  if (hidden_at === null) await markListed(tx, storeId, productId, by.at, by)
}

async function markListed(
  tx: Connection,
  storeId: string,
  productId: string,
  hiddenAt: Date | null,
  by: By,
): Promise<void> {
  const marked = await tx.query(sql`
    update products
    set hidden_at = ${hiddenAt}, updated_at = ${by.at}
    where store_id = ${storeId} and product_id = ${productId} and hidden_at is distinct from ${hiddenAt}::timestamptz
    returning product_id`)
  if (marked.length === 0) return
  const action = hiddenAt === null ? 'restore' : 'remove'
  await logChanges(tx, storeId, [{ ...by, action, record: 'product', recordId: productId, fields: [] }])
}

/** Throws `product_unknown` when the store has none with this id. */
export async function readProduct(
  db: Connection,
  storeId: string,
  productId: string,
  lock = false,
): Promise<StoredProduct> {
  const [product] = await readProducts(db, storeId, [productId], lock)
  if (!product) throw new ApiError('product_unknown')
  return product
}

/** The store's products with these ids, in the order of the ids. */
export async function readProducts(
  db: Connection,
  storeId: string,
  productIds: string[],
  lock = false,
): Promise<StoredProduct[]> {
  const rows = await db.query<StoredProduct & { price: string }>(sql`
    select product_id, sku, name, price, gtin, mpn, url, pictures, group_id, asks_for_reviews, recognised_as, created_at,
      coalesce(updated_at, created_at) as updated_at, hidden_at
    from products
    where store_id = ${storeId} and product_id = any(${productIds}::text[])
    order by array_position(${productIds}::text[], product_id)
    ${raw(lock ? 'for no key update' : '')}`)
  return rows.map(row => ({ ...row, price: Number(row.price) }))
}
