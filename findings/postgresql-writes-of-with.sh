#!/usr/bin/env bash
# One statement of PostgreSQL with several writes, each a part of its WITH.
# Guess:   the manual promises no order, and in practice they run as they are written, the first one first.
# Seen:    PostgreSQL 18.3 (PGlite 0.5.4), and 17.5, run all that nothing reads after the main query, the last one first. One
#          that the main query reads runs before those, when it is read. They run as written if each counts the rows of the
#          one before.
# Matters: a write locks its rows when it runs. So the statement locks its tables in the other order than the same writes as
#          statements of their own elsewhere, and under load the two deadlock.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts @electric-sql/pglite@0.5.4
cat > run.mjs <<'JS'
import { PGlite } from '@electric-sql/pglite'

const db = new PGlite()
console.log((await db.query('show server_version')).rows[0].server_version)
await db.exec('create table log (number serial, part text)')
const insert = (name, reads = '') => `insert into log (part) select '${name}' ${reads} returning part`
const order = async (what, statement) => {
  await db.exec('truncate log restart identity')
  await db.query(statement)
  const { rows } = await db.query('select part from log order by number')
  console.log(`${what}: ${rows.map(({ part }) => part).join(', ')}`)
}
const all = ['one', 'two', 'three'].map(name => `${name} as (${insert(name)})`).join(', ')
const after = (name, before) => `${name} as (${insert(name, `where (select count(*) from ${before}) >= 0`)})`
await order('nothing is read', `with ${all} select 1`)
await order('the main query writes', `with ${all} ${insert('main')}`)
await order('one is read', `with ${all} select part from one`)
await order('two is read', `with ${all} select part from two`)
await order('each counts the one before', `with one as (${insert('one')}), ${after('two', 'one')}, ${after('three', 'two')} select 1`)
JS
diff - <(node run.mjs) <<'SEEN'
18.3
nothing is read: three, two, one
the main query writes: main, three, two, one
one is read: one, three, two
two is read: two, three, one
each counts the one before: one, two, three
SEEN
echo 'As seen with PostgreSQL 18.3 in PGlite 0.5.4.'
