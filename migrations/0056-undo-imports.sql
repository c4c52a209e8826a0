-- An import can be undone as a whole for 30 days. What a batch of it has written is one row here, of about 50 bytes for
-- each record: a column of reviews, with an index on it, would cost each imported review an index entry, and a rewrite
-- of imported_rows or an index on its records as much. The keys are there because rows are looked up by them alone.
create table import_batches (
  store_id uuid not null,
  import_id uuid not null,
  -- The last row of the file in this batch.
  last_row integer not null,
  -- Later changes of a record are those of the store.
  written_at timestamptz not null,
  record_ids uuid[] not null,
  -- Those of imported_rows, in the same order.
  keys bytea[] not null,
  primary key (store_id, import_id, last_row),
  foreign key (store_id, import_id) references imports (store_id, id) on delete cascade
);

-- Null: it has written nothing, or can no longer be undone.
alter table imports add column undo_until timestamptz;

alter table imports drop constraint imports_state_check;
alter table imports add constraint imports_state_check check (state in (
  'uploading', 'ready', 'trying', 'tried', 'running', 'done', 'failed', 'cancelled', 'undoing', 'undone'
));

drop index imports_to_do;
create index imports_to_do on imports (store_id, id) where state in ('trying', 'running', 'undoing');
