#!/usr/bin/env bash
# Links in the texts of reviews, found before they are published.
# Guess:   linkify-it finds domains without "https://" as linkifyjs, Autolinker and anchorme do, all four also in the joint
#          of two sentences without a space ("I love it.It works": .it is Italy).
# Seen:    linkify-it 6.1.0 finds none at all: its option fuzzyLink, on in 5.0.0, is off unless set. With it, it finds
#          the joints too.
# Matters: an update from 5 to 6 lets "visit mugs-shop.com" pass where bare domains were held before, and no test with
#          "https://" sees it. The joints need a judgement of one's own with all four.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
npm install --silent --no-audit --no-fund linkify-it@6.1.0 five@npm:linkify-it@5.0.0 linkifyjs@4.4.0 autolinker@4.1.5 anchorme@3.0.8
cat > run.mjs <<'JS'
import anchorme from 'anchorme'
import Autolinker from 'autolinker'
import five from 'five'
import { LinkifyIt } from 'linkify-it'
import * as linkify from 'linkifyjs'

const finders = {
  'linkify-it 5': text => five().match(text)?.map(one => one.raw),
  'linkify-it 6': text => new LinkifyIt().match(text)?.map(one => one.raw),
  '6 with fuzzyLink': text => new LinkifyIt({ fuzzyLink: true }).match(text)?.map(one => one.raw),
  linkifyjs: text => linkify.find(text).map(one => one.value),
  autolinker: text => Autolinker.parse(text, {}).map(one => one.getMatchedText()),
  anchorme: text => (anchorme.default ?? anchorme).list(text).map(one => one.string),
}
for (const text of ['Visit mugs-shop.com', 'I love it.It works', 'Chegou bem.Recomendo', 'veio.com 32 gb'])
  console.log(`${text}: ${Object.entries(finders).map(([name, find]) => `${name} ${find(text)?.join() || '-'}`).join(', ')}`)
JS
diff - <(node run.mjs) <<'SEEN'
Visit mugs-shop.com: linkify-it 5 mugs-shop.com, linkify-it 6 -, 6 with fuzzyLink mugs-shop.com, linkifyjs mugs-shop.com, autolinker mugs-shop.com, anchorme mugs-shop.com
I love it.It works: linkify-it 5 it.It, linkify-it 6 -, 6 with fuzzyLink it.It, linkifyjs it.It, autolinker it.It, anchorme it.It
Chegou bem.Recomendo: linkify-it 5 -, linkify-it 6 -, 6 with fuzzyLink -, linkifyjs -, autolinker -, anchorme -
veio.com 32 gb: linkify-it 5 veio.com, linkify-it 6 -, 6 with fuzzyLink veio.com, linkifyjs veio.com, autolinker veio.com, anchorme veio.com
SEEN
echo 'As seen with linkify-it 6.1.0 and 5.0.0, linkifyjs 4.4.0, autolinker 4.1.5 and anchorme 3.0.8.'
