-- What a form may do once: a solved challenge opens it once, and the same words of the same person arrive
-- once, however often the button is pressed. `what` is a nonce or a hash. Rows are deleted when they no longer
-- say anything.
create table used_once (
  store_id uuid not null references stores (store_id),
  what text not null,
  expires_at timestamptz not null,
  primary key (store_id, what)
);

create index used_once_by_end on used_once (store_id, expires_at);

-- Reviews and questions sent without a proof of work, by a browser without scripts: they wait for the store,
-- whatever its rule. Only until the address is confirmed: then the state says it.
create table sent_unproven (
  store_id uuid not null references stores (store_id),
  record_id uuid not null,
  primary key (store_id, record_id)
);
