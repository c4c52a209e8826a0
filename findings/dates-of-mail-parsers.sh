#!/usr/bin/env bash
# The Date of received mails by five parsers: zones by name, as old servers write them, and the older forms that RFC 5322 still asks
# readers to accept, such as its own example "Fri, 21 Nov 1997 09(comment):   55  :  06 -0600".
# Guess:   all read EST, comments, years of two digits and times without seconds. A zone that is unknown is UTC, as RFC 5322 says, or
#          the date is missing; it is never the present time.
# Seen:    mailparser 3.14.2 gives a mail whose date it cannot read the time at which it parses: a mail of 1997 is of now. So it does
#          for CET, JST and BRT, and for the example of the RFC. postal-mime 4.0.0 returns the text of the header, where an ISO date
#          is otherwise; letterparser 0.1.8 and eml-parse-js 1.1.15 return an invalid Date. emailjs-mime-parser 2.0.7 reads the zones
#          as their countries mean them, and returns the example as text. The rest is as guessed.
# Matters: a bounce or an opt-out of last year, read late or from an archive, is newer than the order that followed it. The time of
#          mailparser looks right in every test. Read the header yourself, or take the time at which the server received the mail.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
npm install --silent --no-audit --no-fund mailparser@3.14.2 postal-mime@4.0.0 letterparser@0.1.8 eml-parse-js@1.1.15 \
  emailjs-mime-parser@2.0.7
cat > run.mjs <<'JS'
import { extract } from 'letterparser'
import { createRequire } from 'node:module'
import PostalMime from 'postal-mime'

const require = createRequire(import.meta.url)
const { simpleParser } = require('mailparser')
const { readEml } = require('eml-parse-js')
const parseByEmailjs = require('emailjs-mime-parser').default

const parsers = {
  mailparser: async mail => (await simpleParser(mail)).date,
  'postal-mime': async mail => (await PostalMime.parse(mail)).date,
  letterparser: mail => extract(mail).date,
  'eml-parse-js': mail => readEml(mail).date,
  'emailjs-mime-parser': mail => parseByEmailjs(mail).headers.date[0].value,
}
const begin = Date.now()
const write = date => {
  if (!(date instanceof Date)) return Number.isNaN(Date.parse(date)) ? 'text' : new Date(date).toISOString()
  if (Number.isNaN(date.getTime())) return 'invalid'
  return date.getTime() >= begin ? 'now' : date.toISOString()
}
console.warn = () => {}
for (const date of [
  'Fri, 21 Nov 1997 09:55:06 -0300 (BRT)',
  'Fri, 21 Nov 1997 09:55:06 EST',
  '21 Nov 97 09:55 GMT',
  'Fri, 21 Nov 1997 09:55:06 BRT',
  'Fri, 21 Nov 1997 09:55:06 CET',
  'Fri, 21 Nov 1997 09:55:06 JST',
  'Fri, 21 Nov 1997 09(comment):   55  :  06 -0600',
]) {
  const byResult = new Map()
  for (const [name, parse] of Object.entries(parsers)) {
    const result = write(await parse(`From: ana@shop.example\r\nDate: ${date}\r\n\r\nHi\r\n`))
    byResult.set(result, [...(byResult.get(result) ?? []), name])
  }
  console.log(date)
  for (const [result, names] of byResult) console.log(`  ${result}: ${names.length === 5 ? 'all' : names.join(', ')}`)
}
JS
diff - <(node run.mjs) <<'SEEN'
Fri, 21 Nov 1997 09:55:06 -0300 (BRT)
  1997-11-21T12:55:06.000Z: all
Fri, 21 Nov 1997 09:55:06 EST
  1997-11-21T14:55:06.000Z: all
21 Nov 97 09:55 GMT
  1997-11-21T09:55:00.000Z: all
Fri, 21 Nov 1997 09:55:06 BRT
  now: mailparser
  text: postal-mime
  invalid: letterparser, eml-parse-js
  1997-11-21T12:55:06.000Z: emailjs-mime-parser
Fri, 21 Nov 1997 09:55:06 CET
  now: mailparser
  text: postal-mime
  invalid: letterparser, eml-parse-js
  1997-11-21T08:55:06.000Z: emailjs-mime-parser
Fri, 21 Nov 1997 09:55:06 JST
  now: mailparser
  text: postal-mime
  invalid: letterparser, eml-parse-js
  1997-11-21T00:55:06.000Z: emailjs-mime-parser
Fri, 21 Nov 1997 09(comment):   55  :  06 -0600
  now: mailparser
  text: postal-mime, emailjs-mime-parser
  invalid: letterparser, eml-parse-js
SEEN
echo 'As seen with mailparser 3.14.2, postal-mime 4.0.0, letterparser 0.1.8, eml-parse-js 1.1.15 and emailjs-mime-parser 2.0.7.'
