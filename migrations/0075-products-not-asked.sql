-- outside a transaction
-- Products that nobody is asked about, and products that a buyer has reviewed before.

-- Whether review requests ask about the product.
alter table products add column if not exists asks_for_reviews boolean not null default true;
-- What it was taken for when the service switched it off itself: 'gift_card', 'tip', … (products/no-products.ts). It stays
-- when somebody switches the product on, so that it is not switched off again.
alter table products add column if not exists recognised_as text;

-- Whether an order has something to ask about is looked up here. Most stores have no such product.
create index concurrently if not exists products_not_asked on products (store_id, product_id)
where not asks_for_reviews;
create index concurrently if not exists products_not_asked_by_name on products (store_id, sort_name, product_id)
where not asks_for_reviews and hidden_at is null;

-- Days after which a buyer is asked again about a product that they have reviewed; null: never.
alter table stores add column if not exists ask_again_after integer constraint stores_ask_again_after_check check (ask_again_after between 1 and 3650);

-- The products that the request leaves out, because its buyer has reviewed them.
alter table review_requests add column if not exists left_out text[];

-- Whether a buyer has reviewed a product, and all that they wrote. Without the product, the reviews of a popular one were
-- read for it.
create index concurrently if not exists reviews_by_author on reviews (store_id, address, product_id)
where address is not null;
drop index concurrently if exists reviews_by_address;
