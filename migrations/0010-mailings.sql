-- A mail and its log in one: whom it goes to, what became of it, what the server said last. What it says is
-- written from the records when it is sent, so that nothing personal but the address lies here.

create table mailings (
  store_id uuid not null references stores (store_id),
  id uuid not null,
  kind text not null check (kind in (
    'request', 'reminder', 'review_published', 'review_rejected', 'review_replied',
    'question_received', 'question_answered', 'confirm_review', 'confirm_question'
  )),
  -- The address as it is compared, and as it was given; null once the person is erased.
  address text,
  email text,
  name text,
  -- A language tag: of the store, or of what the person wrote.
  language text not null,
  -- SHA-256 of the token in its links. Null until it is first sent.
  link_hash bytea check (octet_length(link_hash) = 32),
  link_expires_at timestamptz not null,
  state text not null check (state in ('queued', 'sent', 'failed', 'suppressed', 'cancelled')),
  -- The store's date a request or reminder was made on: a buyer gets one a day. Null for other kinds.
  day date,
  -- The mailing whose review requests this is about: a request's own id, a reminder's first mailing.
  requests_of uuid,
  -- The review or question a notice is about.
  record_id uuid,
  attempts integer not null default 0,
  -- While queued: from when on a job is made for it once more, should it still wait.
  next_attempt_at timestamptz,
  -- What the mail server said last, shortened.
  last_answer text,
  created_at timestamptz not null,
  sent_at timestamptz,
  -- Of a request: when a reminder is next due, and how many went out.
  remind_at timestamptz,
  reminders integer not null default 0,
  primary key (store_id, id),
  check ((kind in ('request', 'reminder')) = (requests_of is not null)),
  check ((kind in ('request', 'reminder')) = (record_id is null))
);

-- A link is found by its hash alone, before its store is known: so this does not begin with store_id.
create index mailings_by_link on mailings (link_hash) where link_hash is not null;
-- Keeps a buyer from being asked twice on one day. Nulls differ, so it also finds all mailings of an address.
create unique index mailings_by_address on mailings (store_id, address, day);
create index mailings_waiting on mailings (store_id, next_attempt_at) where state = 'queued';
create index mailings_to_remind on mailings (store_id, remind_at) where remind_at is not null;
create index mailings_by_record on mailings (store_id, record_id) where record_id is not null;

-- The mailing that gathered it. A request that is on its way stays `scheduled` until the server took it.
alter table review_requests add mailing_id uuid;

drop index review_requests_due;
create index review_requests_due on review_requests (store_id, due_at)
  where state = 'scheduled' and mailing_id is null;
-- Requests of one buyer share a mail, and erasing a person finds them.
create index review_requests_by_address on review_requests (store_id, address);
create index review_requests_by_mailing on review_requests (store_id, mailing_id) where mailing_id is not null;

-- Who gets no more mail of a store. `who` is the address as it is compared; once the person is erased, an
-- HMAC of it, which has no @.
create table suppressions (
  store_id uuid not null references stores (store_id),
  who text not null,
  reason text not null check (reason in ('unsubscribed', 'bounced', 'complained', 'erased')),
  at timestamptz not null,
  primary key (store_id, who)
);
