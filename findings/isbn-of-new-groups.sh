#!/usr/bin/env bash
# The numbers of books printed today: Brazil has had 978-65 beside 978-85 since 2019, Taiwan 978-626 beside 978-957, and the United States
# 979-8. Their check digits are right.
# Guess:   every package calls them valid: the check digit needs no table. The older ones cannot write their hyphens.
# Seen:    isbn-utils 1.1.0 looks for the group first, and says of a number whose group it does not know that it is no ISBN.
#          isbn3 2.0.11, simple-isbn 1.1.6 and validator 13.15.35 accept all.
# Matters: a shop that checks its books so drops the GTIN of each new Brazilian one, and its reviews are not matched with those of other
#          shops or feeds. Check the last digit alone, as for any GTIN.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
npm install --silent --no-audit --no-fund isbn3@2.0.11 isbn-utils@1.1.0 simple-isbn@1.1.6 validator@13.15.35
cat > run.cjs <<'JS'
const isbn3 = require('isbn3')
const isbnUtils = require('isbn-utils')
const simple = require('simple-isbn')
const validator = require('validator')

const numbers = { 'Brazil, former': '9788535914849', Brazil: '9786559211234', Taiwan: '9786260012342', 'United States': '9798886451740', France: '9791032305690' }
for (const [group, number] of Object.entries(numbers)) {
  const accepts = {
    isbn3: isbn3.parse(number) !== null,
    'isbn-utils': isbnUtils.isValid(number),
    'simple-isbn': simple.isbn.isValidIsbn(number),
    validator: validator.isISBN(number),
  }
  const names = wanted => Object.keys(accepts).filter(name => Boolean(accepts[name]) === wanted).join(', ')
  console.log(`${group}: accepted by ${names(true)}; refused by ${names(false) || 'none'}`)
}
JS
node run.cjs | tee seen
diff seen - <<'SEEN'
Brazil, former: accepted by isbn3, isbn-utils, simple-isbn, validator; refused by none
Brazil: accepted by isbn3, simple-isbn, validator; refused by isbn-utils
Taiwan: accepted by isbn3, simple-isbn, validator; refused by isbn-utils
United States: accepted by isbn3, simple-isbn, validator; refused by isbn-utils
France: accepted by isbn3, isbn-utils, simple-isbn, validator; refused by none
SEEN
