#!/usr/bin/env bash
# A mapping reads "27 Nov 26" with JSONata's $toMillis and a picture.
# Guess:   a year of two digits is one of this century, and names of months are read in any case.
# Seen:    jsonata 2.2.2 reads [Y,2-2] "26" as 1926. A month in lower case ("27 nov 2026") fails, and the message blames the
#          picture: "missing specifiers". A date and time without seconds ("2026-11-27T10:00") is no ISO date for it.
# Matters: an order dated a hundred years ago is no error, only too old to be asked about.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
npm install --silent --no-audit --no-fund jsonata@2.2.2
cat > run.mjs <<'JS'
import jsonata from 'jsonata'
for (const text of ['$toMillis("27 Nov 26","[D] [MNn,*-3] [Y,2-2]")', '$toMillis("27 Nov 2026","[D] [MNn,*-3] [Y]")', '$toMillis("27 nov 2026","[D] [MNn,*-3] [Y]")', '$toMillis("2026-11-27")', '$toMillis("2026-11-27T10:00")'])
  console.log(text, await jsonata(text).evaluate({}).then(ms => new Date(ms).toISOString(), error => error.code))
JS
diff - <(node run.mjs) <<'SEEN'
$toMillis("27 Nov 26","[D] [MNn,*-3] [Y,2-2]") 1926-11-27T00:00:00.000Z
$toMillis("27 Nov 2026","[D] [MNn,*-3] [Y]") 2026-11-27T00:00:00.000Z
$toMillis("27 nov 2026","[D] [MNn,*-3] [Y]") D3136
$toMillis("2026-11-27") 2026-11-27T00:00:00.000Z
$toMillis("2026-11-27T10:00") D3110
SEEN
echo 'As seen with jsonata 2.2.2.'
