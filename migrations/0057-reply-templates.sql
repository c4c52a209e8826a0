-- Texts that a store uses again and again in its replies. They are few and belong together, so they are a setting.
alter table stores
  add reply_templates jsonb not null default '[]';
