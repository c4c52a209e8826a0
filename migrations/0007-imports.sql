-- Rows of files that were imported, so that the same file brings nothing the second time, however often an
-- import is repeated or broken off. `key` is the SHA-256 of the row's own id, or of what its author wrote and
-- its turn among equal rows (server/imports/reading/row-keys.ts). It outlives the record: what a person had erased
-- does not come back with the next import.

create table imported_rows (
  store_id uuid not null references stores (store_id),
  kind text not null check (kind in ('review', 'question')),
  key bytea not null check (octet_length(key) = 32),
  record_id uuid not null,
  primary key (store_id, kind, key)
);
