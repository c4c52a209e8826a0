-- Keys of earlier secrets, by `secret rotate`: only they recognise an erased person, for whom the database has an HMAC
-- and no address. `sealed` is the key of one purpose, encrypted under SECRET. In `accounts`, because the keys belong to
-- no store: on a cluster, every node has a copy.
create table accounts.former_keys (
  secret_id bytea not null check (octet_length(secret_id) = 8),
  purpose text not null,
  sealed bytea not null,
  kept_at timestamptz not null,
  primary key (secret_id, purpose)
);
