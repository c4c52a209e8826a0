-- outside a transaction
-- Nearly all reviews are in neither of them.
create index concurrently if not exists reviews_pinned on reviews (store_id, product_id, pinned_at)
where pinned_at is not null and state = 'published';
create index concurrently if not exists reviews_incentivized on reviews (store_id, created_at)
where incentivized and state = 'published';
