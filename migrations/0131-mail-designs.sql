-- The blocks of mails that a store designs, by kind of mail and language: server/tenants/stores/settings/mail-design.ts.
alter table stores
  add column mail_designs jsonb not null default '{}';
