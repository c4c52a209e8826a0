-- outside a transaction
-- Products of an order can arrive on different days, and go back. Part 0 of an order is every product without a row in
-- order_lines, so an order that arrives at once costs what it did (docs/decisions/0057-ask-about-parts-of-orders.md).

create table if not exists order_lines (
  store_id uuid not null,
  order_id text collate "C" not null,
  product_id text not null,
  -- The requests that ask about the product. Null while it waits for its delivery.
  part integer check (part >= 0),
  delivered_at timestamptz,
  -- The shop knows only when it was shipped.
  is_estimated boolean not null default false,
  -- When it went back.
  refunded_at timestamptz,
  primary key (store_id, order_id, product_id)
);

-- A cancelled order whose products all wait for delivery has no request that says so.
alter table orders add column if not exists cancelled_at timestamptz;

alter table review_requests add column if not exists part integer not null default 0;

create unique index concurrently if not exists review_requests_key
  on review_requests (store_id, order_id, address, part);

-- In one transaction: without a primary key, move could not follow changes of rows. The index becomes the key at once.
do $$
begin
  if not exists (
    select from pg_constraint where conrelid = 'review_requests'::regclass and conname = 'review_requests_key'
  ) then
    alter table review_requests drop constraint review_requests_pkey;
    alter table review_requests add constraint review_requests_key primary key using index review_requests_key;
  end if;
end $$;
