-- The operator may limit more than the orders of a month. Limits are numbers by name (server/stores/limits.ts); a
-- limit that is missing does not apply.
alter table stores add column limits jsonb not null default '{}' check (jsonb_typeof(limits) = 'object');

-- Orders of the newest minute with an order, counted by the statement that writes them, so that the limit per minute is
-- exact and needs no statement of its own. `minute` counts minutes since 1970.
alter table order_usage
  add column minute integer not null default 0,
  add column minute_orders integer not null default 0;
