#!/usr/bin/env bash
# Dates in files of orders and reviews, read without knowing who wrote them.
# Guess:   any-date-parser reads 31/08/2024 as 31 August, since there is no month 31.
# Seen:    any-date-parser 2.2.4 drops the 3 and answers 8 January, for its default locale; the 31st and 13th of any
#          month likewise. It takes the zone of a JavaScript date ("GMT-0300") for GMT itself, three hours early, and the seconds of 1970 for the year 1731.
#          All without an error.
# Matters: a request scheduled from such a date leaves eight months early. The order of day and month must be known from
#          the whole file, not guessed for a cell.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
npm install --silent --no-audit --no-fund any-date-parser@2.2.4
cat > run.mjs <<'JS'
import parser from 'any-date-parser'

for (const [text, locale] of [['08/31/2024'], ['31/08/2024'], ['13/05/2024'], ['31/08/2024', 'pt-BR'], ['Sat Nov 09 2024 10:00:00 GMT-0300 (Brasilia Standard Time)'], ['2024-11-09 10:00:00 -0300'], ['1731110400']])
  console.log(`${text} ${locale ?? '-'}: ${JSON.stringify(parser.attempt(text, locale))}`)
JS
diff - <(node run.mjs) <<'SEEN'
08/31/2024 -: {"month":8,"day":31,"year":2024}
31/08/2024 -: {"month":1,"day":8,"year":2024}
13/05/2024 -: {"month":3,"day":5,"year":2024}
31/08/2024 pt-BR: {"day":31,"month":8,"year":2024}
Sat Nov 09 2024 10:00:00 GMT-0300 (Brasilia Standard Time) -: {"hour":10,"minute":0,"second":0,"month":11,"day":9,"year":2024,"offset":0}
2024-11-09 10:00:00 -0300 -: {"year":2024,"month":11,"day":9,"hour":10,"minute":0,"second":0,"offset":-180}
1731110400 -: {"year":1731}
SEEN
echo 'As seen with any-date-parser 2.2.4.'
