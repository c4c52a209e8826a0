#!/usr/bin/env bash
# Reviews exported as CSV by seven writers: a time, an answer that is missing, a flag, and a text with an old Macintosh line end.
# Guess:   null and undefined are empty cells for all, and a lone carriage return is quoted by all. json-2-csv writes times as ISO
#          8601, as papaparse does; csv-stringify writes milliseconds, and a flag as 1 or nothing.
# Seen:    json-2-csv 5.6.0 writes the words null and undefined, also into a cell that only a later row has, and the time in English
#          with the server's zone, as fast-csv and csv-writer do. export-to-csv 1.5.0 writes null as a word, and throws for a
#          time. csv-writer 1.6.0 does not quote a carriage return. The rest is as guessed.
# Matters: an import of such a file publishes "null" as a shop's answer, and a review of the next day in UTC is of the evening
#          before. Convert times, flags and missing values to text before the writer.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
npm install --silent --no-audit --no-fund csv-stringify@6.9.0 papaparse@5.7.1 fast-csv@5.0.8 json-2-csv@5.6.0 @json2csv/plainjs@7.0.8 \
  csv-writer@1.6.0 export-to-csv@1.5.0
cat > run.mjs <<'JS'
import { Parser } from '@json2csv/plainjs'
import { stringify } from 'csv-stringify/sync'
import { asString, generateCsv, mkConfig } from 'export-to-csv'
import { json2csv } from 'json-2-csv'
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)
const { createObjectCsvStringifier } = require('csv-writer')
const { writeToString } = require('fast-csv')
const { unparse } = require('papaparse')

const writers = {
  'csv-stringify': rows => stringify(rows, { header: true }),
  papaparse: unparse,
  'fast-csv': rows => writeToString(rows, { headers: true }),
  'json-2-csv': json2csv,
  json2csv: rows => new Parser().parse(rows),
  'csv-writer'(rows) {
    const writer = createObjectCsvStringifier({ header: Object.keys(rows[0]).map(id => ({ id, title: id })) })
    return writer.getHeaderString() + writer.stringifyRecords(rows)
  },
  'export-to-csv': rows => asString(generateCsv(mkConfig({ useKeysAsHeaders: true }))(rows)),
}
for (const [name, rows] of Object.entries({
  time: [{ at: new Date('2026-11-01T02:30:00Z') }],
  'missing answer': [{ stars: 5, answer: null, by: undefined }],
  'column of a later row': [{ stars: 5 }, { stars: 4, answer: 'Thanks' }],
  flag: [{ verified: true, hidden: false }],
  'carriage return': [{ text: 'Great\rmug' }],
})) {
  console.log(name)
  for (const [writer, write] of Object.entries(writers)) {
    const result = await Promise.resolve().then(() => write(rows)).then(JSON.stringify, () => 'error')
    console.log(`  ${writer}: ${result.replace('\ufeff', '').replace(/ \([^)]*\)/, '')}`)
  }
}
JS
diff - <(TZ=America/Sao_Paulo node run.mjs) <<'SEEN'
time
  csv-stringify: "at\n1793500200000\n"
  papaparse: "at\r\n2026-11-01T02:30:00.000Z"
  fast-csv: "at\nSat Oct 31 2026 23:30:00 GMT-0300"
  json-2-csv: "at\nSat Oct 31 2026 23:30:00 GMT-0300"
  json2csv: "\"at\"\n\"2026-11-01T02:30:00.000Z\""
  csv-writer: "at\nSat Oct 31 2026 23:30:00 GMT-0300\n"
  export-to-csv: error
missing answer
  csv-stringify: "stars,answer,by\n5,,\n"
  papaparse: "stars,answer,by\r\n5,,"
  fast-csv: "stars,answer,by\n5,,"
  json-2-csv: "stars,answer,by\n5,null,undefined"
  json2csv: "\"stars\",\"answer\",\"by\"\n5,,"
  csv-writer: "stars,answer,by\n5,,\n"
  export-to-csv: "\"stars\",\"answer\",\"by\"\r\n5,\"null\",\"\"\r\n"
column of a later row
  csv-stringify: "stars\n5\n4\n"
  papaparse: "stars\r\n5\r\n4"
  fast-csv: "stars\n5\n4"
  json-2-csv: "stars,answer\n5,undefined\n4,Thanks"
  json2csv: "\"stars\",\"answer\"\n5,\n4,\"Thanks\""
  csv-writer: "stars\n5\n4\n"
  export-to-csv: "\"stars\"\r\n5\r\n4\r\n"
flag
  csv-stringify: "verified,hidden\n1,\n"
  papaparse: "verified,hidden\r\ntrue,false"
  fast-csv: "verified,hidden\ntrue,false"
  json-2-csv: "verified,hidden\ntrue,false"
  json2csv: "\"verified\",\"hidden\"\ntrue,false"
  csv-writer: "verified,hidden\ntrue,false\n"
  export-to-csv: "\"verified\",\"hidden\"\r\nTRUE,FALSE\r\n"
carriage return
  csv-stringify: "text\n\"Great\rmug\"\n"
  papaparse: "text\r\n\"Great\rmug\""
  fast-csv: "text\n\"Great\rmug\""
  json-2-csv: "text\n\"Great\rmug\""
  json2csv: "\"text\"\n\"Great\rmug\""
  csv-writer: "text\nGreat\rmug\n"
  export-to-csv: "\"text\"\r\n\"Great\rmug\"\r\n"
SEEN
echo 'As seen with csv-stringify 6.9.0, papaparse 5.7.1, fast-csv 5.0.8, json-2-csv 5.6.0, @json2csv/plainjs 7.0.8, csv-writer 1.6.0 and export-to-csv 1.5.0.'
