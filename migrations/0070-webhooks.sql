-- Addresses that receive what happens in a store. `secrets` holds the secrets that sign, encrypted under SECRET for this
-- row alone.
create table webhook_endpoints (
  store_id uuid not null references stores (store_id),
  -- The store's id and 96 random bits, so that one store's rows are read.
  webhook_id text not null,
  url text not null,
  -- Empty: all of them.
  events text[] not null,
  secrets bytea not null,
  -- Until then, the secret before the last rotation signs too.
  previous_until timestamptz,
  state text not null check (state in ('active', 'disabled')),
  -- 'gone': it answered 410; 'failing': nothing but failures for days; 'member': somebody disabled it.
  disabled_why text check (disabled_why in ('gone', 'failing', 'member')),
  created_at timestamptz not null,
  -- The first failure since the last success, and how many there were.
  failing_since timestamptz,
  failures integer not null default 0,
  last_success_at timestamptz,
  -- Nothing is sent before, because it asked for that or did not answer.
  waits_until timestamptz,
  -- The worker that sends, and until when it is alone. A killed worker does not renew it.
  claimed_by uuid,
  claimed_until timestamptz,
  primary key (store_id, webhook_id)
);

-- What happened, as it is sent, for 30 days. No foreign key: it would lock the store's row once more in each transaction
-- that reports something.
create table webhook_events (
  store_id uuid not null,
  -- A UUID v7, made when it is written: events of one record sort by their order.
  event_id uuid not null,
  type text not null,
  -- The id of the record.
  subject text not null,
  at timestamptz not null,
  body text not null,
  primary key (store_id, event_id)
);

create index webhook_events_by_subject on webhook_events (store_id, subject);

create index webhook_events_by_age on webhook_events (store_id, at);

-- One event for one endpoint, with its last answer.
create table webhook_deliveries (
  store_id uuid not null,
  delivery_id uuid not null,
  webhook_id text not null,
  event_id uuid not null,
  state text not null check (state in ('waiting', 'delivered', 'failed')),
  attempts integer not null default 0,
  -- Null: it was not tried yet, and goes before those that are tried again.
  next_at timestamptz,
  last_at timestamptz,
  last_ms integer,
  last_status integer,
  -- Why there is no answer; null: there is one.
  last_error text,
  last_answer text,
  primary key (store_id, delivery_id)
);

create unique index webhook_deliveries_by_event on webhook_deliveries (store_id, event_id, webhook_id);

create index webhook_deliveries_by_endpoint on webhook_deliveries (store_id, webhook_id, delivery_id desc);

create index webhook_deliveries_waiting on webhook_deliveries (store_id, webhook_id, next_at nulls first, event_id)
where state = 'waiting';

-- The events that the store's active endpoints take; null: none. The statement that writes orders reads the store's row
-- anyway, so orders of stores without endpoints cost nothing more.
alter table stores add column webhook_events text[];

-- Owners get a mail when an endpoint was disabled. Not valid: no row can contradict a longer list, and validating it would
-- read the whole table.
alter table mailings drop constraint mailings_kind_check;
alter table mailings add constraint mailings_kind_check check (kind in (
  'request', 'reminder', 'review_published', 'review_rejected', 'review_replied', 'question_received',
  'question_answered', 'confirm_review', 'confirm_question', 'password_reset', 'invitation', 'webhook_disabled'
)) not valid;
