-- Strangers and stores can fill a disk: what they may keep is counted in bytes, and refused before it is written.

-- Pictures that came with a form and that no review uses yet: the room that visitors take up in a store. A row is
-- written before the files are, and goes when a review takes the picture, when that is swept, or after a day.
create table waiting_pictures (
  store_id uuid not null,
  name text not null,
  -- Of all three sizes.
  bytes integer not null,
  since timestamptz not null,
  primary key (store_id, name)
);

-- Bytes that arrived for an import, parts that were sent again among them. They are counted for a day, also of
-- imports whose file is gone.
alter table imports add column received bigint not null default 0;

create index imports_by_time on imports (store_id, created_at);
