-- Rules that decide for some orders and products when and how to ask: server/tenants/stores/settings/request-rules.ts and
-- docs/decisions/0120.
-- small table: stores are few
alter table stores
  add request_rules jsonb not null default '[]'
    constraint stores_request_rules_check check (jsonb_typeof(request_rules) = 'array');
