#!/usr/bin/env bash
# One product's number as shops, feeds and scanners write it: GTIN-8, UPC-A and EAN-13, also padded to 13 or 14 digits with zeros.
# Guess:   barcode-validator and gtin accept all lengths of the standard (8, 12, 13, 14); validator's isEAN refuses UPC-A alone.
# Seen:    barcode-validator 1.0.2 refuses every number of 14 digits. To remove the padding of a GTIN-8, gtin 1.0.2 gives the eight
#          digits back, and gtin-validator 1.0.0 gives twelve: 0000 before the eight.
# Matters: reviews are matched to products by this number, across shops and feeds. A number of one form refused, or two forms
#          reduced in two ways, are a product without reviews. Compare numbers padded to 14 digits, and store what came.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
npm install --silent --no-audit --no-fund gtin@1.0.2 gtin-validator@1.0.0 barcode-validator@1.0.2 barcoder@2.0.1 validator@13.15.35
cat > run.mjs <<'JS'
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)
const { isGTIN, isValid, minify } = require('gtin')
const { isValidGTIN, removeGTINLeadingZerosToUpcOrGTIN13 } = require('gtin-validator')
const isBarcode = require('barcode-validator')
const { validate } = require('barcoder')
const { isEAN } = require('validator')

const numbers = {
  'GTIN-8': '96385074',
  'GTIN-8 as 14': '00000096385074',
  'UPC-A': '036000291452',
  'UPC-A as 13': '0036000291452',
  'UPC-A as 14': '00036000291452',
  'EAN-13': '4006381333931',
  'EAN-13 as 14': '04006381333931',
  'a case of them': '14006381333938',
}
const checks = {
  gtin: number => isGTIN(number) && isValid(number),
  'gtin-validator': isValidGTIN,
  'barcode-validator': isBarcode,
  barcoder: validate,
  isEAN,
}
for (const [name, number] of Object.entries(numbers)) {
  const accepting = Object.entries(checks).filter(([, accepts]) => accepts(number)).map(([check]) => check)
  console.log(`${name}: ${accepting.join(', ')}`)
  if (number.length === 14) console.log(`  without zeros: gtin ${minify(number)}, gtin-validator ${removeGTINLeadingZerosToUpcOrGTIN13(number)}`)
}
JS
diff - <(node run.mjs) <<'SEEN'
GTIN-8: gtin, gtin-validator, barcode-validator, barcoder, isEAN
GTIN-8 as 14: gtin, gtin-validator, barcoder, isEAN
  without zeros: gtin 96385074, gtin-validator 000096385074
UPC-A: gtin, gtin-validator, barcode-validator, barcoder
UPC-A as 13: gtin, gtin-validator, barcode-validator, barcoder, isEAN
UPC-A as 14: gtin, gtin-validator, barcoder, isEAN
  without zeros: gtin 036000291452, gtin-validator 036000291452
EAN-13: gtin, gtin-validator, barcode-validator, barcoder, isEAN
EAN-13 as 14: gtin, gtin-validator, barcoder, isEAN
  without zeros: gtin 4006381333931, gtin-validator 4006381333931
a case of them: gtin, gtin-validator, barcoder, isEAN
  without zeros: gtin 14006381333938, gtin-validator 14006381333938
SEEN
echo 'As seen with gtin 1.0.2, gtin-validator 1.0.0, barcode-validator 1.0.2, barcoder 2.0.1 and validator 13.15.35.'
