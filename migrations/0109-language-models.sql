-- A store's own server that speaks the dialect of OpenAI's chat completions. Its key is in model_keys.
-- small table: stores are few
alter table stores
  add model_url text,
  add model_name text,
  -- In the currency that the server bills: of a calendar month, and of a million tokens.
  add model_monthly_limit double precision not null default 0,
  add model_price_in double precision not null default 0,
  add model_price_out double precision not null default 0,
  add translate_reviews boolean not null default false,
  add summarize_reviews boolean not null default false;

-- Sealed together with the origin of the server that it was entered for: no other server gets it.
create table model_keys (
  store_id uuid not null primary key,
  sealed bytea not null
);

-- What a store's server was asked in a calendar month (UTC).
create table model_usage (
  store_id uuid not null,
  month date not null,
  calls integer not null default 0,
  tokens_in bigint not null default 0,
  tokens_out bigint not null default 0,
  -- In millionths of the currency. A running request counts with all that it may cost.
  spent double precision not null default 0,
  -- A store asks one question at a time. After this instant, the process that asked is taken for dead.
  busy_until timestamptz,
  failure text,
  failed_at timestamptz,
  primary key (store_id, month)
);
