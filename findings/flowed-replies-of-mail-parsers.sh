#!/usr/bin/env bash
# A format=flowed reply (RFC 3676) in which a quoted line ends with a space: by mistake, or because it is the "-- " of the
# signature of the quoted mail.
# Guess:   parsers that join flowed lines join only lines of the same quote, so that the buyer's own words keep their line.
# Seen:    postal-mime 4.0.0 and emailjs-mime-parser 2.0.7 join the next line whatever its depth, and leave ">" in the middle of
#          quotes. Both have the buyer's own "Yes, very much." in a line that begins with ">". mailparser 3.14.2 joins only lines
#          of the same depth, without a ">" between them; letterparser 0.1.8 joins none.
# Matters: what removes quotes line by line then removes the answer: the reply to a review request, or to a question, is
#          empty. Take mailparser, or join the lines of the source by their depth (RFC 3676, 4.5) before quotes are removed.
set -euo pipefail
folder=$(mktemp -d); cd "$folder"
trap 'rm -rf "$folder"' EXIT
npm install --silent --no-audit --no-fund mailparser@3.14.2 postal-mime@4.0.0 emailjs-mime-parser@2.0.7 letterparser@0.1.8

cat > read.mjs <<'JS'
import emailjs from 'emailjs-mime-parser'
import { extract } from 'letterparser'
import { simpleParser } from 'mailparser'
import PostalMime from 'postal-mime'

const head = ['From: ana@buyer.example', 'MIME-Version: 1.0', 'Content-Type: text/plain; charset=utf-8; format=flowed', '']
const mails = {
  quote: ['> Is the pot ', '> too heavy?', 'No, it is ', 'light.'],
  space: ['> Did you like it? ', 'Yes, very much.'],
  signature: ['> Did you like it?', '> -- ', 'Yes, very much.'],
  depths: ['>> Is it heavy? ', '> No, it is light.', 'Thank you!'],
}
const parsers = {
  mailparser: async mail => (await simpleParser(mail)).text,
  'postal-mime': async mail => (await PostalMime.parse(mail)).text,
  emailjs: mail => new TextDecoder().decode(emailjs.default(new TextEncoder().encode(mail)).content),
  letterparser: mail => extract(mail).text,
}
for (const [name, lines] of Object.entries(mails)) {
  for (const [parser, read] of Object.entries(parsers)) {
    const text = await read([...head, ...lines, ''].join('\r\n'))
    console.log(`${name} ${parser}: ${text.trimEnd().replaceAll(/\r?\n/g, ' | ')}`)
  }
}
JS
node read.mjs | tee seen
diff seen - <<'SEEN'
quote mailparser: > Is the pot too heavy? | No, it is light.
quote postal-mime: > Is the pot > too heavy? | No, it is light.
quote emailjs: > Is the pot > too heavy? | No, it is light.
quote letterparser: > Is the pot  | > too heavy? | No, it is  | light.
space mailparser: > Did you like it?  | Yes, very much.
space postal-mime: > Did you like it? Yes, very much.
space emailjs: > Did you like it? Yes, very much.
space letterparser: > Did you like it?  | Yes, very much.
signature mailparser: > Did you like it? | > --  | Yes, very much.
signature postal-mime: > Did you like it? | > -- Yes, very much.
signature emailjs: > Did you like it? | > -- Yes, very much.
signature letterparser: > Did you like it? | > --  | Yes, very much.
depths mailparser: >> Is it heavy?  | > No, it is light. | Thank you!
depths postal-mime: >> Is it heavy? > No, it is light. | Thank you!
depths emailjs: >> Is it heavy? > No, it is light. | Thank you!
depths letterparser: >> Is it heavy?  | > No, it is light. | Thank you!
SEEN
