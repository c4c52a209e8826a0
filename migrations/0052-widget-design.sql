-- The saved design of a store's widgets: CSS variables and attributes. It is a column of the store's row, which every
-- read with the store key has in memory, so serving it costs no query.
alter table stores
  add widget_design jsonb not null default '{}';
