-- What owners take in and take away in the dashboard. The rows stay as a history; the files lie in parts in
-- the picture store, encrypted, and go when `file_until` is over.

create table imports (
  store_id uuid not null references stores (store_id),
  id uuid not null,
  -- A file of reviews or questions, or a whole store.
  kind text not null check (kind in ('review', 'question', 'archive')),
  state text not null check (state in (
    'uploading', 'ready', 'trying', 'tried', 'running', 'done', 'failed', 'cancelled'
  )),
  file_name text not null,
  size bigint not null check (size > 0),
  -- Parts of the file that are there, from the first on.
  parts integer not null default 0,
  file_until timestamptz not null,
  -- What its first rows show: the system it is of, its columns, samples.
  look jsonb,
  -- Which column holds which field, and the order of day and month.
  reading jsonb not null default '{}',
  -- Of the trial or the run, whichever was last: rows that were looked at, and what became of them.
  rows_done integer not null default 0,
  imported integer not null default 0,
  skipped integer not null default 0,
  refused integer not null default 0,
  -- How much of it is done, and of how much: bytes of a table, rows and pictures of a store.
  done bigint not null default 0,
  whole bigint not null default 0,
  -- Why it failed, and what to do: { "what": …, "mend": … }.
  problem jsonb,
  created_by text not null,
  created_at timestamptz not null,
  finished_at timestamptz,
  primary key (store_id, id)
);

-- The minute's look for what a killed process left.
create index imports_to_do on imports (store_id, id) where state in ('trying', 'running');
create index imports_with_file on imports (store_id, file_until) where parts > 0;

-- Why rows of the last trial or run were refused; what stood in them is read again from the file.
create table import_refusals (
  store_id uuid not null,
  import_id uuid not null,
  row_number integer not null,
  -- As the file calls it; null: the row as a whole.
  column_name text,
  problem text not null,
  primary key (store_id, import_id, row_number),
  foreign key (store_id, import_id) references imports (store_id, id) on delete cascade
);

create table exports (
  store_id uuid not null references stores (store_id),
  id uuid not null,
  state text not null check (state in ('running', 'done', 'failed', 'cancelled')),
  -- The file of the last attempt; another for each.
  file_id uuid,
  parts integer not null default 0,
  size bigint not null default 0,
  file_until timestamptz,
  -- Rows and pictures that are written, and of how many.
  done bigint not null default 0,
  whole bigint not null default 0,
  problem jsonb,
  created_by text not null,
  created_at timestamptz not null,
  finished_at timestamptz,
  primary key (store_id, id)
);

create index exports_to_do on exports (store_id, id) where state = 'running';
create index exports_with_file on exports (store_id, file_until) where file_id is not null;
