-- Pictures that reviews of other systems bring as addresses. Each is copied once for a store, however many reviews use it: so
-- the key is the address, as its SHA-256, because a text of 2,048 characters does not fit into an index. Which reviews use it
-- is in reviews.pictures alone (index reviews_by_picture), so that a deleted or erased review leaves nothing to tidy up here.
create table picture_copies (
  store_id uuid not null,
  address_hash bytea not null,
  -- Empty once it is copied.
  address text not null,
  host text not null,
  -- The import that brought it last; null: a command or an archive.
  import_id uuid,
  -- foreign: a video, which stays where it is.
  state text not null check (state in ('waiting', 'copied', 'failed', 'foreign')),
  attempts integer not null default 0,
  -- The next attempt of a waiting one.
  due_at timestamptz not null,
  -- Why the last attempt failed, and the status that the server answered.
  problem text,
  status integer,
  -- Our picture.
  name text,
  primary key (store_id, address_hash)
);

create index picture_copies_due on picture_copies (store_id, due_at) where state = 'waiting';
create index picture_copies_by_import on picture_copies (store_id, import_id);
