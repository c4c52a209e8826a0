-- The schedule: one row per order and usable address. `address` is the e-mail in the form that is
-- compared (lower case, domain in ASCII); `email` (without spaces around it) and `name` are as the store
-- sent them.
create table review_requests (
  store_id uuid not null,
  order_id text not null,
  address text not null,
  id uuid not null,
  email text not null,
  name text not null,
  state text not null
    check (state in ('scheduled', 'sent', 'reviewed', 'expired', 'cancelled', 'suppressed', 'failed')),
  due_at timestamptz not null,
  -- Why this date, in words: "7 days after delivery, moved from Saturday".
  reason text not null,
  created_at timestamptz not null,
  primary key (store_id, order_id, address),
  foreign key (store_id, order_id) references orders (store_id, order_id)
);

create index review_requests_due on review_requests (store_id, due_at) where state = 'scheduled';
