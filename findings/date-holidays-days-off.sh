#!/usr/bin/env bash
# Days on which a shop's buyers are off, from the largest library of public holidays.
# Guess:   each entry of the type `public` is one day off; a state has the days of its country and its own; a calendar that
#          is right for Brazil and Germany is right for Korea and Ecuador.
# Seen:    date-holidays 3.37.0 lists Brazil's 20 November, national since 2023, and loses it for São Paulo: the state's rule,
#          which ended when the national one began, replaces it. An entry may be three days (KR, SA), half of one (CN, of
#          women or soldiers alone), or 90 hours (TR). Korea's New Year begins on the day itself and not on its eve, as the
#          comment in its calendar says. Ecuador's 9 October is 10 September, day and month changed. Its package.json says
#          CC-BY-3.0, and its LICENSE CC BY-SA 3.0.
# Matters: mail on a day off and none on a working day. Count whole days from `start` to `end`, use national calendars, and
#          compare those of your countries with their laws.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
npm install --silent --no-audit --no-fund date-holidays@3.37.0
cat > run.mjs <<'JS'
import { readFileSync } from 'node:fs'
import Holidays from 'date-holidays'

const publicDays = (...place) => new Holidays(...place, { types: ['public'] }).getHolidays(2026)
const on = (days, date) => days.filter(one => one.date.startsWith(date)).length
console.log(`20 November: BR ${on(publicDays('BR'), '2026-11-20')}, BR-SP ${on(publicDays('BR', 'SP'), '2026-11-20')}, BR-RJ ${on(publicDays('BR', 'RJ'), '2026-11-20')}`)
for (const country of ['BR', 'CN', 'KR', 'SA', 'TR']) {
  const odd = publicDays(country).filter(({ start, end }) => end - start !== 864e5)
  console.log(`${country}: ${odd.map(({ date, start, end }) => `${date.slice(5, 16)} ${(end - start) / 36e5} h`).join(', ') || 'whole days'}`)
}
console.log(`EC: 10 September ${on(publicDays('EC'), '2026-09-10')}, 9 October ${on(publicDays('EC'), '2026-10-09')}`)
const folder = 'node_modules/date-holidays'
console.log(JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')).license, '|', readFileSync(`${folder}/LICENSE`, 'utf8').match(/CC [\w-]+ 3\.0/)[0])
JS
diff - <(node run.mjs) <<'SEEN'
20 November: BR 1, BR-SP 0, BR-RJ 0
BR: whole days
CN: 03-08 12:00 12 h, 05-04 12:00 12 h, 08-01 12:00 12 h
KR: 02-17 00:00 72 h, 09-24 00:00 72 h
SA: 03-19 00:00 96 h, 05-26 00:00 96 h
TR: 03-20 00:00 90 h, 05-27 00:00 114 h
EC: 10 September 1, 9 October 0
(ISC AND CC-BY-3.0) | CC BY-SA 3.0
SEEN
echo 'As seen with date-holidays 3.37.0.'
