#!/usr/bin/env bash
# Telephone numbers in the text of a German review.
# Guess:   findPhoneNumbersInText() skips a date as Germans write it, 12.11.2026, as it skips 2024-11-09 for Brazil.
# Seen:    libphonenumber-js 1.13.16 with its usual ("min") metadata finds the telephone number +49 12112026 in it, and
#          +49 120013001400 in three sizes "1200 1300 1400". With the "max" metadata it finds neither, and all real numbers.
# Matters: masked dates and sizes. The metadata set decides, not the options.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
npm install --silent --no-audit --no-fund libphonenumber-js@1.13.16
cat > run.mjs <<'JS'
import { findPhoneNumbersInText as min } from 'libphonenumber-js/min'
import { findPhoneNumbersInText as max } from 'libphonenumber-js/max'
const numbers = found => found.map(({ number }) => number.number).join() || 'none'
for (const [country, text] of [['DE', 'wurde am 12.11.2026 geliefert'], ['DE', '1200 1300 1400'], ['DE', 'Tel. 0171 2345678'], ['BR', 'comprei em 2024-11-09']])
  console.log(`${country} ${text}: min ${numbers(min(text, country))}, max ${numbers(max(text, country))}`)
JS
diff - <(node run.mjs) <<'SEEN'
DE wurde am 12.11.2026 geliefert: min +4912112026, max none
DE 1200 1300 1400: min +49120013001400, max none
DE Tel. 0171 2345678: min +491712345678, max +491712345678
BR comprei em 2024-11-09: min none, max none
SEEN
echo 'As seen with libphonenumber-js 1.13.16.'
