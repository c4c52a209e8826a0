-- What a shop answered when it was asked whether it sends review mails of its own: docs/decisions/0122-one-asks-shop-or-realword.md.
-- Null: it was not asked yet, or its system has none.
alter table connections
  add column if not exists shop_mails text,
  add column if not exists shop_mails_at timestamptz;
