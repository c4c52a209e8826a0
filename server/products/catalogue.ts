import sql, { join, raw } from 'sql-template-tag'
import { type By, logChanges } from '../audit/audit.ts'
import type { Connection } from '../database/connect.ts'
import { ApiError } from '../errors/errors.ts'
import { uuid } from '../lib/uuid.ts'
import { notifyProductsChanged } from './changes.ts'
import type { Product } from './products.ts'
import { shareGroupLock } from './sharing.ts'

/** A product as stored. `gtin` and `mpn` are null while it is only known from an order or an import. */
export type StoredProduct = Required<Omit<Product, 'gtin' | 'mpn' | 'pictures'>> & {
  gtin: string | null
  mpn: string | null
  pictures: string[]
  group_id: string | null
  created_at: Date
}

/**
 * Adds a product that a user entered to the catalogue. Throws `product_duplicate` if the id exists, whatever its
 * source: the user should change that product instead.
 */
export async function addProduct(
  tx: Connection,
  storeId: string,
  product: Required<Product>,
  by: By,
): Promise<void> {
  const { product_id, sku, name, price, gtin, mpn, url, pictures } = product
  const added = await tx.query(sql`
    insert into products (
      store_id, product_id, id, sku, name, price, gtin, mpn, url, pictures, completed_at, created_at
    )
    values (
      ${storeId}, ${product_id}, ${uuid()}, ${sku}, ${name}, ${price}, ${gtin}, ${mpn}, ${url},
      ${JSON.stringify(pictures)}, ${by.at}, ${by.at}
    )
    on conflict (store_id, product_id) do nothing
    returning product_id`)
  if (added.length === 0) throw new ApiError('product_duplicate')
  await logChanges(tx, storeId, [
    { ...by, action: 'create', record: 'product', recordId: product_id, fields: [] },
  ])
}

const changeable = ['sku', 'name', 'price', 'gtin', 'mpn', 'url', 'pictures'] as const

/** The fields of a product that a user may change; its id stays. */
export type ProductChange = { [Field in (typeof changeable)[number]]?: Product[Field] | undefined }

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
    set ${join(values)}
    where store_id = ${storeId} and product_id = ${productId}`)
  await logChanges(tx, storeId, [
    { ...by, action: 'change', record: 'product', recordId: productId, fields: [...fields] },
  ])
  await notifyProductsChanged(tx, storeId, [productId])
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
    select product_id, sku, name, price, gtin, mpn, url, pictures, group_id, created_at
    from products
    where store_id = ${storeId} and product_id = any(${productIds}::text[])
    order by array_position(${productIds}::text[], product_id)
    ${raw(lock ? 'for no key update' : '')}`)
  return rows.map(row => ({ ...row, price: Number(row.price) }))
}
