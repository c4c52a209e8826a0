-- One row a vote, so that it can be taken back. The visitor is an HMAC of the id in their browser, another one
-- for each review: who votes for two reviews is not known to be the same.
create table review_votes (
  store_id uuid not null,
  review_id uuid not null,
  visitor bytea not null check (octet_length(visitor) = 32),
  day date not null,
  primary key (store_id, review_id, visitor, day),
  foreign key (store_id, review_id) references reviews (store_id, id) on delete cascade
);

-- What visitors report as abuse. A report changes nothing by itself: a person looks.
create table review_reports (
  store_id uuid not null,
  review_id uuid not null,
  id uuid not null,
  reason text not null check (reason in ('spam', 'offensive', 'private_data', 'not_about_product', 'other')),
  text text not null,
  at timestamptz not null,
  primary key (store_id, review_id, id),
  foreign key (store_id, review_id) references reviews (store_id, id) on delete cascade
);

-- What was taken down before this column was there is kept from now on as if it had been then.
update reviews
set state_at = created_at
where state_at is null and state in ('rejected', 'removed');

update questions
set state_at = created_at
where state_at is null and state in ('rejected', 'removed');

-- Those whose address was never confirmed go when their link is no longer valid.
create index reviews_unconfirmed on reviews (store_id, created_at) where state = 'unconfirmed';
create index questions_unconfirmed on questions (store_id, created_at) where state = 'unconfirmed';
