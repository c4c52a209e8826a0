-- The processor time of a store's mappings in the hour that began at `began_at`: a store that takes more waits.
create table mapping_usage (
  store_id uuid primary key references stores (store_id),
  began_at timestamptz not null,
  ms integer not null
);
