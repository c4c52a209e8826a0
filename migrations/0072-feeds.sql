-- Feeds of a store's reviews for other services. Whoever has the token may read one, so only its hash is stored.
create table feeds (
  store_id uuid not null references stores (store_id),
  feed_id uuid not null,
  format text not null check (format in ('google', 'meta')),
  token_hash bytea not null check (octet_length(token_hash) = 32),
  -- The last review of each part but the newest: a file stays below 100 MB.
  breaks uuid[] not null default '{}',
  created_at timestamptz not null,
  created_by text not null,
  -- To the hour.
  read_at timestamptz,
  primary key (store_id, feed_id)
);

-- Where products without an address of their own are sold, such as https://shop.example/p/{product_id}.
alter table stores add product_url text;

-- When a page first asked for a product by its SKU.
alter table stores add sku_read_at timestamptz;

-- Whether the author got something for the review; null: unknown.
alter table reviews add incentivized boolean;
