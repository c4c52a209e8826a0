-- Orders, mailings and the log of changes grew for ever. A store may now delete them some months after their last use
-- (docs/decisions/0041-forget-old-orders.md). Existing stores keep everything until an owner chooses a period.
alter table stores
  -- Null: keeps everything.
  add column retention_months integer,
  -- Random. Set with the store's first deleted order: null says that the store has no row in former_orders.
  add column order_salt bytea;

alter table stores
  add constraint stores_retention_months_check check (retention_months between 3 and 120);

alter table stores
  add constraint stores_order_salt_check check (octet_length(order_salt) = 32);

-- What remains of a deleted order: enough to recognise it when it is sent again, and to count its day.
create table former_orders (
  store_id uuid not null,
  -- The first 16 bytes of SHA-256 of the store's order_salt and the order's id.
  order_hash uuid not null,
  -- Rounded down to a quarter of an hour, at which the days of every time zone begin.
  received_at timestamptz not null,
  -- Whether it had a review request, one was sent, and a review was written.
  requested boolean not null,
  asked boolean not null,
  reviewed boolean not null,
  primary key (store_id, order_hash)
);

create index former_orders_by_arrival on former_orders (store_id, received_at);
