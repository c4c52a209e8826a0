-- The users who may make further stores: whoever set the installation up, and those an operator allows by command. A
-- store's owner is not enough: on an installation for many merchants, a second store would evade the first one's limits.
create table accounts.store_makers (
  user_id text primary key references accounts."user" ("id") on delete cascade,
  allowed_at timestamptz not null
);
