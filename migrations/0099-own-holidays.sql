-- Days on which a store asks nobody, beside weekends and national holidays: YYYY-MM-DD, or MM-DD for every year
-- (server/tenants/stores/own-holidays.ts).
-- small table: stores are few
alter table stores
  add own_holidays text[] not null default '{}' constraint stores_own_holidays_check check (cardinality(own_holidays) <= 60);
