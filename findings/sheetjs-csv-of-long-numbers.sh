#!/usr/bin/env bash
# The orders of a shop in a spreadsheet (.xlsx), whose numbers have 11, 12, 13 (a GTIN) and 16 digits in cells without a format, as
# exceljs writes them, become CSV in an admin panel.
# Guess:   all libraries write the number, which the file holds in full; digits are lost beyond the 15th or 16th alone.
# Seen:    xlsx 0.18.5 writes what Excel would show in a narrow column: sheet_to_csv makes 4.5E+11 of 450000000123 and 7.89123E+12 of
#          the GTIN, as do sheet_to_html and sheet_to_json with `raw: false`. 11 digits are written in full. exceljs 4.4.0 writes all
#          digits, as xlsx does as JSON, and read-excel-file 9.3.17 and xlsx-populate 1.21.0 read them.
# Matters: the same library gives a CSV file back unharmed, so a panel that was tried with CSV files loses the ids of spreadsheets,
#          and several orders or products get one id. Refuse an id such as 4.5E+11: nothing can restore it.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
npm install --silent --no-audit --no-fund exceljs@4.4.0 xlsx@0.18.5 read-excel-file@9.3.17 xlsx-populate@1.21.0
cat > run.mjs <<'JS'
import ExcelJS from 'exceljs'
import readExcelFile from 'read-excel-file/node'
import XLSX from 'xlsx'
import populate from 'xlsx-populate'

const numbers = [45000000012, 450000000123, 7891234567895, 2000001234567890]
const book = new ExcelJS.Workbook()
book.addWorksheet('Orders').addRows([['order', 'parcel', 'gtin', 'payment'], numbers])
await book.xlsx.writeFile('orders.xlsx')

const { Orders } = XLSX.readFile('orders.xlsx').Sheets
const second = text => text.trim().split('\n')[1]
console.log('xlsx, csv:', second(XLSX.utils.sheet_to_csv(Orders)))
console.log('xlsx, html:', XLSX.utils.sheet_to_html(Orders).match(/(?<=<td[^>]*>)[^<]*/g).slice(4).join())
console.log('xlsx, json:', Object.values(XLSX.utils.sheet_to_json(Orders)[0]).join())
console.log('xlsx, json, raw: false:', Object.values(XLSX.utils.sheet_to_json(Orders, { raw: false })[0]).join())
const read = new ExcelJS.Workbook()
await read.xlsx.readFile('orders.xlsx')
console.log('exceljs, csv:', second(String(await read.csv.writeBuffer())))
const rows = await readExcelFile('orders.xlsx')
console.log('read-excel-file:', (rows[0].data ?? rows)[1].join())
console.log('xlsx-populate:', (await populate.fromFileAsync('orders.xlsx')).sheet(0).usedRange().value()[1].join())
JS
node run.mjs | tee seen
diff seen - <<'SEEN'
xlsx, csv: 45000000012,4.5E+11,7.89123E+12,2E+15
xlsx, html: 45000000012,4.5E+11,7.89123E+12,2E+15
xlsx, json: 45000000012,450000000123,7891234567895,2000001234567890
xlsx, json, raw: false: 45000000012,4.5E+11,7.89123E+12,2E+15
exceljs, csv: 45000000012,450000000123,7891234567895,2000001234567890
read-excel-file: 45000000012,450000000123,7891234567895,2000001234567890
xlsx-populate: 45000000012,450000000123,7891234567895,2000001234567890
SEEN
