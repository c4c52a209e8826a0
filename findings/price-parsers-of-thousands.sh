#!/usr/bin/env bash
# Prices in files and pages, written as people of many countries do.
# Guess:   parse-price and price-parser read "12,345" as 12345.
# Seen:    parse-price 1.1.8 answers 1.234, also for ¥1,234, and 1.234 for "1.234.567". parse-money 1.0.12 answers 1234 and
#          12345 for "12.345", which in Kuwait is twelve dinars. price-parser 3.4.0 answers nothing without a sign it knows
#          (no KD, and no ₹ with Indian groups), and gives yen two digits: ¥1,234 has the value 123400.
# Matters: an offer in structured data a thousand times too dear or too cheap is refused, or ends an account. A price needs
#          its currency and the convention of its file before it is read.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
npm install --silent --no-audit --no-fund parse-price@1.1.8 price-parser@3.4.0 parse-money@1.0.12
cat > run.mjs <<'JS'
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)
const [parsePrice, priceParser, parseMoney] = ['parse-price', 'price-parser', 'parse-money'].map(name => require(name))
for (const text of ['R$ 1.234,50', '1,234', '¥1,234', '1.234.567', 'KD 12.345', '₹1,23,456.00', '149,90']) {
  const parsed = priceParser.parseFirst(text)
  console.log(`${text}: ${parsePrice(text)} | ${parsed ? `${parsed.floatValue} (${parsed.value})` : '-'} | ${parseMoney.default(text).amount}`)
}
JS
diff - <(node run.mjs) <<'SEEN'
R$ 1.234,50: 1234.5 | 1234.5 (123450) | 1234.5
1,234: 1.234 | - | 1234
¥1,234: 1.234 | 1234 (123400) | 1234
1.234.567: 1.234 | - | 1234567
KD 12.345: 12.345 | - | 12345
₹1,23,456.00: 123456 | - | 123456
149,90: 149.9 | - | 149.9
SEEN
echo 'As seen with parse-price 1.1.8, price-parser 3.4.0 and parse-money 1.0.12.'
