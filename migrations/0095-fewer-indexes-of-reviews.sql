-- outside a transaction
-- A review is in ten B-tree indexes instead of fourteen (docs/decisions/0095). Pages of published reviews are sorted in the
-- direction of the dashboard's lists, newest first by (created_at, id), so that reviews_by_state and reviews_by_product
-- (0031) serve both. Pages by votes read the few reviews with votes from an index of their own, and then the others by date.

-- Pages of a product by stars and by pictures. In place of reviews_by_rating, which had the other direction.
create index concurrently if not exists reviews_by_stars
on reviews (store_id, product_id, rating, (pictures <> '[]'::jsonb), created_at, id)
where state = 'published';
drop index concurrently if exists reviews_by_rating;

-- The same of a store: the conditions instead of the expression allow index-only scans (0047). The votes are there for
-- those that skip reviews with votes.
create index concurrently if not exists reviews_of_store_by_stars_pictured
on reviews (store_id, rating, created_at, id) include (votes)
where state = 'published' and pictures <> '[]';
create index concurrently if not exists reviews_of_store_by_stars
on reviews (store_id, rating, created_at, id) include (votes)
where state = 'published' and pictures = '[]';
drop index concurrently if exists reviews_of_store_pictured;
drop index concurrently if exists reviews_of_store_unpictured;

-- A new review has no votes, and costs these nothing.
create index concurrently if not exists reviews_voted
on reviews (store_id, product_id, rating, votes, created_at, id)
where state = 'published' and votes > 0;
create index concurrently if not exists reviews_of_store_voted
on reviews (store_id, rating, votes, created_at, id)
where state = 'published' and votes > 0;
drop index concurrently if exists reviews_by_votes;
drop index concurrently if exists reviews_of_store_by_votes;

-- By reviews_by_product and reviews_by_state.
drop index concurrently if exists reviews_newest;
drop index concurrently if exists reviews_of_store_newest;
