-- Reviews as a store's language model translated them. `text_hash` is of the texts that were translated.
create table review_translations (
  store_id uuid not null,
  review_id uuid not null,
  language text not null,
  text_hash bytea not null,
  title text not null,
  body text not null,
  reply text,
  model text not null,
  made_at timestamptz not null,
  primary key (store_id, review_id, language),
  foreign key (store_id, review_id) references reviews (store_id, id) on delete cascade
);

-- Summaries of a product's reviews, by the first product of those that share reviews. A row without a text is wanted: a page
-- was read in its language.
create table review_digests (
  store_id uuid not null,
  product_id text not null,
  language text not null,
  body text,
  -- What it rests on: the reviews that the model has read, and how many were published then.
  review_ids uuid[] not null default '{}',
  product_ids text[] not null default '{}',
  published integer not null default 0,
  model text,
  made_at timestamptz,
  -- When it is to be written, or written again; null: it is up to date.
  due_at timestamptz,
  attempts integer not null default 0,
  primary key (store_id, product_id, language)
);

create index review_digests_due on review_digests (store_id, due_at) where due_at is not null;
