#!/usr/bin/env bash
# What three libraries remove from a buyer's answer in which nothing is quoted, and which telephones' signatures they know.
# Guess:   "On Monday I wrote:" and labels such as "From:" in a sentence stay: no address and no date follows. Where a library
#          knows a telephone's signature in Spanish, it knows the Portuguese one, which has the same form.
# Seen:    email-reply-parser 2.3.9 and node-email-reply-parser 0.1.4 delete all that follows "On Monday I wrote:". planer
#          1.2.0 returns an empty text for a line with "From:" and one with "To:", and ends before "Date:" and "Subject:". A list
#          with hyphens ends after its first item in node-email-reply-parser. email-reply-parser knows "Sent from my iPhone" in
#          English, Spanish, German, French, Dutch and Norwegian, and not in Portuguese, Italian, Polish or Swedish. planer
#          removes none in plain text, and node-email-reply-parser the English one.
# Matters: half a review is published, or an answer is dropped as empty. Compare the length before and after, keep the whole
#          answer, and let the merchant see it.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
npm install --silent --no-audit --no-fund email-reply-parser@2.3.9 planer@1.2.0 node-email-reply-parser@0.1.4
cat > run.mjs <<'JS'
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)
const { default: EmailReplyParser } = require('email-reply-parser')
const planer = require('planer')
const readReply = require('node-email-reply-parser')
const strippers = {
  'email-reply-parser': text => new EmailReplyParser().read(text).getVisibleText(),
  planer: text => planer.extractFrom(text, 'text/plain'),
  'node-email-reply-parser': text => readReply(text, true),
}
const texts = [
  'Great mug.\n\nOn Monday I wrote:\nit is late. Now it came.',
  'From: the box to the glass, all good.\nTo: my friends I recommend it.',
  'Quality: good\nDate: came on time\nSubject: as in the photo',
  'Great mug.\n-Light\n-Cheap',
]
const signatures = [
  'Sent from my iPhone',
  'Enviado desde mi iPhone',
  'Enviado do meu iPhone',
  'Von meinem iPhone gesendet',
  'Envoyé de mon iPhone',
  'Verzonden vanaf mijn iPhone',
  'Sendt fra min iPhone',
  'Skickat från min iPhone',
  'Inviato da iPhone',
  'Wysłane z iPhone’a',
]
for (const text of texts) {
  console.log(JSON.stringify(text))
  for (const [name, strip] of Object.entries(strippers)) {
    const rest = strip(text).trim()
    console.log(`  ${name}: ${rest === text ? 'all stays' : JSON.stringify(rest)}`)
  }
}
for (const signature of signatures) {
  const knows = ([, strip]) => !strip(`Great mug.\n\n${signature}\n`).includes(signature)
  console.log(`${signature}: ${Object.entries(strippers).filter(knows).map(([name]) => name).join(', ') || 'none'}`)
}
JS
diff - <(node run.mjs) <<'SEEN'
"Great mug.\n\nOn Monday I wrote:\nit is late. Now it came."
  email-reply-parser: "Great mug."
  planer: all stays
  node-email-reply-parser: "Great mug."
"From: the box to the glass, all good.\nTo: my friends I recommend it."
  email-reply-parser: all stays
  planer: ""
  node-email-reply-parser: all stays
"Quality: good\nDate: came on time\nSubject: as in the photo"
  email-reply-parser: all stays
  planer: "Quality: good"
  node-email-reply-parser: all stays
"Great mug.\n-Light\n-Cheap"
  email-reply-parser: all stays
  planer: all stays
  node-email-reply-parser: "Great mug."
Sent from my iPhone: email-reply-parser, node-email-reply-parser
Enviado desde mi iPhone: email-reply-parser
Enviado do meu iPhone: none
Von meinem iPhone gesendet: email-reply-parser
Envoyé de mon iPhone: email-reply-parser
Verzonden vanaf mijn iPhone: email-reply-parser
Sendt fra min iPhone: email-reply-parser
Skickat från min iPhone: none
Inviato da iPhone: none
Wysłane z iPhone’a: none
SEEN
echo 'As seen with email-reply-parser 2.3.9, planer 1.2.0 and node-email-reply-parser 0.1.4.'
