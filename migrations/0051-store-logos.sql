-- Logos that a store uploaded, newest last. The files are in the picture store. Mails that were sent contain the address
-- of their logo, so replaced logos stay for a while; pictures/logos.ts says how many.
create table store_logos (
  store_id uuid not null references stores,
  name text not null,
  made_at timestamptz not null,
  primary key (store_id, name)
);
