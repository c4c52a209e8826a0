#!/usr/bin/env bash
# Dates of a Spanish export, read by chrono-node's Spanish parser.
# Guess:   it reads "5 sept 2023", the short form that browsers write for Spanish, and "5-sep-2023", which spreadsheets write.
# Seen:    chrono-node 2.10.3 does not read "sept" at all, and of "5-sep-2023" it reads the day and the month and takes the
#          year of today: a review of 2023 would be dated in the present year. "5 sep 2023" is right.
# Matters: a missing date can be asked for; a date with the year of today looks right.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
npm install --silent --no-audit --no-fund chrono-node@2.10.3
cat > run.mjs <<'JS'
import { es } from 'chrono-node'
const written = new Intl.DateTimeFormat('es', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
console.log('Intl writes', written.format(new Date('2023-09-05')))
for (const text of ['5 sep 2023', '5 sept 2023', '5-sep-2023'])
  console.log(text, '=', es.parse(text, new Date('2026-11-27T12:00:00Z')).map(one => one.start.date().toISOString().slice(0, 10)).join() || 'no date')
JS
diff - <(TZ=UTC node run.mjs) <<'SEEN'
Intl writes 5 sept 2023
5 sep 2023 = 2023-09-05
5 sept 2023 = no date
5-sep-2023 = 2026-09-05
SEEN
echo 'As seen with chrono-node 2.10.3.'
