-- Visitors and stores could fill the disk. Their bytes are now counted, and a file that does not fit is refused
-- before it is written.

-- Pictures uploaded with a form that no review uses yet. A row is inserted before its files are written, and deleted
-- when a review takes the picture, when the picture is swept, or after a day.
create table waiting_pictures (
  store_id uuid not null,
  name text not null,
  -- Of all three sizes.
  bytes integer not null,
  since timestamptz not null,
  primary key (store_id, name)
);

-- Bytes received for an import, including parts sent again. They count towards the quota for a day, even after the
-- file is deleted.
alter table imports add column received bigint not null default 0;

create index imports_by_time on imports (store_id, created_at);
