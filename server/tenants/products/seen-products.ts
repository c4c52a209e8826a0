import { uuid } from '../../foundation/lib/ids/uuid.ts'
import { recognise } from './no-products.ts'

/** A product that the catalogue may lack, as it would enter it. What its name says is no product is not asked about. */
export function newLine<Line extends { name: string }>(line: Line) {
  return { ...line, id: uuid(), recognised_as: recognise(line.name) ?? null }
}

/**
 * For the statement that stores orders: the text of a CTE that adds unknown products to the catalogue. `accepted` is
 * a set of rows with the jsonb column new_products (`newLine` makes its items), $1 the store, $3 the time. Rows are
 * written in the order of their key, so that two concurrent statements cannot deadlock.
 * Known products are filtered out first: for a row that `on conflict` discards, PostgreSQL still computes the search
 * text, which was a third of the cost of an order. Each is looked up separately (`limit`): for a join, the planner
 * could read the whole catalogue.
 */
export function seenProducts(accepted: string): string {
  return `
    insert into products (
      store_id, product_id, id, sku, name, price, gtin, mpn, url, pictures, created_at, asks_for_reviews, recognised_as
    )
    select distinct on (product_id) own.store_id, product_id, line.id, sku, name, price, gtin, mpn, url,
      coalesce(pictures, '[]'), $3::timestamptz, recognised_as is null, recognised_as
    from (select store_id from stores where store_id = $1) as own
    cross join ${accepted}
    cross join jsonb_to_recordset(new_products) as line(
      product_id text, id uuid, sku text, name text, price numeric, gtin text, mpn text, url text, pictures jsonb,
      recognised_as text
    )
    left join lateral (
      select true as in_catalogue
      from products
      where store_id = $1 and products.product_id = line.product_id
      limit 1
    ) as seen on true
    where in_catalogue is null
    order by product_id
    on conflict (store_id, product_id) do nothing`
}
