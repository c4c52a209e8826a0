-- WhatsApp and SMS beside email: docs/decisions/0117-messages-lead-mailings.md.
-- small table: stores are few
alter table stores add column if not exists request_channel text not null default 'email';
alter table stores drop constraint if exists stores_request_channel_check;
alter table stores add constraint stores_request_channel_check
  check (request_channel in ('email', 'whatsapp', 'sms')) not valid;

-- The channel whose message asks instead of this mail; null: the mail itself.
alter table mailings add column if not exists channel text;
alter table mailings drop constraint if exists mailings_channel_check;
alter table mailings add constraint mailings_channel_check check (channel in ('whatsapp', 'sms')) not valid;

create table channels (
  store_id uuid not null,
  channel text not null check (channel in ('whatsapp', 'sms')),
  -- Part of the address of its webhooks.
  channel_id text not null,
  -- What may be read: limits, prices, names. Credentials are in `sealed`.
  settings jsonb not null,
  sealed bytea not null,
  created_at timestamptz not null,
  -- The last problem, by name, and the provider's words.
  problem jsonb,
  problem_at timestamptz,
  -- After a problem that the next message would have too, everybody gets mail until then.
  waits_until timestamptz,
  primary key (store_id, channel)
);

-- What a person agreed to for one phone and channel, and what they withdrew. A grant counts if it is later than the
-- withdrawal. `phone` is E.164, or the id of a WhatsApp user without a number.
create table consents (
  store_id uuid not null,
  channel text not null check (channel in ('whatsapp', 'sms')),
  phone text not null,
  granted_at timestamptz,
  source text,
  text text,
  -- Whether it covers messages with a reward, which are marketing.
  marketing boolean not null default false,
  withdrawn_at timestamptz,
  withdrawn_by text,
  marketing_withdrawn_at timestamptz,
  -- The business-scoped id that WhatsApp named for this phone.
  user_id text,
  -- The provider cannot reach the phone: it is not tried before then.
  unreachable_until timestamptz,
  changed_at timestamptz not null,
  primary key (store_id, channel, phone)
);

create index consents_by_user on consents (store_id, user_id) where user_id is not null;
create index consents_changed on consents (store_id, changed_at);
