import sql, { type Sql } from 'sql-template-tag'
import type { Connection, Database } from '../../foundation/database/connect.ts'
import { createGroupCommit, type GroupCommit } from '../../foundation/database/group-commit.ts'
import type { Pipeline } from '../../foundation/database/pipeline.ts'
import { ApiError } from '../../foundation/errors/errors.ts'
import type { ProductFilter } from '../../foundation/http/input/read-query.ts'
import type { Clock } from '../../foundation/lib/time/clock.ts'
import { notifyProductsChanged } from './changes.ts'
import { newLine } from './seen-products.ts'
import { lockProducts } from './sharing.ts'

/** A product as sent to `POST /products`. Source: section 2.4 of the specification. */
export type Product = {
  product_id: string
  name: string
  price: number
  sku: string
  gtin: string
  mpn: string
  url: string
  pictures?: string[] | undefined
}

/** `id` of the row; undefined when the product was already sent. */
type Answer = { id: string | undefined }

export type Products = {
  /** Adds a product to the store's catalogue. Throws `product_duplicate` if it was already sent. */
  create: (storeId: string, product: Product) => Promise<{ id: string }>
  queued: () => number
}

export function createProducts(db: Database, clock: Clock, onGroup?: (size: number) => void): Products {
  const writes: GroupCommit<null, Product, Answer> = createGroupCommit({
    table: 'products',
    write: (storeId, _context, products) => writeProducts(db, clock, storeId, products),
    keyOf: product => product.product_id,
    sizeOf: product => JSON.stringify(product).length,
    repeat: (): Answer => ({ id: undefined }),
    ...(onGroup && { onGroup }),
  })
  return {
    create: async (storeId, product) => {
      const { id } = await writes.submit(storeId, null, product)
      if (!id) throw new ApiError('product_duplicate')
      return { id }
    },
    queued: writes.queued,
  }
}

/** A condition for a statement about `stores`: the store has a product. */
export const hasProducts: Sql = sql`exists (
  select from products
  where products.store_id = stores.store_id)`

/** The fields of a product that a form displays. */
export type ShownProduct = { product_id: string; name: string; url: string; pictures: string[] }

/** The product by the caller's id, or the newest with the SKU. Throws `product_unknown`. */
export async function findProduct(
  db: Connection,
  storeId: string,
  by: { productId: string } | { sku: string },
): Promise<ShownProduct> {
  const [product] = await db.query<ShownProduct>(sql`
    select product_id, name, url, pictures
    from products
    where store_id = ${storeId} and ${'sku' in by ? sql`sku = ${by.sku}` : sql`product_id = ${by.productId}`}
    order by created_at desc, product_id
    limit 1`)
  if (!product) throw new ApiError('product_unknown')
  return product
}

/** Some products of the store for previews; those with a picture first. */
export async function sampleProducts(db: Connection, storeId: string, most: number): Promise<ShownProduct[]> {
  // Chosen from a handful, so the size of the catalogue does not matter.
  return await db.query<ShownProduct>(sql`
    select product_id, name, url, pictures
    from (
      select product_id, name, url, pictures
      from products
      where store_id = ${storeId}
      order by product_id
      limit 30
    ) as handful
    order by pictures = '[]', product_id
    limit ${most}`)
}

/** The fields of a product in structured data. */
export type Listing = Pick<Product, 'name' | 'sku' | 'url' | 'price'> & {
  gtin: string | null
  mpn: string | null
  pictures: string[]
}

/** Undefined if the store has no such product. */
export async function findListing(
  db: Pipeline,
  storeId: string,
  productId: string,
): Promise<Listing | undefined> {
  const [listing] = await db.query<Listing & { price: string }>({
    name: 'product-listing',
    text: `select name, sku, url, price, gtin, mpn, pictures from products where store_id = $1 and product_id = $2`,
    values: [storeId, productId],
  })
  return listing && { ...listing, price: Number(listing.price) }
}

/**
 * Adds unknown products of an import to the catalogue. Known ones stay unchanged until `POST /products` completes
 * them.
 */
export async function addSeenProducts(
  tx: Connection,
  storeId: string,
  products: { product_id: string; sku: string; name: string; url: string }[],
  at: Date,
): Promise<void> {
  const rows = JSON.stringify(products.map(newLine))
  await tx.query(sql`
    insert into products (
      store_id, product_id, id, sku, name, price, url, created_at, asks_for_reviews, recognised_as
    )
    select distinct on (product_id) ${storeId}::uuid, product_id, id, sku, name, 0, url, ${at}::timestamptz,
      recognised_as is null, recognised_as
    from jsonb_to_recordset(${rows}::jsonb) as seen(
      product_id text, id uuid, sku text, name text, url text, recognised_as text
    )
    left join lateral (
      select true as in_catalogue
      from products
      where store_id = ${storeId} and products.product_id = seen.product_id
      limit 1
    ) as known on true
    where in_catalogue is null
    order by product_id
    on conflict (store_id, product_id) do nothing`)
}

