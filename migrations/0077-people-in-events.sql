-- outside a transaction
-- The addresses in the texts of an event, so that erasing a person reads their events and no others: it read and
-- normalised every body, 18 s of processor time for 100,000 of them. Null: written by an earlier release; housekeeping
-- fills it, and erasures read such bodies. The body beside it has the same addresses, so they need no hash.
alter table webhook_events add column if not exists addresses text[];

-- Most events have none, and cost this index nothing.
create index concurrently if not exists webhook_events_by_address on webhook_events using gin (addresses)
where addresses <> '{}';

create index concurrently if not exists webhook_events_unsearched on webhook_events (store_id, event_id)
where addresses is null;

-- Answers of earlier releases; newer ones are kept without addresses.
create index concurrently if not exists webhook_deliveries_with_address on webhook_deliveries (store_id, delivery_id)
where position('@' in last_answer) > 0;

-- The key of the management API that made the endpoint; null: a member or the command did.
alter table webhook_endpoints add column if not exists created_by_key uuid;
