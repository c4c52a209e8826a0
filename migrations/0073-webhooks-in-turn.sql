-- outside a transaction

-- The newest attempt was answered within a second, and neither the address nor the state was changed since. Other endpoints
-- take slots of their own, so that those that hang do not delay those that answer.
alter table webhook_endpoints add column if not exists responsive boolean not null default false;

-- When the settings of an endpoint, or a delivery, were written or last changed. Programs ask for what is new since they
-- asked last. Rows from before count as changed now, in whole milliseconds, as the cursor of a page has them.
alter table webhook_endpoints
  add column if not exists updated_at timestamptz not null default date_trunc('milliseconds', now());
alter table webhook_deliveries
  add column if not exists updated_at timestamptz not null default date_trunc('milliseconds', now());

create index concurrently if not exists webhook_deliveries_changed
on webhook_deliveries (store_id, webhook_id, updated_at, delivery_id);
