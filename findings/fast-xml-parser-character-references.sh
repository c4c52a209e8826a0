#!/usr/bin/env bash
# A feed of products or reviews in XML, with an apostrophe as &#8217; and a GTIN with leading zeros.
# Guess:   fast-xml-parser makes a number of the GTIN (its zeros are lost), and decodes &#8217;, which is part of XML itself.
# Seen:    fast-xml-parser 5.12.1 leaves &#8217; as it stands, while &amp; is decoded. A SKU "+12" becomes 12 and "0x1F"
#          becomes 31; a number of twenty digits stays a text. xml2js 0.6.2 decodes, and keeps all as texts.
# Matters: names are stored with "&#8217;" in them, and shown so.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
npm install --silent --no-audit --no-fund fast-xml-parser@5.12.1 xml2js@0.6.2
cat > run.mjs <<'JS'
import { XMLParser } from 'fast-xml-parser'
import { parseStringPromise } from 'xml2js'
const text = '<p><gtin>0012345678905</gtin><sku>+12</sku><ref>0x1F</ref><id>12345678901234567890</id><name>Ana&#8217;s &amp; Rui</name></p>'
console.log(JSON.stringify(new XMLParser().parse(text).p))
console.log(JSON.stringify((await parseStringPromise(text, { explicitArray: false })).p))
JS
diff - <(node run.mjs) <<'SEEN'
{"gtin":12345678905,"sku":12,"ref":31,"id":"12345678901234567890","name":"Ana&#8217;s & Rui"}
{"gtin":"0012345678905","sku":"+12","ref":"0x1F","id":"12345678901234567890","name":"Ana’s & Rui"}
SEEN
echo 'As seen with fast-xml-parser 5.12.1 and xml2js 0.6.2.'
