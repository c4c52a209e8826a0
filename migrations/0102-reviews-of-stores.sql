-- A review without a product is about the store itself: its product_id is '' (docs/decisions/0107). No product has that id,
-- so such a review references none, and neither do the sums of these reviews.
alter table reviews drop constraint reviews_store_id_product_id_fkey;
alter table rating_summaries drop constraint rating_summaries_store_id_product_id_fkey;
alter table products add constraint products_have_ids check (product_id <> '') not valid;

-- Whether the form of an order also asks about the store.
alter table stores add column asks_about_store boolean not null default false;
