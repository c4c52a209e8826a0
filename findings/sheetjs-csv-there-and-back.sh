#!/usr/bin/env bash
# A CSV file is read by SheetJS and written as CSV again, as many admin panels do.
# Guess:   ids with leading zeros and long numbers are damaged ("0012" becomes 12); texts such as a size "3-4" stay.
# Seen:    xlsx 0.18.5 writes "0012", "1E5" and twenty digits back unharmed, because it keeps the text of a cell beside its
#          number. But the size "3-4" becomes the day 3/4/01, and dates of either order come back as month first with a
#          year of two digits. As JSON, the same sheet has the damaged numbers.
# Matters: whether an id survives depends on which of two functions the panel calls, and a size or a date does not survive.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
npm install --silent --no-audit --no-fund xlsx@0.18.5
cat > run.mjs <<'JS'
import XLSX from 'xlsx'
const { Sheet1 } = XLSX.read('id,sku,number,size,date,iso\n0012,1E5,12345678901234567890,3-4,05/03/2024,2024-03-05\n', { type: 'string' }).Sheets
console.log(XLSX.utils.sheet_to_csv(Sheet1).trim())
const { id, sku, number } = XLSX.utils.sheet_to_json(Sheet1)[0]
console.log(JSON.stringify({ id, sku, number }))
JS
diff - <(TZ=UTC node run.mjs) <<'SEEN'
id,sku,number,size,date,iso
0012,1E5,12345678901234567890,3/4/01,5/3/24,3/5/24
{"id":12,"sku":100000,"number":12345678901234567000}
SEEN
echo 'As seen with xlsx 0.18.5.'
