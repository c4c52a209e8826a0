-- What a check found in a review or question: facts about the text, for whoever moderates it. No row: nothing
-- was found. They carry places in the text, never parts of it.
create table moderation_flags (
  store_id uuid not null references stores (store_id),
  record_type text not null check (record_type in ('review', 'question')),
  record_id uuid not null,
  -- [{ "check": "link", "field": "body", "start": 3, "end": 20 }, …]
  flags jsonb not null check (jsonb_typeof(flags) = 'array'),
  primary key (store_id, record_type, record_id)
);

-- When something was sent from a network, the last ten times. An HMAC of the network (/24, /48), never an
-- address; deleted when its last time is a day old.
create table moderation_networks (
  store_id uuid not null references stores (store_id),
  network bytea not null,
  times timestamptz[] not null,
  last_at timestamptz not null,
  primary key (store_id, network)
);

create index moderation_networks_by_age on moderation_networks (store_id, last_at);

-- A fingerprint of the text, without case, accents and signs, by which the same text is found elsewhere in
-- the store; null for a short one. And since when the record is in its state: what was taken down is kept a
-- year from then.
alter table reviews
  add text_hash bytea,
  add state_at timestamptz;

alter table questions
  add text_hash bytea,
  add state_at timestamptz;

create index reviews_by_text on reviews (store_id, text_hash) where text_hash is not null;
create index questions_by_text on questions (store_id, text_hash) where text_hash is not null;

create index reviews_taken_down on reviews (store_id, state_at) where state in ('rejected', 'removed');
create index questions_taken_down on questions (store_id, state_at) where state in ('rejected', 'removed');

-- Lists for who moderates: all of a store by date, and what waits.
create index reviews_by_date on reviews (store_id, created_at, id);
create index reviews_waiting on reviews (store_id, created_at, id) where state = 'pending';
create index questions_by_date on questions (store_id, created_at, id);
