#!/usr/bin/env bash
# First and last names of buyers, by the parsers of npm.
# Guess:   titles and suffixes other than English ones stay in the name.
# Seen:    worse: English suffixes eat names. humanparser 2.7.0 reads "Ana V", as many services shorten a name, as Ana the fifth
#          without a last name, and "João MA" as one with a degree; "Sra. Ana" has no first name. parse-full-name 1.2.7 takes
#          "Le" and "Van" for particles: Le Thi and Van Morrison have no first name, nor does Pedro II. For both parsers,
#          "Filho" (son), "Neto" (grandson) and "Júnior" are last names.
# Matters: "Hello ," or "Hello Sr.," in a mail, and "Júnior" as the name that is shortened on a page. A service that has only
#          full names needs rules per language, and none at all are better than wrong ones.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
npm install --silent --no-audit --no-fund humanparser@2.7.0 parse-full-name@1.2.7
cat > run.mjs <<'JS'
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)
const { parseName } = require('humanparser')
const { parseFullName } = require('parse-full-name')
const names = ['Ana V', 'Ana V.', 'João MA', 'Pedro II', 'Sra. Ana', 'Sr. Carlos Lima', 'Le Thi', 'Van Morrison']
for (const name of [...names, 'Maria da Silva Filho', 'João Pedro Júnior', 'Ana Souza Neto']) {
  const one = parseName(name)
  const other = parseFullName(name)
  const show = (first, last, suffix) => [first || '-', last || '-', suffix || '-'].join(', ')
  console.log(`${name}: ${show(one.firstName, one.lastName, one.suffix)} | ${show(other.first, other.last, other.suffix)}`)
}
JS
diff - <(node run.mjs) <<'SEEN'
Ana V: Ana, -, V | Ana, V, -
Ana V.: Ana, -, V. | Ana, V., -
João MA: João, -, MA | João, MA, -
Pedro II: Pedro, -, II | -, Pedro, II
Sra. Ana: -, Ana, - | Sra., Ana, -
Sr. Carlos Lima: Carlos, Lima, - | Sr., Lima, -
Le Thi: Le, Thi, - | -, Le Thi, -
Van Morrison: Van, Morrison, - | -, Van Morrison, -
Maria da Silva Filho: Maria, Filho, - | Maria, Filho, -
João Pedro Júnior: João, Júnior, - | João, Júnior, -
Ana Souza Neto: Ana, Neto, - | Ana, Neto, -
SEEN
echo 'As seen with humanparser 2.7.0 and parse-full-name 1.2.7.'
