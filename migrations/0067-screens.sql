-- outside a transaction
-- The dashboard filters mails by the state that it displays: "kept" instead of "sent" for mails that never left, which
-- only the answer tells. With thousands of the other kind, none of a state was found before all were read. One index of
-- displayed states serves every filter, so a mail costs as many index entries as before. The expression is that of
-- server/mailings/kept.ts.
create index concurrently if not exists mailings_by_displayed_state on mailings (
  store_id,
  (case when state = 'sent' and last_answer = 'kept in the outbox: SMTP_URL is not set' then 'kept' else state end),
  created_at,
  id
);

drop index concurrently if exists mailings_by_state;

-- Until then, the planner knows nothing of the expression.
analyze mailings;

-- When the member dismissed the first steps of the store, on whichever device.
alter table memberships add column if not exists steps_dismissed_at timestamptz;

-- A hash does not say what the order was, and a deleted test order is no sign of a connected shop.
alter table former_orders add column if not exists is_test boolean not null default false;
