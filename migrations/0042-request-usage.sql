-- API requests of a store's newest minute with one, for the limit api_requests_per_minute. Processes take parts of the
-- minute's limit in advance: `taken` is what all of them took, and `granted` what the last one got. `minute` counts
-- minutes since 1970.
create table request_usage (
  store_id uuid primary key,
  minute integer not null,
  taken integer not null,
  granted integer not null
);
