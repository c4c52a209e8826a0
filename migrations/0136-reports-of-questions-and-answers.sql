-- outside a transaction
-- Reports of questions and of shoppers' answers. Their columns are those of review_reports, so that the same statements
-- serve the three: docs/decisions/0130-report-questions-and-answers.md.
create table if not exists question_reports (
  store_id uuid not null,
  question_id uuid not null,
  id uuid not null,
  reason text not null check (reason in (
    'spam', 'offensive', 'private_data', 'not_about_product', 'not_genuine', 'unlawful', 'other'
  )),
  text text not null,
  at timestamptz not null,
  email text,
  address text,
  language text,
  decided_at timestamptz,
  automated boolean,
  primary key (store_id, question_id, id),
  foreign key (store_id, question_id) references questions (store_id, id) on delete cascade
);

create table if not exists answer_reports (
  store_id uuid not null,
  answer_id uuid not null,
  id uuid not null,
  reason text not null check (reason in (
    'spam', 'offensive', 'private_data', 'not_about_product', 'not_genuine', 'unlawful', 'other'
  )),
  text text not null,
  at timestamptz not null,
  email text,
  address text,
  language text,
  decided_at timestamptz,
  automated boolean,
  primary key (store_id, answer_id, id),
  foreign key (store_id, answer_id) references answers (store_id, id) on delete cascade
);

alter table questions add column if not exists reported boolean not null default false;
alter table answers add column if not exists reported boolean not null default false;

create index concurrently if not exists questions_reported on questions (store_id, state, created_at, id)
where reported;
create index concurrently if not exists answers_reported on answers (store_id, state, created_at, id)
where reported;

create index concurrently if not exists question_reports_by_date on question_reports (store_id, at);
create index concurrently if not exists answer_reports_by_date on answer_reports (store_id, at);
create index concurrently if not exists question_reporters on question_reports (store_id, address)
where address is not null;
create index concurrently if not exists answer_reporters on answer_reports (store_id, address)
where address is not null;

-- Nothing is known of new columns until then, and lists would be read from the wrong index.
analyze questions;

analyze answers;
