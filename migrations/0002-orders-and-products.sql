-- The caller's own ids are the keys: callers look things up by them, they never change, and one index
-- less is kept than with a key of ours beside them. `id` is what the API answered.

create table products (
  store_id uuid not null references stores (store_id),
  product_id text not null,
  id uuid not null,
  sku text not null,
  name text not null,
  price numeric not null,
  gtin text,
  mpn text,
  url text not null,
  pictures jsonb not null default '[]',
  -- Null while the product is known only from an order or an import: the first POST /products completes it.
  completed_at timestamptz,
  created_at timestamptz not null,
  primary key (store_id, product_id)
);

create index products_by_sku on products (store_id, sku);

-- That the store exists is not checked again for each order (10 µs of about 100): every write of orders
-- first locks the row of its store.
-- Products and customers of an order stay as they were sent: an order is a document of the day it was
-- made. What is asked about later has rows of its own (products above, review_requests).
create table orders (
  store_id uuid not null,
  order_id text not null,
  id uuid not null,
  order_date timestamptz not null,
  delivery_date timestamptz not null,
  request_review_at timestamptz,
  products jsonb not null,
  customers jsonb not null,
  received_at timestamptz not null,
  primary key (store_id, order_id)
);

-- Accepted orders of a calendar month in the store's time zone. Whoever writes orders of a store locks the
-- row of the store first, so the plan's limit holds exactly, however many instances write.
create table order_usage (
  store_id uuid not null references stores (store_id),
  month date not null,
  orders integer not null check (orders >= 0),
  primary key (store_id, month)
);
