-- The questions that a store adds to its form (server/tenants/stores/settings/attribute-rules.ts), what reviews answer to
-- them, and how often each answer was published for a product: docs/decisions/0106.
-- small table: stores are few
alter table stores
  add attributes jsonb not null default '[]'
    constraint stores_attributes_check check (jsonb_typeof(attributes) = 'array');

-- {"fit": 3, "colour": "red", "uses": ["camping"], "tip": {"text": "…"}}; null without answers.
alter table reviews
  add attributes jsonb;

-- Rows such as (…, 'fit', '3', 12), changed in the transaction of each change of a review. ./realword doctor recounts them.
create table attribute_sums (
  store_id uuid not null,
  product_id text not null,
  attribute_id text not null,
  -- As server/answers/reviews/attributes/answers.ts writes it.
  value text not null,
  count integer not null,
  primary key (store_id, product_id, attribute_id, value)
);
