-- Stores are the tenants. Every table of a store has store_id as the first column of its keys, so that
-- stores cannot mix and every table can be distributed by it.

create table stores (
  store_id uuid primary key,
  name text not null,
  locale text not null,
  time_zone text not null,
  country text not null,
  active boolean not null default true,
  -- Public: it stands in the pages of the store and opens only what any visitor may read.
  store_key text not null,
  -- Orders accepted in one calendar month of the store's time zone; null: no limit.
  order_limit integer check (order_limit >= 0),
  request_delay_days integer not null check (request_delay_days between 0 and 365),
  send_at time not null,
  avoid_weekends boolean not null,
  avoid_holidays boolean not null,
  created_at timestamptz not null
);

-- Only the SHA-256 of a key is kept. A key is found by it alone, before its store is known: that is why
-- the index below does not begin with store_id.
create table api_keys (
  store_id uuid not null references stores (store_id),
  key_id uuid not null,
  type text not null check (type in ('orders')),
  key_hash bytea not null check (octet_length(key_hash) = 32),
  created_at timestamptz not null,
  expires_at timestamptz,
  revoked_at timestamptz,
  primary key (store_id, key_id)
);

create index api_keys_by_hash on api_keys (key_hash);
