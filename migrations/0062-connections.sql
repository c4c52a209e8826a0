-- A shop that sends its orders by itself. `settings` holds its address, its keys and the secret that signs its webhooks,
-- encrypted under SECRET for this row alone.
create table connections (
  store_id uuid not null references stores (store_id),
  -- The store's id and 96 random bits: part of the address that the shop sends to.
  connection_id text not null,
  platform text not null,
  name text not null default '',
  state text not null check (state in ('incomplete', 'active', 'paused')),
  paused_why text,
  settings bytea not null,
  created_at timestamptz not null,
  last_event_at timestamptz,
  last_error text,
  last_error_mend text,
  last_error_at timestamptz,
  -- After a temporary problem, no event is tried before.
  waits_until timestamptz,
  -- Where the next back-fill continues.
  cursor text,
  backfill_at timestamptz,
  backfill_attempts integer not null default 0,
  is_backfilling boolean not null default false,
  backfilled_at timestamptz,
  primary key (store_id, connection_id)
);

-- Webhooks as they arrived, kept for 30 days. The body holds personal data, so it is deleted as soon as the event is done.
create table connection_events (
  store_id uuid not null references stores (store_id),
  -- A UUID v7, so that events sort by their arrival.
  event_id uuid not null,
  connection_id text not null,
  topic text not null,
  -- The shop's id of this delivery; null: it names none.
  delivery_id text,
  -- The id of an order or product.
  subject text,
  body bytea,
  received_at timestamptz not null,
  state text not null check (state in ('waiting', 'done', 'failed')),
  outcome text,
  mend text,
  attempts integer not null default 0,
  next_at timestamptz,
  primary key (store_id, event_id),
  -- A repeated delivery is stored once.
  unique (store_id, connection_id, delivery_id)
);

create index connection_events_by_connection on connection_events (store_id, connection_id, event_id desc);

-- One probe for each store finds those with something to do.
create index connection_events_to_do on connection_events (store_id, connection_id, event_id)
where state = 'waiting';

create index connection_events_failed on connection_events (store_id, connection_id)
where state = 'failed';

create index connection_events_by_age on connection_events (store_id, received_at);

-- The newest version of each order that was applied, and the connection that the order belongs to.
create table connection_orders (
  store_id uuid not null references stores (store_id),
  order_id text not null,
  connection_id text not null,
  changed_at timestamptz not null,
  primary key (store_id, order_id)
);

create index connection_orders_by_age on connection_orders (store_id, changed_at);
