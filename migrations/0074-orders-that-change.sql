-- A connected shop can call an order or a return off again. It takes back only what it said itself, never what a user of
-- the store decided (docs/decisions/0082-follow-what-shops-say-later.md). Null: not by the shop.
alter table orders add column cancelled_by_shop boolean;

alter table order_lines add column refunded_by_shop boolean;

-- The event of the version, if the shop names no time of its own: of two events of one millisecond the later counts.
alter table connection_orders add column event_id uuid;

-- What a shop said of an order that waits for its delivery: later events may leave it out. Deleted with the delivery.
create table waiting_orders (
  store_id uuid not null references stores (store_id),
  order_id text collate "C" not null,
  connection_id text not null,
  -- The buyer, the date of the order, and its lines, as `applying/waiting-orders.ts` reads them.
  said jsonb not null,
  said_at timestamptz not null,
  primary key (store_id, order_id)
);

create index waiting_orders_by_age on waiting_orders (store_id, said_at);
