-- What shoppers wrote, and what the store answered. A reply is part of its review or question: there is at
-- most one, and it is never read alone.

create table reviews (
  store_id uuid not null references stores (store_id),
  id uuid not null,
  product_id text not null,
  rating smallint not null check (rating between 1 and 5),
  title text not null,
  body text not null,
  -- As the author wants to be called in public.
  display_name text not null,
  -- Who wrote it, as it was given and as it is compared; null when unknown or erased. Never shown.
  email text,
  address text,
  -- Null when the author did not say: such a review counts on neither side.
  recommended boolean,
  verified_purchase boolean not null,
  -- Addresses as they were imported, or names of our own picture store.
  pictures jsonb not null check (jsonb_typeof(pictures) = 'array'),
  state text not null check (state in ('unconfirmed', 'pending', 'published', 'rejected', 'removed')),
  -- One of the neutral reasons of reviews/reasons.ts, while rejected.
  moderation_reason text,
  votes integer not null check (votes >= 0),
  language text not null,
  -- The order it is about, when it came from one.
  order_id text,
  purchased_at timestamptz,
  created_at timestamptz not null,
  -- When it was first published.
  published_at timestamptz,
  reply text,
  reply_created_at timestamptz,
  primary key (store_id, id),
  foreign key (store_id, product_id) references products (store_id, product_id),
  check ((reply is null) = (reply_created_at is null))
);

create index reviews_by_address on reviews (store_id, address) where address is not null;
create index reviews_by_order on reviews (store_id, order_id, address) where order_id is not null;

-- What reads of ratings answer from: changed in the transaction of each change of a review, by its
-- difference, and never counted when read. No check keeps the counts from falling below zero, because a
-- difference is negative while it is on its way into the row; ./realword doctor recounts them.
create table rating_summaries (
  store_id uuid not null,
  product_id text not null,
  one integer not null,
  two integer not null,
  three integer not null,
  four integer not null,
  five integer not null,
  recommended integer not null,
  not_recommended integer not null,
  primary key (store_id, product_id),
  foreign key (store_id, product_id) references products (store_id, product_id)
);

create table questions (
  store_id uuid not null references stores (store_id),
  id uuid not null,
  product_id text not null,
  body text not null,
  display_name text not null,
  email text,
  address text,
  state text not null check (state in ('unconfirmed', 'pending', 'published', 'rejected', 'removed')),
  moderation_reason text,
  language text not null,
  created_at timestamptz not null,
  published_at timestamptz,
  reply text,
  reply_created_at timestamptz,
  primary key (store_id, id),
  foreign key (store_id, product_id) references products (store_id, product_id),
  check ((reply is null) = (reply_created_at is null))
);

create index questions_by_address on questions (store_id, address) where address is not null;

-- Published questions of a product, kept like rating_summaries.
create table question_counts (
  store_id uuid not null,
  product_id text not null,
  published integer not null,
  primary key (store_id, product_id),
  foreign key (store_id, product_id) references products (store_id, product_id)
);

-- Append-only: who changed which record, which fields, and when. Never what a person wrote or who they are,
-- so that erasing a person leaves it whole.
create table audit_log (
  store_id uuid not null references stores (store_id),
  id uuid not null,
  at timestamptz not null,
  -- 'author', 'rule', 'import', 'command', 'system', or 'user ' and an id.
  actor text not null,
  -- A verb: 'create', 'publish', 'reject', 'reply', 'erase', …
  action text not null,
  record_type text not null,
  record_id text not null,
  fields text[] not null,
  primary key (store_id, id)
);

create index audit_log_by_record on audit_log (store_id, record_type, record_id, id);

-- What a store decides about its requests, forms, mails and moderation.
alter table stores
  -- Pages that may read with the store key and frame the forms; empty: any may read.
  add origins text[] not null default '{}',
  -- publish: at once; hold: all wait; check: what a check flags waits. Stars have no part in it.
  add moderation text not null default 'check' check (moderation in ('publish', 'hold', 'check')),
  -- Whether a review may be written without an order.
  add open_reviews boolean not null default false,
  add requests_paused boolean not null default false,
  -- Days after the request, at most two.
  add reminder_days integer[] not null default '{}' check (cardinality(reminder_days) <= 2),
  add link_days integer not null default 90 check (link_days between 1 and 365),
  add form_products integer not null default 7 check (form_products between 1 and 50),
  -- How mails and forms look, and who holds the data.
  add color text not null default '#1f6f54' check (color ~ '^#[0-9a-f]{6}$'),
  add logo_url text,
  add site_url text,
  add privacy_url text,
  add data_holder text,
  -- Where the store reads its mail: answers to our mails, and "you have a question".
  add contact_email text,
  -- The store's own subjects and words: { "<kind>": { "<language>": { "subject": …, "words": … } } }.
  add mail_words jsonb not null default '{}';
