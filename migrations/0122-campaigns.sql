-- Campaigns to earlier buyers: docs/decisions/0119-campaigns-as-rows.md.
create table campaigns (
  store_id uuid not null,
  id uuid not null,
  -- planning: its buyers are being listed, until planned_at. planned: the list is a preview that nobody has started.
  state text not null check (state in ('planning', 'planned', 'running', 'paused', 'finished', 'stopped')),
  -- The dates of the orders in the store's time zone, both included.
  from_day date not null,
  to_day date not null,
  -- Buyers a day.
  per_day integer not null check (per_day > 0),
  -- The last order that the plan has read, how many it has read, and how many there were when it started.
  read_until text collate "C" not null default '',
  orders_read integer not null default 0,
  orders_in_all integer not null default 0,
  -- Its buyers by state, and by reason those that are not asked. ./realword doctor recounts them.
  buyers_planned integer not null default 0,
  buyers_asked integer not null default 0,
  skipped jsonb not null default '{}',
  -- Buyers asked on the newest day.
  asked_on date,
  asked_that_day integer not null default 0,
  -- When it has something to do; null: nothing.
  next_at timestamptz,
  -- Of the confirmation that these buyers may be asked. The log of changes says by whom.
  confirmed_at timestamptz,
  created_at timestamptz not null,
  planned_at timestamptz,
  ended_at timestamptz,
  -- What came of it, once its buyers are deleted.
  outcome jsonb,
  primary key (store_id, id)
);

-- A store has one campaign that has not ended.
create unique index campaigns_open on campaigns (store_id) where state in ('planning', 'planned', 'running', 'paused');
create index campaigns_due on campaigns (store_id, next_at) where next_at is not null;

-- The plan: a row for each buyer of the orders in its range, with the newest order that decides about the buyer.
create table campaign_buyers (
  store_id uuid not null,
  campaign_id uuid not null,
  address text not null,
  order_id text collate "C" not null,
  ordered_at timestamptz not null,
  state text not null check (state in ('planned', 'asked', 'skipped')),
  -- Why the buyer is skipped.
  why text,
  primary key (store_id, campaign_id, address)
);

create index campaign_buyers_planned on campaign_buyers (store_id, campaign_id, ordered_at, address)
where state = 'planned';
create index campaign_buyers_by_address on campaign_buyers (store_id, address);

-- The campaign that scheduled the request.
alter table review_requests add column if not exists campaign_id uuid;
