-- outside a transaction
-- Metrics count the imports and exports of the last day, of all stores, at every scrape. Without these indexes they read
-- both tables, which are never emptied.
create index concurrently if not exists imports_by_age on imports (created_at);
create index concurrently if not exists exports_by_age on exports (created_at);
