-- Imports and exports that fail for a reason that is not their file's are tried a few times in about an hour, and
-- then have failed. Reviews and questions are exported alone, too: as the CSV files that imports take.

alter table imports
  -- How often it failed so since it last got on, and when it is tried again.
  add column attempts smallint not null default 0,
  add column next_attempt_at timestamptz;

alter table exports
  add column kind text not null default 'archive' check (kind in ('archive', 'reviews', 'questions')),
  add column attempts smallint not null default 0,
  add column next_attempt_at timestamptz;
