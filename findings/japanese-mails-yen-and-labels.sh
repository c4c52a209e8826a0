#!/usr/bin/env bash
# Emails in Japanese encodings, with what JIS X 0208 lacks and shops write (①, ㈱, the name 髙木), and with the yen sign of JIS X 0201,
# read by parsers of mail. The encodings have the labels that mail programs write, some of which no standard has.
# Guess:   a parser that uses TextDecoder reads all of it but the labels that TextDecoder does not know; mailparser, which has tables of its
#          own, lacks ① and ㈱, and knows more labels.
# Seen:    all three read ①, ㈱ and 髙. mailparser 3.14.2 knows every label, and reads the yen sign (ESC ( J, 5C) as a backslash.
#          postal-mime 4.0.0 and emailjs-mime-parser 2.0.7 read ¥, and leave iso-2022-jp-ms undecoded; emailjs also cp932, which postal-mime knows.
# Matters: a buyer's "¥1,980" becomes "\1,980", and no character looks wrong enough to be noticed. Where prices matter, give
#          ISO-2022-JP to TextDecoder, and take iso-2022-jp-ms and cp932 for other names of iso-2022-jp and shift_jis.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
npm install --silent --no-audit --no-fund mailparser@3.14.2 postal-mime@4.0.0 emailjs-mime-parser@2.0.7
cat > run.mjs <<'JS'
import emailjs from 'emailjs-mime-parser'
import { simpleParser } from 'mailparser'
import PostalMime from 'postal-mime'

const special = '1b24422d212d6a1b2842' // ① ㈱
const yen = '1b284a5c1b2842312c393830' // ¥ in JIS X 0201, then 1,980 in ASCII
const shifted = '8740878afbfc96d8' // ① ㈱ 髙 木
const mails = [['iso-2022-jp', special], ['iso-2022-jp', yen], ['iso-2022-jp-ms', special], ['shift_jis', shifted], ['windows-31j', shifted], ['cp932', shifted]]
const readers = {
  mailparser: async mail => (await simpleParser(mail)).text,
  'postal-mime': async mail => (await PostalMime.parse(mail)).text,
  'emailjs-mime-parser': mail => new TextDecoder().decode(emailjs.default(mail).content),
}
for (const [charset, hex] of mails) {
  const head = `From: hana@buyer.example\r\nMIME-Version: 1.0\r\nContent-Type: text/plain; charset=${charset}\r\nContent-Transfer-Encoding: 8bit\r\n\r\n`
  const mail = Buffer.concat([Buffer.from(head), Buffer.from(hex, 'hex'), Buffer.from('\r\n')])
  for (const [name, read] of Object.entries(readers)) {
    const text = JSON.stringify((await read(mail)).trim())
    console.log(charset, name, text.replaceAll(/[\u0080-\u009f]/g, control => `\\u00${control.charCodeAt(0).toString(16)}`))
  }
}
JS
node run.mjs | tee seen
diff seen - <<'SEEN'
iso-2022-jp mailparser "①㈱"
iso-2022-jp postal-mime "①㈱"
iso-2022-jp emailjs-mime-parser "①㈱"
iso-2022-jp mailparser "\\1,980"
iso-2022-jp postal-mime "¥1,980"
iso-2022-jp emailjs-mime-parser "¥1,980"
iso-2022-jp-ms mailparser "①㈱"
iso-2022-jp-ms postal-mime "\u001b$B-!-j\u001b(B"
iso-2022-jp-ms emailjs-mime-parser "\u001b$B-!-j\u001b(B"
shift_jis mailparser "①㈱髙木"
shift_jis postal-mime "①㈱髙木"
shift_jis emailjs-mime-parser "①㈱髙木"
windows-31j mailparser "①㈱髙木"
windows-31j postal-mime "①㈱髙木"
windows-31j emailjs-mime-parser "①㈱髙木"
cp932 mailparser "①㈱髙木"
cp932 postal-mime "①㈱髙木"
cp932 emailjs-mime-parser "\u0087@\u0087\u008aûü\u0096Ø"
SEEN
