-- The currencies in which a shop's orders were: a price that comes without a currency is one of the store's only if they all
-- were in that of the store (server/connections/applying/prices.ts).
alter table connections add column currencies text[] not null default '{}';