/** Names products whose name is still their id, because they arrived without one. All others keep their names. */
export async function nameProducts(
  db: Database,
  storeId: string,
  products: { product_id: string; name: string }[],
): Promise<void> {
  const wanted = products.map(({ product_id }) => product_id)
  const unnamed = await db.query<{ product_id: string }>(sql`
    select product_id
    from products
    where store_id = ${storeId} and product_id = any(${wanted}::text[]) and name = product_id`)
  if (unnamed.length === 0) return
  const ids = unnamed.map(({ product_id }) => product_id)
  await db.transaction(async tx => {
    await notifyProductsChanged(tx, storeId, ids)
    await lockProducts(tx, storeId, ids)
    await tx.query(sql`
      update products
      set name = named.name
      from jsonb_to_recordset(${JSON.stringify(products)}::jsonb) as named(product_id text, name text)
      where products.store_id = ${storeId} and products.product_id = any(${ids}::text[])
        and products.product_id = named.product_id and products.name = products.product_id`)
  })
}

/** The ids of the products that a filter selects; undefined means all. A store may use one SKU for several products. */
export async function findProducts(
  db: Pipeline,
  storeId: string,
  filter: ProductFilter,
): Promise<string[] | undefined> {
  if (filter?.by !== 'product_sku') return filter?.values
  const rows = await db.query<{ product_id: string }>({
    name: 'products-by-sku',
    text: 'select product_id from products where store_id = $1 and sku = any($2) order by product_id limit 100',
    values: [storeId, filter.values],
  })
  return rows.map(({ product_id }) => product_id)
}

/** The products with these SKUs, by SKU. Of several products with one SKU, the first by id. */
export async function findProductsBySku(
  db: Connection,
  storeId: string,
  skus: string[],
): Promise<Map<string, string>> {
  const found = await db.query<{ sku: string; product_id: string }>(sql`
    select sku, min(product_id) as product_id
    from products
    where store_id = ${storeId} and sku = any (${skus}::text[])
    group by sku`)
  return new Map(found.map(({ sku, product_id }) => [sku, product_id]))
}

/** The fields of a product that a form displays; undefined if the store has none with this id. */
export async function readShownProduct(
  db: Connection,
  storeId: string,
  productId: string,
): Promise<{ name: string; url: string; pictures: string[] } | undefined> {
  const [product] = await db.query<{ name: string; url: string; pictures: string[] }>(sql`
    select name, url, pictures
    from products
    where store_id = ${storeId} and product_id = ${productId}`)
  return product
}

/** The names of products by their id. */
export async function productNames(
  db: Connection,
  storeId: string,
  productIds: string[],
): Promise<Map<string, string>> {
  const rows = await db.query<{ product_id: string; name: string }>(sql`
    select product_id, name
    from products
    where store_id = ${storeId} and product_id = any(${[...new Set(productIds)]})`)
  return new Map(rows.map(({ product_id, name }) => [product_id, name]))
}

/** The names and addresses of products by their id, for reads of pages. */
export async function shownProducts(
  db: Pipeline,
  storeId: string,
  productIds: string[],
): Promise<Map<string, { name: string; url: string }>> {
  const rows = await db.query<{ product_id: string; name: string; url: string }>({
    name: 'shown-products',
    text: 'select product_id, name, url from products where store_id = $1 and product_id = any($2)',
    values: [storeId, [...new Set(productIds)]],
  })
  return new Map(rows.map(({ product_id, ...shown }) => [product_id, shown]))
}

/** The addresses of some products: enough to find the store's site. */
export async function someProductUrls(db: Connection, storeId: string): Promise<string[]> {
  const rows = await db.query<{ url: string }>(sql`
    select url
    from products
    where store_id = ${storeId}
    order by product_id
    limit 200`)
  return rows.map(({ url }) => url)
}

// A product from an order or an import keeps its id when it is completed.
const insertProducts = `
  insert into products (
    store_id, product_id, id, sku, name, price, gtin, mpn, url, pictures, completed_at, created_at, asks_for_reviews,
    recognised_as
  )
  select $1::uuid, product_id, id, sku, name, price, gtin, mpn, url, coalesce(pictures, '[]'), $3, $3,
    recognised_as is null, recognised_as
  from jsonb_to_recordset($2::jsonb) as sent(
    product_id text, id uuid, sku text, name text, price numeric, gtin text, mpn text, url text, pictures jsonb,
    recognised_as text
  )
  order by product_id
  on conflict (store_id, product_id) do update
  set sku = excluded.sku, name = excluded.name, price = excluded.price, gtin = excluded.gtin,
    mpn = excluded.mpn, url = excluded.url, pictures = excluded.pictures, completed_at = excluded.completed_at,
    updated_at = excluded.completed_at
  where products.completed_at is null
  returning product_id, id, created_at < completed_at as was_seen`

async function writeProducts(
  db: Database,
  clock: Clock,
  storeId: string,
  products: Product[],
): Promise<Answer[]> {
  const sent = JSON.stringify(products.map(newLine))
  const [rows] = await db.writes.transaction([
    { name: 'insert-products', text: insertProducts, values: [storeId, sent, new Date(clock())] },
  ])
  const written = rows as { product_id: string; id: string; was_seen: boolean }[]
  const completed = written.filter(row => row.was_seen).map(row => row.product_id)
  if (completed.length > 0) {
    // Not through the pipeline: it may wait for a change of groups, and look-ups would queue behind it.
    await db.transaction(tx => notifyProductsChanged(tx, storeId, completed))
  }
  const ids = new Map(written.map(row => [row.product_id, row.id]))
  return products.map(({ product_id }) => ({ id: ids.get(product_id) }))
}
