-- outside a transaction
-- The pages of all products' reviews, without those of the store itself (docs/decisions/0107). The condition allows
-- index-only scans, as in 0095.
create index concurrently if not exists reviews_of_products_by_stars_pictured
on reviews (store_id, rating, created_at, id) include (votes)
where state = 'published' and pictures <> '[]' and product_id <> '';
create index concurrently if not exists reviews_of_products_by_stars
on reviews (store_id, rating, created_at, id) include (votes)
where state = 'published' and pictures = '[]' and product_id <> '';
create index concurrently if not exists reviews_of_products_voted
on reviews (store_id, rating, votes, created_at, id)
where state = 'published' and votes > 0 and product_id <> '';
drop index concurrently if exists reviews_of_store_by_stars_pictured;
drop index concurrently if exists reviews_of_store_by_stars;
drop index concurrently if exists reviews_of_store_voted;
