#!/usr/bin/env bash
# The text version of a mail that asks for a review: rows of a table, links with stars, and what is there for Outlook alone.
# Guess:   html-to-text sets the cells of a table apart, if not in columns, and so does mailparser, which uses it for mails
#          without a text part. textversionjs, which is made for mails, decodes entities.
# Seen:    html-to-text 10.0.1 and mailparser 3.14.2 join the cells without a space: "Mug2R$ 10Cup1R$ 5". A link around a picture
#          follows the address of the picture without a space. textversionjs 1.1.3 decodes no entity, so its links have
#          "&amp;" in them, and prints what conditional comments hold, beside what they replace. html2plaintext 2.1.4
#          drops every address, joins headings and divs, and leaves "<!--" of a comment.
# Matters: links of the text part lose their parameters: the rating that was clicked, or the recipient. A bought quantity and a
#          price in a received mail are one number. Write the text part by hand from the same data.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
npm install --silent --no-audit --no-fund html-to-text@10.0.1 mailparser@3.14.2 textversionjs@1.1.3 html2plaintext@2.1.4
cat > run.mjs <<'JS'
import { createRequire } from 'node:module'
import { convert } from 'html-to-text'

const require = createRequire(import.meta.url)
const { simpleParser } = require('mailparser')
const toText = require('textversionjs')
const toPlain = require('html2plaintext')
const converters = {
  'html-to-text': html => convert(html),
  mailparser: async html => (await simpleParser(`Content-Type: text/html; charset=utf-8\n\n${html}`)).text,
  textversionjs: html => toText(html),
  html2plaintext: html => toPlain(html),
}
for (const html of [
  '<table><tr><td>Mug</td><td>2</td><td>R$ 10</td></tr><tr><td>Cup</td><td>1</td><td>R$ 5</td></tr></table>',
  '<a href="https://shop.example/r?order=1&amp;stars=5">★★★★★</a>',
  '<a href="https://shop.example/r"><img src="https://shop.example/5.png" alt="5 stars"></a>',
  '<p>It&rsquo;s 5 &lt; 10 cm</p>',
  '<!--[if mso]><p>For Outlook</p><![endif]--><!--[if !mso]><!--><p>For others</p><!--<![endif]-->',
  '<h1>Hello Ana</h1><div>How was</div><div>your order?</div>',
]) {
  console.log(html)
  for (const [name, convertMail] of Object.entries(converters))
    console.log(`  ${name}: ${JSON.stringify((await convertMail(html)).trim())}`)
}
JS
diff - <(node run.mjs) <<'SEEN'
<table><tr><td>Mug</td><td>2</td><td>R$ 10</td></tr><tr><td>Cup</td><td>1</td><td>R$ 5</td></tr></table>
  html-to-text: "Mug2R$ 10Cup1R$ 5"
  mailparser: "Mug2R$ 10Cup1R$ 5"
  textversionjs: "Mug\n2\nR$ 10\nCup\n1\nR$ 5"
  html2plaintext: "Mug2R$ 10Cup1R$ 5"
<a href="https://shop.example/r?order=1&amp;stars=5">★★★★★</a>
  html-to-text: "★★★★★ [https://shop.example/r?order=1&stars=5]"
  mailparser: "★★★★★ [https://shop.example/r?order=1&stars=5]"
  textversionjs: "[★★★★★] (https://shop.example/r?order=1&amp;stars=5)"
  html2plaintext: "★★★★★"
<a href="https://shop.example/r"><img src="https://shop.example/5.png" alt="5 stars"></a>
  html-to-text: "5 stars [https://shop.example/5.png]https://shop.example/r"
  mailparser: "5 stars [https://shop.example/5.png]https://shop.example/r"
  textversionjs: "[![5 stars] (https://shop.example/5.png)] (https://shop.example/r)"
  html2plaintext: ""
<p>It&rsquo;s 5 &lt; 10 cm</p>
  html-to-text: "It’s 5 < 10 cm"
  mailparser: "It’s 5 < 10 cm"
  textversionjs: "It&rsquo;s 5 &lt; 10 cm"
  html2plaintext: "It’s 5 < 10 cm"
<!--[if mso]><p>For Outlook</p><![endif]--><!--[if !mso]><!--><p>For others</p><!--<![endif]-->
  html-to-text: "For others"
  mailparser: "For others"
  textversionjs: "For Outlook\nFor others\n<!--"
  html2plaintext: "For Outlook\n\nFor others<!--"
<h1>Hello Ana</h1><div>How was</div><div>your order?</div>
  html-to-text: "HELLO ANA\n\nHow was\nyour order?"
  mailparser: "HELLO ANA\n\nHow was\nyour order?"
  textversionjs: "Hello Ana\n=========\n\nHow was\nyour order?"
  html2plaintext: "Hello AnaHow wasyour order?"
SEEN
echo 'As seen with html-to-text 10.0.1, mailparser 3.14.2, textversionjs 1.1.3 and html2plaintext 2.1.4.'
