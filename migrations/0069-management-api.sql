-- outside a transaction
-- The lists of the management API, and what it remembers of requests with an Idempotency-Key.

-- When a row was changed after it was written; null: never. Programs ask for what is new since they asked last.
alter table reviews add column if not exists updated_at timestamptz;
alter table questions add column if not exists updated_at timestamptz;
alter table products add column if not exists updated_at timestamptz;
alter table orders add column if not exists updated_at timestamptz;

-- The id that the program which sent it uses for it.
alter table reviews add column if not exists external_id text;
alter table questions add column if not exists external_id text;

-- When the shop removed the product: lists leave it out, and its reviews stay.
alter table products add column if not exists hidden_at timestamptz;

-- Rows that never changed are in none of these, so that an order costs no more.
create index concurrently if not exists reviews_changed on reviews (store_id, updated_at, id)
where updated_at is not null;
create index concurrently if not exists questions_changed on questions (store_id, updated_at, id)
where updated_at is not null;
create index concurrently if not exists products_changed on products (store_id, updated_at, product_id)
where updated_at is not null;
create index concurrently if not exists orders_changed on orders (store_id, updated_at, order_id)
where updated_at is not null;

create unique index concurrently if not exists reviews_by_external_id on reviews (store_id, external_id)
where external_id is not null;
create unique index concurrently if not exists questions_by_external_id on questions (store_id, external_id)
where external_id is not null;

-- In place of products_by_age, whose queries leave out hidden products.
create index concurrently if not exists products_listed on products (store_id, created_at, product_id)
where hidden_at is null;
drop index concurrently if exists products_by_age;

-- Requests with an Idempotency-Key of the last day. `request_hash` is an HMAC of the request; `answer` is encrypted under
-- SECRET, and null if the answer held a secret or a person's data. `people` are HMACs of the addresses in it, so that
-- erasing a person finds it.
create table if not exists management_requests (
  store_id uuid not null references stores (store_id),
  key_id uuid not null,
  idempotency_key text not null,
  request_hash bytea not null,
  status integer not null,
  record_id text,
  answer bytea,
  people bytea[] not null,
  created_at timestamptz not null,
  primary key (store_id, key_id, idempotency_key)
);

create index concurrently if not exists management_requests_by_age on management_requests (store_id, created_at);
