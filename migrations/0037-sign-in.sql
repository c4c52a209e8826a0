-- A code of the second factor opens one sign-in: the number of the last 30-second step that was used.
-- Codes of this step and of earlier ones are refused.
alter table accounts."twoFactor" add last_step bigint;

-- Attempts to sign in. The address is a keyed hash, and each device that signed in with it before has a row and
-- a budget of its own, so that failures of strangers do not lock the owner out. The old rows held addresses in
-- clear and counted for at most a day.
drop table accounts.sign_in_failures;
create table accounts.sign_in_failures (
  address_hash bytea not null check (octet_length(address_hash) = 32),
  -- Empty for every browser that is not known.
  device text not null,
  failures integer not null,
  locked_until timestamptz,
  last_at timestamptz not null,
  primary key (address_hash, device)
);
create index sign_in_failures_by_age on accounts.sign_in_failures (last_at);
