-- The limit stored_bytes counts what a store keeps in the file storage. Uploads and exports have their sizes; pictures get
-- theirs here: of all three files. Adding a column without a default rewrites nothing. Earlier pictures are null, and
-- the hourly cleanup measures 2,000 of a store at a time.
alter table pictures add column bytes integer;

create index pictures_unmeasured on pictures (store_id, name) where bytes is null;
