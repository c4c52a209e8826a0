-- The token of a link was derived from the mailing's id alone. The author of an archive chooses its ids, so an
-- importer could have another person's token derived and mailed to themselves. Tokens now depend on the store, the
-- kind of link and mail, the id and this random salt (docs/decisions/0023). No export, log or response contains
-- the salt.

alter table mailings
  -- Null for mails sent before this migration. A queued one gets its salt before it is sent.
  add link_salt bytea check (octet_length(link_salt) = 32),
  -- SHA-256 of the token that unsubscribes. It differs from the token that opens the form (`link_hash`).
  add unsubscribe_hash bytea check (octet_length(unsubscribe_hash) = 32),
  -- When this row was restored from an archive. This installation never sends a restored mail.
  add restored_at timestamptz;

-- A token names its store, so a lookup reads the rows of one store.
drop index mailings_by_link;
create index mailings_by_link on mailings (store_id, link_hash) where link_hash is not null;
create index mailings_by_unsubscribe_link on mailings (store_id, unsubscribe_hash)
  where unsubscribe_hash is not null;

-- Tokens of mails sent before this migration name no store. Links last 365 days at most, so this index and the
-- lookup that uses it (mail/links.ts) can be removed a year after an installation ran this migration.
create index mailings_by_old_link on mailings (link_hash) where link_hash is not null and link_salt is null;

-- The links of a restored mail still name the store that sent it.
create index mailings_by_restored_link on mailings (unsubscribe_hash)
  where unsubscribe_hash is not null and restored_at is not null;

-- Invitations are open for seven days. After that every token names its store, and the index on the hash alone
-- can be removed.
alter index invitations_by_link rename to invitations_by_old_link;
create index invitations_by_link on invitations (store_id, link_hash) where link_hash is not null;
