-- What the dashboard's screen of mails needs: suppressions that can be listed, added by hand and lifted, each
-- with what made it; mails by date and state; and which of them came back.

alter table suppressions
  drop constraint suppressions_reason_check,
  -- blocked: added by the store itself.
  add constraint suppressions_reason_check
    check (reason in ('unsubscribed', 'bounced', 'complained', 'erased', 'blocked')),
  -- What the other server said, shortened and without addresses.
  add column answer text,
  -- So that no address has to stand in the address of a page. New ones are made by the application.
  add column id uuid not null default gen_random_uuid();
alter table suppressions alter column id drop default;
create unique index suppressions_by_id on suppressions (store_id, id);
-- A list of all reasons reads the first rows of a few ranges of it.
create index suppressions_by_reason on suppressions (store_id, reason, at, id);

-- When a mail that the server had taken came back, or its recipient was refused for good; null again once it
-- is sent after all.
alter table mailings add bounced_at timestamptz;
update mailings
set bounced_at = coalesce(sent_at, created_at)
where last_answer like 'bounced: %';
-- In the same way: a list of all states reads the first rows of five ranges.
create index mailings_by_state on mailings (store_id, state, created_at, id);
create index mailings_bounced on mailings (store_id, created_at, id) where bounced_at is not null;
