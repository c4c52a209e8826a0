-- Answers of shoppers to published questions: docs/decisions/0114-answers-by-shoppers.md.
-- small table: stores are few
alter table stores add column if not exists buyer_answers boolean not null default false;

-- Like questions, of which each answers one. There is no foreign key to it: what deletes a question deletes its answers with
-- their notes, and a restore checks the questions instead.
create table answers (
  store_id uuid not null,
  id uuid not null,
  question_id uuid not null,
  -- The question's.
  product_id text not null,
  body text not null,
  display_name text not null,
  email text,
  address text,
  -- Whether the confirmed address has an order of the store with the product, or one that shares with it.
  verified_purchase boolean not null default false,
  state text not null check (state in ('unconfirmed', 'pending', 'published', 'rejected', 'removed')),
  state_at timestamptz,
  moderation_reason text,
  language text not null,
  created_at timestamptz not null,
  published_at timestamptz,
  updated_at timestamptz,
  text_hash bytea,
  search tsvector not null default '',
  flagged boolean not null default false,
  primary key (store_id, id)
);

create index answers_of_question on answers (store_id, question_id, state, created_at, id);
create index answers_by_address on answers (store_id, address) where address is not null;
create index answers_by_state on answers (store_id, state, created_at, id);
create index answers_by_product on answers (store_id, product_id, state, created_at, id);
create index answers_by_text on answers (store_id, text_hash) where text_hash is not null;
create index answers_changed on answers (store_id, updated_at, id) where updated_at is not null;
create index answers_taken_down on answers (store_id, state_at) where state in ('rejected', 'removed');

-- Published answers of the question. The page of questions reads this row anyway, so that questions without answers cost
-- nothing more. ./realword doctor recounts them.
alter table questions add column if not exists answers integer not null default 0;

-- Not valid: no row can contradict a longer list, and validating it would read the whole table.
alter table moderation_flags drop constraint if exists moderation_flags_record_type_check;
alter table moderation_flags add constraint moderation_flags_record_type_check
  check (record_type in ('review', 'question', 'answer')) not valid;

alter table mailings drop constraint if exists mailings_kind_check;
alter table mailings add constraint mailings_kind_check check (kind in (
  'request', 'reminder', 'review_published', 'review_rejected', 'review_replied', 'question_received',
  'question_answered', 'answer_published', 'confirm_review', 'confirm_question', 'confirm_answer', 'password_reset',
  'invitation', 'webhook_disabled'
)) not valid;
