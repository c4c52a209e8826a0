#!/usr/bin/env bash
# Telephone numbers of buyers, as shops store them and as messaging channels still send them: Mexico with the mobile digit 1
# that was abolished in 2019, Argentina with 9 or 15, Brazil without the ninth digit, Italy with its leading zero.
# Guess:   libphonenumber-js removes Mexico's 1 and finds the number valid, and calls the short Brazilian mobile invalid with
#          any metadata. phone, which promises E.164, gives one number per person, and keeps Italy's zero.
# Seen:    libphonenumber-js 1.13.16 keeps the 1, calls the number invalid, and with its usual ("min") metadata calls the short
#          Brazilian number valid. phone 3.1.72 accepts Mexico's number in both forms and reads the old prefix 01 as country and
#          mobile digit. It refuses Argentina's 9 if it knows the country, removes it if it does not, and keeps it if
#          validateMobilePrefix is off; it keeps 15 as digits of the number. It removes Italy's zero.
# Matters: the buyer of an order and the sender of a message are two people, and a suppression of one does not stop messages to
#          the other. A number without its 9 or zero is somebody else's, or nobody's.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
npm install --silent --no-audit --no-fund phone@3.1.72 libphonenumber-js@1.13.16
cat > run.mjs <<'JS'
import { parsePhoneNumberFromString as parseMax } from 'libphonenumber-js/max'
import { parsePhoneNumberFromString as parseMin } from 'libphonenumber-js/min'
import { phone } from 'phone'

const numbers = [
  ['MX', 'MEX', '+52 55 1234 5678', '+52 1 55 1234 5678', '01 55 1234 5678'],
  ['AR', 'ARG', '+54 9 11 2345 6789', '011 15 2345-6789'],
  ['BR', 'BRA', '+55 11 98765 4321', '+55 11 8765 4321'],
  ['IT', 'ITA', '+39 06 6982 1234', '06 6982 1234'],
]
const format = number => (number ? `${number.number} ${number.isValid() ? 'valid' : 'invalid'}` : '-')
for (const [region, country, ...texts] of numbers)
  for (const text of texts) {
    const results = [
      `max ${format(parseMax(text, region))}`,
      `min ${format(parseMin(text, region))}`,
      `phone ${phone(text, { country }).phoneNumber}`,
      `without country ${phone(text).phoneNumber}`,
      `with any prefix ${phone(text, { country, validateMobilePrefix: false }).phoneNumber}`,
    ]
    console.log(`${text}: ${results.join(' | ')}`)
  }
JS
diff - <(node run.mjs) <<'SEEN'
+52 55 1234 5678: max +525512345678 valid | min +525512345678 valid | phone +525512345678 | without country +525512345678 | with any prefix +525512345678
+52 1 55 1234 5678: max +5215512345678 invalid | min +5215512345678 invalid | phone +5215512345678 | without country +5215512345678 | with any prefix +5215512345678
01 55 1234 5678: max +52015512345678 invalid | min +52015512345678 invalid | phone +5215512345678 | without country null | with any prefix +5215512345678
+54 9 11 2345 6789: max +5491123456789 valid | min +5491123456789 valid | phone null | without country +541123456789 | with any prefix +5491123456789
011 15 2345-6789: max +5491123456789 valid | min +5491123456789 valid | phone +54111523456789 | without country null | with any prefix +54111523456789
+55 11 98765 4321: max +5511987654321 valid | min +5511987654321 valid | phone +5511987654321 | without country +5511987654321 | with any prefix +5511987654321
+55 11 8765 4321: max +551187654321 invalid | min +551187654321 valid | phone null | without country null | with any prefix +551187654321
+39 06 6982 1234: max +390669821234 valid | min +390669821234 valid | phone null | without country null | with any prefix +390669821234
06 6982 1234: max +390669821234 valid | min +390669821234 valid | phone null | without country null | with any prefix +39669821234
SEEN
echo 'As seen with phone 3.1.72 and libphonenumber-js 1.13.16.'
