import { query } from '../store.ts'

const slice = 50_000 // orders of a statement
const products = JSON.stringify(
  [1, 2].map(number => ({
    ...{
      product_id: `full-${number}`,
      sku: `SKU-${number}`,
      name: `Stainless steel moka pot, ${number * 3} cups`,
    },
    ...{ price: 149.9, url: `https://shop.example/p/${number}` },
  })),
)

/**
 * Fills a store of a running service with orders whose requests are due in the next two months, as the API writes them,
 * and counts them for its plan.
 */
export async function fillStore(dataDir: string, storeId: string, orders: number): Promise<void> {
  for (let from = 0; from < orders; from += slice) {
    const range = [storeId, from, Math.min(orders, from + slice) - 1]
    await query(
      dataDir,
      `insert into orders (store_id, order_id, id, order_date, delivery_date, products, customers, received_at)
      select $1, 'full-' || n, gen_random_uuid(), now(), now(), $4::jsonb, '[]', now()
      from generate_series($2::integer, $3::integer) as n`,
      [...range, products],
    )
    await query(
      dataDir,
      `insert into review_requests (
        store_id, order_id, address, id, email, name, state, due_at, reasons, created_at
      )
      select $1, 'full-' || n, address, gen_random_uuid(), address, 'Ana Martins', 'scheduled',
        now() + interval '1 day' * (1 + n % 60), '[{"name": "days", "values": {"days": 7}}]', now()
      from generate_series($2::integer, $3::integer) as n, concat('full.', n, '@example.com') as address`,
      range,
    )
  }
  if (orders === 0) return
  await query(
    dataDir,
    `insert into order_usage (store_id, month, orders)
    values ($1, date_trunc('month', now() at time zone 'UTC')::date, $2)`,
    [storeId, orders],
  )
  await query(dataDir, 'analyze orders, review_requests')
}
