-- Pictures that were taken in: the store of record of what lies in the picture store. The name is made of the
-- content, so the same picture twice is one row. Those that no review uses are swept a day after they came.
create table pictures (
  store_id uuid not null references stores (store_id),
  -- <hash>-1600.webp: as it stands in reviews.pictures and in addresses.
  name text not null,
  taken_at timestamptz not null,
  primary key (store_id, name)
);

create index pictures_by_age on pictures (store_id, taken_at);

-- Which reviews use a picture.
create index reviews_by_picture on reviews using gin (pictures) where pictures <> '[]';

-- One review of a product for an order and its buyer, whatever is sent at once. Erased authors are null, which
-- differ.
create unique index reviews_once on reviews (store_id, order_id, address, product_id) where order_id is not null;
