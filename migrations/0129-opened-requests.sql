-- outside a transaction
-- When the link of a request, or of its reminders, was first opened: docs/decisions/0123-count-opened-links.md.
alter table mailings add column if not exists opened_at timestamptz;

-- The requests of a store that were sent in a range of days. Of 300,000 mails of two stores, those of 30 days are on 593
-- pages, and 9,374 are read without it.
create index concurrently if not exists mailings_requests_sent on mailings (store_id, sent_at)
where kind = 'request' and sent_at is not null;
