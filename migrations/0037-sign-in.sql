-- Each code of the second factor works once. This is the last 30-second step whose code was used; codes of this and
-- of earlier steps are refused.
alter table accounts."twoFactor" add last_step bigint;

-- Sign-in attempts. The address is a keyed hash. Each known device has a row and a budget of its own, so that a
-- stranger's failures do not lock the owner out. The old rows held addresses in plain text and counted for a day at
-- most, so they are dropped.
drop table accounts.sign_in_failures;
create table accounts.sign_in_failures (
  address_hash bytea not null check (octet_length(address_hash) = 32),
  -- Empty for unknown devices.
  device text not null,
  failures integer not null,
  locked_until timestamptz,
  last_at timestamptz not null,
  primary key (address_hash, device)
);
create index sign_in_failures_by_age on accounts.sign_in_failures (last_at);
