-- Messages to the people of a store: docs/decisions/0121-notify-the-team.md.

-- A store with an active target. It is the probe of what happens, and the lock of the store's messages.
create table notice_stores (
  store_id uuid not null primary key,
  -- What one of its active targets takes.
  kinds text[] not null,
  next_check_at timestamptz not null,
  -- The next 09:00 of its time zone.
  next_daily_at timestamptz not null,
  -- Problems that were reported, and are not over.
  known_problems text[] not null default '{}'
);

-- Where messages go. A member's own choice has a user_id, and its address is the account's.
create table notice_targets (
  store_id uuid not null,
  target_id uuid not null,
  channel text not null check (channel in ('email', 'slack', 'teams', 'discord', 'webhook')),
  user_id text,
  -- Of the channel email, as entered and normalised.
  email text,
  address text,
  -- The address of the others is a secret. Encrypted for this row: server/links/notices/target-address.ts.
  sealed bytea,
  -- What is displayed of it.
  shown text,
  kinds text[] not null,
  pace text not null check (pace in ('at_once', 'daily')),
  -- Null: the store's.
  language text,
  state text not null check (state in ('active', 'disabled')),
  disabled_why text check (disabled_why in ('gone', 'failing', 'unsubscribed', 'member')),
  -- An address that unsubscribed is kept after its removal, so that it is not added again.
  removed_at timestamptz,
  failures integer not null default 0,
  waits_until timestamptz,
  last_sent_at timestamptz,
  last_error text,
  created_at timestamptz not null,
  primary key (store_id, target_id)
);

create unique index notice_targets_of_members on notice_targets (store_id, user_id) where user_id is not null;
create unique index notice_targets_by_address on notice_targets (store_id, address) where address is not null;

-- What happened, until it is gathered into messages, which is each minute.
create table notice_items (
  store_id uuid not null,
  item_id uuid not null,
  kind text not null,
  subject text not null,
  -- The counts of an import.
  data jsonb,
  at timestamptz not null,
  primary key (store_id, item_id)
);

-- A message to one target. `facts` has counts and ids, and no text of a person: it is written when it is sent.
create table notice_messages (
  store_id uuid not null,
  message_id uuid not null,
  target_id uuid not null,
  facts jsonb not null,
  state text not null check (state in ('waiting', 'sent')),
  -- Null: gathers until the next 09:00.
  due_at timestamptz,
  -- Until then, a worker sends it.
  claimed_until timestamptz,
  created_at timestamptz not null,
  sent_at timestamptz,
  primary key (store_id, message_id)
);

create index notice_messages_waiting on notice_messages (store_id, target_id, due_at) where state = 'waiting';
create index notice_messages_by_age on notice_messages (store_id, created_at);
