#!/usr/bin/env bash
# Two codes taken from a list of a shop: `update … where code in (select … limit 2 for update skip locked)`.
# Guess:   the subquery names no column of the update, so it is run once, and two codes are taken.
# Seen:    PostgreSQL 18.3 (PGlite 0.5.4) takes two without statistics. If the table was last analyzed when it had one row, a nested
#          loop is planned, which runs the subquery again for each row, and all five codes are taken. `= any(array(select …))` and a
#          materialized WITH take two either way.
# Matters: a list hands out more codes, or a queue more jobs, than were asked for, once autovacuum has seen it nearly empty;
#          and a loop that deletes in batches until one is not full ends early.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts @electric-sql/pglite@0.5.4
cat > run.mjs <<'JS'
import { PGlite } from '@electric-sql/pglite'

const db = new PGlite()
console.log((await db.query('show server_version')).rows[0].server_version)
await db.exec(`
  create table codes (shop integer, code text, place integer, taken timestamptz, primary key (shop, code));
  create index on codes (shop, place) where taken is null;
  insert into codes select 1, 'C' || n, n from generate_series(1, 5) as n`)
const analyzeAtOneRow = async () => {
  await db.exec('delete from codes where place > 1')
  await db.exec('vacuum analyze codes')
  await db.exec(`insert into codes select 1, 'C' || n, n from generate_series(2, 5) as n`)
}
const free = 'select code from codes where shop = 1 and taken is null order by place limit 2 for update skip locked'
const ways = {
  in: `update codes set taken = now() where shop = 1 and code in (${free}) returning code`,
  array: `update codes set taken = now() where shop = 1 and code = any(array(${free})) returning code`,
  with: `with free as materialized (${free})
    update codes set taken = now() where shop = 1 and code in (select code from free) returning code`,
}
for (const when of ['without statistics', 'analyzed at one row']) {
  if (when !== 'without statistics') await analyzeAtOneRow()
  for (const [way, statement] of Object.entries(ways)) {
    await db.exec('begin')
    const taken = (await db.query(statement)).rows.map(({ code }) => code).sort()
    await db.exec('rollback')
    console.log(`${when}, ${way}: ${taken.join(' ')}`)
  }
}
JS
diff - <(node run.mjs) <<'SEEN'
18.3
without statistics, in: C1 C2
without statistics, array: C1 C2
without statistics, with: C1 C2
analyzed at one row, in: C1 C2 C3 C4 C5
analyzed at one row, array: C1 C2
analyzed at one row, with: C1 C2
SEEN
echo 'As seen with PostgreSQL 18.3 in PGlite 0.5.4.'
