-- Whether the author works for the store: docs/decisions/0129-mark-insiders.md. Null: not that the store knows.
alter table reviews add insider boolean;

-- Domains whose addresses only the team has.
alter table stores
  add insider_domains text[] not null default '{}' constraint stores_insider_domains_check check (cardinality(insider_domains) <= 20);
