#!/usr/bin/env bash
# The time zone of a buyer's telephone number, for quiet hours of messages, by the data of Google's libphonenumber.
# Guess:   mobile numbers of Australia and Russia, which have many zones, have all of them, as toll-free numbers of North America
#          do. Brazil's and Mexico's mobiles have the zone of their area code.
# Seen:    libphonenumber-geo-carrier 2.0.0 puts an Australian mobile into Sydney alone, and one of Siberia into Moscow. A mobile of
#          Recife (81) has the hour of Fernando de Noronha, an island with the same area code, one hour ahead; a fixed
#          line of Recife has its own. São Paulo and Tijuana are as guessed, and a toll-free number has 42 zones.
# Matters: 21:00 in Moscow is 01:00 in Novosibirsk, and one zone looks like an answer: a message that respects the quiet hours of
#          the number wakes the buyer. Use the address of the order, or the store's zone with a margin.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
npm install --silent --no-audit --no-fund libphonenumber-js@1.12.31 libphonenumber-geo-carrier@2.0.0
cat > run.mjs <<'JS'
import { timezones } from 'libphonenumber-geo-carrier'
import { parsePhoneNumberFromString as parse } from 'libphonenumber-js'

for (const [place, number] of [
  ['São Paulo', '+55 11 98765 4321'],
  ['Recife', '+55 81 98765 4321'],
  ['Recife, fixed', '+55 81 3456 7890'],
  ['Tijuana', '+52 664 123 4567'],
  ['Alaska', '+1 907 555 0123'],
  ['Canary Islands', '+34 928 12 34 56'],
  ['Australia, mobile', '+61 412 345 678'],
  ['Perth, fixed', '+61 8 9212 3456'],
  ['Siberia, mobile', '+7 913 123 45 67'],
  ['Novosibirsk, fixed', '+7 383 212 34 56'],
  ['Kazakhstan, mobile', '+7 701 123 4567'],
  ['toll-free', '+1 800 555 0123'],
]) {
  const zones = (await timezones(parse(number))) ?? []
  console.log(`${place}: ${zones.length > 3 ? `${zones.length} zones` : zones.join(', ') || 'none'}`)
}
JS
diff - <(node run.mjs) <<'SEEN'
São Paulo: America/Sao_Paulo
Recife: America/Noronha
Recife, fixed: America/Sao_Paulo
Tijuana: America/Tijuana
Alaska: America/Adak, America/Anchorage
Canary Islands: Atlantic/Canary
Australia, mobile: Australia/Sydney
Perth, fixed: Australia/Adelaide, Australia/Perth
Siberia, mobile: Europe/Moscow
Novosibirsk, fixed: Asia/Novosibirsk
Kazakhstan, mobile: Asia/Almaty, Asia/Aqtobe
toll-free: 42 zones
SEEN
echo 'As seen with libphonenumber-geo-carrier 2.0.0.'
