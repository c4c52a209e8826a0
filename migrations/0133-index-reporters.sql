-- outside a transaction
-- Few visitors who report something leave an address, and none is kept after the decision.
create index concurrently if not exists reporters on review_reports (store_id, address)
where address is not null;
