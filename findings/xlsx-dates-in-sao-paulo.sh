#!/usr/bin/env bash
# Reviews in a spreadsheet, written and read by libraries of npm on a server in São Paulo: a day (1 November 2026, midnight
# there), a size, and a name with spaces.
# Guess:   a cell has no zone. exceljs and read-excel-file mean the hour of UTC, all others that of the server. Spaces around a
#          text survive, and exceljs escapes "_x0041_", which the format reads as a letter.
# Seen:    write-excel-file 4.1.1 and excel4node 1.8.2 write the hour of UTC, as exceljs 4.4.0 does. xlsx 0.18.5 writes 31 October
#          23:59:32, and reads a cell with midnight as 00:00:28: it counts from 1899, when São Paulo was 28 seconds off. Only
#          xlsx-populate 1.21.0 writes midnight. No writer escapes "_x0041_", so readers make "A" of it, and read-excel-file
#          9.3.17 trims texts.
# Matters: the day of an order or a review moves, and only for stores in some zones. Write days as texts (2026-11-01), and take a
#          cell's number instead of its date.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
npm install --silent --no-audit --no-fund exceljs@4.4.0 xlsx@0.18.5 write-excel-file@4.1.1 read-excel-file@9.3.17 xlsx-populate@1.21.0 \
  excel4node@1.8.2
cat > run.mjs <<'JS'
import { createRequire } from 'node:module'
import { readSheet } from 'read-excel-file/node'
import writeExcelFile from 'write-excel-file/node'

const require = createRequire(import.meta.url)
const ExcelJS = require('exceljs')
const XLSX = require('xlsx')
const populate = require('xlsx-populate')
const excel4node = require('excel4node')

const day = new Date('2026-11-01T00:00:00-03:00')
const midnight = 46327 // 1 November 2026 in a cell
const texts = ['size_x0041_', ' Ana ']
const writers = {
  exceljs(row) {
    const workbook = new ExcelJS.Workbook()
    workbook.addWorksheet('Reviews').addRow(row)
    return workbook.xlsx.writeBuffer()
  },
  xlsx(row) {
    const workbook = XLSX.utils.book_new()
    XLSX.utils.book_append_sheet(workbook, XLSX.utils.aoa_to_sheet([row]), 'Reviews')
    return XLSX.write(workbook, { type: 'buffer', bookType: 'xlsx' })
  },
  'write-excel-file': row => writeExcelFile([row.map(value => ({ value, format: value instanceof Date ? 'yyyy-mm-dd hh:mm' : undefined }))]).toBuffer(),
  async 'xlsx-populate'(row) {
    const workbook = await populate.fromBlankAsync()
    for (const [index, value] of row.entries()) workbook.sheet(0).cell(1, index + 1).value(value)
    if (row[0] === midnight) workbook.sheet(0).cell('A1').style('numberFormat', 'yyyy-mm-dd hh:mm')
    return workbook.outputAsync()
  },
  excel4node(row) {
    const workbook = new excel4node.Workbook()
    const sheet = workbook.addWorksheet('Reviews')
    sheet.cell(1, 1).date(row[0])
    for (const [index, text] of row.slice(1).entries()) sheet.cell(1, index + 2).string(text)
    return workbook.writeToBuffer()
  },
}
const readers = {
  async exceljs(file) {
    const workbook = new ExcelJS.Workbook()
    await workbook.xlsx.load(file)
    return workbook.worksheets[0].getRow(1).values.slice(1)
  },
  xlsx: file => XLSX.utils.sheet_to_json(XLSX.read(file, { cellDates: true }).Sheets.Sheet1, { header: 1 })[0],
  'read-excel-file': async file => (await readSheet(file))[0],
}
const time = date => date.toLocaleString('sv-SE')
console.log('Written:')
for (const [name, write] of Object.entries(writers)) {
  const { Sheets } = XLSX.read(await write([day, ...texts]))
  const [number] = XLSX.utils.sheet_to_json(Object.values(Sheets)[0], { header: 1, raw: true })[0]
  const cell = new Date(Math.round((number - 25569) * 86400) * 1000)
  console.log(`  ${name}: ${cell.toISOString().slice(0, 19).replace('T', ' ')}`)
}
console.log('Read:')
const file = await writers['xlsx-populate']([midnight, ...texts])
for (const [name, read] of Object.entries(readers)) {
  const [date, ...others] = await read(file)
  console.log(`  ${name}: ${time(date)} ${JSON.stringify(others)}`)
}
console.log('Texts:')
for (const [name, write] of Object.entries(writers)) {
  const { Sheets } = XLSX.read(await write([day, ...texts]))
  console.log(`  ${name}: ${JSON.stringify(XLSX.utils.sheet_to_json(Object.values(Sheets)[0], { header: 1 })[0].slice(1))}`)
}
JS
diff - <(TZ=America/Sao_Paulo node run.mjs) <<'SEEN'
Written:
  exceljs: 2026-11-01 03:00:00
  xlsx: 2026-10-31 23:59:32
  write-excel-file: 2026-11-01 03:00:00
  xlsx-populate: 2026-11-01 00:00:00
  excel4node: 2026-11-01 03:00:00
Read:
  exceljs: 2026-10-31 21:00:00 ["sizeA"," Ana "]
  xlsx: 2026-11-01 00:00:28 ["sizeA"," Ana "]
  read-excel-file: 2026-10-31 21:00:00 ["sizeA","Ana"]
Texts:
  exceljs: ["sizeA"," Ana "]
  xlsx: ["sizeA"," Ana "]
  write-excel-file: ["sizeA"," Ana "]
  xlsx-populate: ["sizeA"," Ana "]
  excel4node: ["sizeA"," Ana "]
SEEN
echo 'As seen with exceljs 4.4.0, xlsx 0.18.5, write-excel-file 4.1.1, read-excel-file 9.3.17, xlsx-populate 1.21.0 and excel4node 1.8.2.'
