-- The operators of the installation: they make, limit, suspend and delete stores, and see figures of all of them, never
-- what is in them. A user is an operator apart from any membership. Tables in `accounts`, because none of them belongs
-- to a store: on a cluster, every node has a copy.
create table accounts.operators (
  user_id text primary key references accounts."user" ("id") on delete cascade,
  added_at timestamptz not null
);

-- Keys for the operator API. Only the SHA-256 of a key is kept, and the last four characters to recognise it by.
create table accounts.operator_keys (
  key_id uuid primary key,
  key_hash bytea not null check (octet_length(key_hash) = 32),
  name text not null check (length(name) <= 100),
  last_four text not null check (length(last_four) = 4),
  created_at timestamptz not null,
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz
);

create unique index operator_keys_by_hash on accounts.operator_keys (key_hash);

-- What operators changed. It outlives the stores that it names. Ids are UUID v7, in the order of time.
create table accounts.operator_log (
  id uuid primary key,
  at timestamptz not null,
  actor text not null,
  action text not null,
  record_type text not null,
  record_id text not null,
  -- The name of a store or key at that time.
  label text,
  fields text[] not null
);

-- Stores made with an Idempotency-Key, for 24 hours: a repeated request makes no second store. `request_hash` is an HMAC
-- of the body.
create table accounts.operator_requests (
  key_id uuid not null,
  idempotency_key text not null,
  request_hash bytea not null,
  store_id uuid not null,
  created_at timestamptz not null,
  primary key (key_id, idempotency_key)
);

-- When an operator deleted the store. It is inactive from then on, nobody is a member, and the service deletes its rows
-- and files in batches. The row of the store is the last to go.
alter table stores add column deleted_at timestamptz;
