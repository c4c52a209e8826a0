-- A message asks a buyer instead of the mail of a mailing, which is sent if the message is not delivered.
create table messages (
  store_id uuid not null,
  id uuid not null,
  mailing_id uuid not null,
  channel text not null check (channel in ('whatsapp', 'sms')),
  -- Null once the person is erased.
  phone text,
  is_marketing boolean not null default false,
  -- queued: not sent yet; sending: it was decided to send it, and it is never sent again; sent: the provider accepted it.
  state text not null check (state in ('queued', 'sending', 'sent', 'delivered', 'read', 'failed', 'cancelled')),
  -- The store's day; null: it was not sent, and keeps no other one back.
  day date,
  provider_id text,
  -- In millionths of the channel's currency, counted in this month (UTC).
  cost double precision not null default 0,
  month date,
  segments integer,
  attempts integer not null default 0,
  -- queued: when it is sent; sending, sent: when its mail is sent instead.
  next_at timestamptz,
  falls_back_at timestamptz not null,
  sent_at timestamptz,
  settled_at timestamptz,
  -- Why the mail was sent instead, by name, and the provider's words.
  problem text,
  answer text,
  created_at timestamptz not null,
  primary key (store_id, id)
);

create index messages_due on messages (store_id, next_at) where next_at is not null;
create unique index messages_of_mailing on messages (store_id, mailing_id);
create unique index one_message_a_day on messages (store_id, phone, day);
create index messages_by_provider on messages (store_id, provider_id) where provider_id is not null;
create index messages_created on messages (store_id, created_at);

-- What a channel sent in a calendar month (UTC).
create table channel_usage (
  store_id uuid not null,
  channel text not null check (channel in ('whatsapp', 'sms')),
  month date not null,
  messages integer not null default 0,
  -- In millionths of the channel's currency.
  spent double precision not null default 0,
  primary key (store_id, channel, month)
);
