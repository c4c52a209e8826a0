import { expect, test } from 'vitest'
import { findLongLocks, findRefusedByCitus } from './rules.ts'

const outside = '-- outside a transaction\n'

test.each([
  'create index orders_by_day on orders (day)',
  'CREATE UNIQUE INDEX x\n  ON orders (day)',
  'create index concurrently if not exists x on orders (day)',
  'alter table orders add column day date not null',
  'alter table orders add day date generated always as (order_date::date) stored',
  'alter table orders add column salt uuid default gen_random_uuid()',
  'alter table orders add column buyer uuid references people (id)',
  'alter table orders add constraint c check (day > now())',
  'alter table orders add constraint c foreign key (store_id) references stores (store_id)',
  'alter table orders add unique (day)',
  'alter table orders add constraint c unique (day)',
  'alter table orders alter column day type text',
  'alter table orders alter day set not null',
  'update orders set day = order_date::date',
  'delete from orders where day is null',
  'lock table orders in exclusive mode',
  'truncate orders',
  'vacuum (full) orders',
  'reindex table orders',
  `${outside}create index concurrently x on orders (day)`,
  `${outside}create index if not exists x on orders (day)`,
  `${outside}alter table orders add column day date`,
])('refused: %s', text => {
  expect(findLongLocks(text)).toHaveLength(1)
})

test.each([
  'create table days (day date primary key); create index days_by_day on days (day); insert into days values (now())',
  'alter table orders add column day date',
  "alter table orders add column state text not null default 'new'",
  'alter table orders add constraint c check (day is not null) not valid',
  'alter table orders validate constraint c',
  'alter table orders drop column day',
  'drop index orders_by_day',
  '-- Some hundred rows.\n-- small table: a row for each store\nupdate stores set plan = 1',
  `${outside}create unique index concurrently if not exists x on orders (day);
  alter table orders add column if not exists day date`,
  `${outside}do $$ begin for own in select store_id from stores loop update orders set day = null; commit; end loop; end $$`,
])('accepted: %s', text => {
  expect(findLongLocks(text)).toEqual([])
})

test('a reason for one statement does not cover the next', () => {
  const text = '-- small table: a row for each store\nupdate stores set plan = 1; update orders set plan = 1'
  expect(findLongLocks(text)).toEqual([expect.stringContaining('update orders')])
})

test.each([
  ['alter table orders drop constraint if exists c', 0],
  ['alter table orders drop constraint if exists other', 1],
  ['alter table orders drop constraint c', 2],
])('after "%s", a constraint is added again: %i faults', (before, count) => {
  const text = `${outside}${before}; alter table orders add constraint c check (days > 0) not valid`
  expect(findLongLocks(text)).toHaveLength(count)
})

test.each([
  ['alter table stores add column days integer check (days > 0)', 1],
  [
    '-- small table: stores are few\nalter table stores add days integer,\n  add note text CHECK (length(note) < 9)',
    1,
  ],
  ['alter table stores add buyer uuid references people (id)', 1],
  ['alter table stores add column days integer constraint stores_days_check check (days > 0)', 0],
  ['alter table stores add constraint c check (days > 0) not valid', 0],
  ['create table days (day date primary key, open boolean check (open))', 0],
  ['alter table stores drop constraint c, add constraint c check (days > 0) not valid', 1],
  ['alter table stores add constraint c check (days > 0), add note text', 1],
  ["alter table stores add constraint c check (state in ('a', 'b')) not valid", 0],
  ['alter table stores add days integer, add note text', 0],
])('of %s, Citus refuses %i', (text, count) => {
  expect(findRefusedByCitus(text)).toHaveLength(count)
})
