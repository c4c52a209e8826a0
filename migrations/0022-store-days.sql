-- What began on each day of a store, and what became of it until now: the dashboard's home sums such rows,
-- where it would count half a million orders otherwise. A row is counted once its day is over; no row means
-- that nobody asked yet, never that there was nothing. docs/decisions/0018 says why so.

create table store_days (
  store_id uuid not null references stores (store_id),
  day date not null,
  -- Whose day it is, and its first moment and that of the next one. Of another zone it is another day.
  time_zone text not null,
  begins timestamptz not null,
  ends timestamptz not null,
  orders integer not null,
  -- Of these orders: somebody could be asked, is still to be asked, was asked, and has reviewed.
  requested integer not null,
  waiting integer not null,
  asked integer not null,
  reviewed integer not null,
  -- Reviews that are published or may be, and of the published ones the stars, one to five.
  reviews integer not null,
  stars integer[] not null check (cardinality(stars) = 5),
  recommended integer not null,
  not_recommended integer not null,
  questions integer not null,
  -- How many were answered within an hour, 4 hours, a day, 3 days, a week, and later.
  review_answers integer[] not null check (cardinality(review_answers) = 6),
  question_answers integer[] not null check (cardinality(question_answers) = 6),
  primary key (store_id, day)
);

-- Something that began at one of these instants is not what it was: the row of its day is counted anew. No
-- instants at all stand for all days. Rows are only added, so that nobody who writes ever waits for another;
-- whoever counts takes them away.
create table store_day_changes (
  store_id uuid not null references stores (store_id),
  id uuid not null,
  instants timestamptz[] not null,
  primary key (store_id, id)
);

-- What waits for the people of a store.
create index questions_waiting on questions (store_id, created_at, id) where state = 'pending';
create index review_reports_by_date on review_reports (store_id, at);
