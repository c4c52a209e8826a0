-- What a store gives for reviews, whatever they say: docs/decisions/0116-rewards-for-any-review.md.
create table reward_settings (
  store_id uuid not null primary key,
  is_on boolean not null default false,
  -- `list`: each code of reward_codes is given once; `shared`: everybody gets `code`.
  codes text not null default 'list' check (codes in ('list', 'shared')),
  code text,
  code_expires_on date,
  -- What is given, by language.
  gives jsonb not null default '{}',
  -- Null: no limit.
  per_month integer check (per_month > 0),
  total integer check (total > 0)
);

-- Codes that a store uploaded. A row stays after its code was given, so that nobody uploads and gives the code again.
create table reward_codes (
  store_id uuid not null,
  code text not null,
  -- The last day on which the shop accepts it.
  expires_on date,
  added_at timestamptz not null,
  -- Its place in the file.
  position integer not null,
  -- When it was promised to a buyer; null: it can be.
  taken_at timestamptz,
  primary key (store_id, code)
);

create index reward_codes_left on reward_codes (store_id, added_at, position) where taken_at is null;

-- What a mail promised to a buyer, with the code that it set aside; and what was given.
create table rewards (
  store_id uuid not null,
  -- An order has one at most.
  order_id text not null,
  -- The first mail that asked about the order. It knows the person, and forgets them when they are erased.
  mailing_id uuid,
  code text not null,
  code_expires_on date,
  -- What was promised, in the words of that mail.
  gives text not null,
  promised_at timestamptz not null,
  -- The last day on which a review earns it, and when a review surely comes too late.
  until date not null,
  kept_until timestamptz not null,
  -- When it was given: with the review that earned it, and the mail about `reward_id` that brings the code.
  given_at timestamptz,
  review_id uuid,
  reward_id uuid,
  primary key (store_id, order_id)
);

create index rewards_open on rewards (store_id, kept_until) where given_at is null;
create index rewards_given on rewards (store_id, given_at) where given_at is not null;
create index rewards_by_id on rewards (store_id, reward_id) where reward_id is not null;

-- Not valid: no row can contradict a longer list, and validating it would read the whole table.
alter table mailings drop constraint if exists mailings_kind_check;
alter table mailings add constraint mailings_kind_check check (kind in (
  'request', 'reminder', 'review_published', 'review_rejected', 'review_replied', 'question_received',
  'question_answered', 'answer_published', 'reward', 'confirm_review', 'confirm_question', 'confirm_answer',
  'password_reset', 'invitation', 'webhook_disabled'
)) not valid;
