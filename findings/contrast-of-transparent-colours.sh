#!/usr/bin/env bash
# The contrast of a half transparent text on white, by eight libraries that editors of themes and mails use.
# Guess:   a colour with transparency is first mixed with the other, as it is painted: black at 50 % on white is #808080, 3.95;
#          a library that cannot do that refuses the colour.
# Seen:    wcag-contrast 3.0.0, tinycolor2 1.6.0, get-contrast 3.0.0, chroma-js 3.2.0, color 5.0.3, polished 4.3.1, culori 4.0.2
#          and colord 2.14.0 all accept it, ignore the transparency, and report 21, as for opaque black; also 21 at 5 %.
# Matters: a check of an editor says that grey on white is readable. Mix the colours, or refuse transparency, before the check.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
npm install --silent --no-audit --no-fund wcag-contrast@3.0.0 tinycolor2@1.6.0 get-contrast@3.0.0 chroma-js@3.2.0 color@5.0.3 \
  polished@4.3.1 culori@4.0.2 colord@2.14.0
cat > run.mjs <<'JS'
import chroma from 'chroma-js'
import Color from 'color'
import { colord, extend } from 'colord'
import a11y from 'colord/plugins/a11y'
import { wcagContrast } from 'culori'
import getContrast from 'get-contrast'
import { getContrast as polished } from 'polished'
import tinycolor from 'tinycolor2'
import wcag from 'wcag-contrast'

extend([a11y])
const libraries = {
  'wcag-contrast': (text, page) => wcag.hex(text, page),
  tinycolor2: (text, page) => tinycolor.readability(text, page),
  'get-contrast': (text, page) => getContrast.ratio(rgba(text), page),
  'chroma-js': (text, page) => chroma.contrast(text, page),
  color: (text, page) => Color(text).contrast(Color(page)),
  polished: (text, page) => polished(rgba(text), page),
  culori: (text, page) => wcagContrast(text, page),
  colord: (text, page) => colord(text).contrast(page),
}
const rgba = hex => `rgba(0, 0, 0, ${parseInt(hex.slice(7), 16) / 255})`
for (const [name, contrast] of Object.entries(libraries)) {
  console.log(name, ...['#000000ff', '#00000080', '#0000000d'].map(text => contrast(text, '#ffffff').toFixed(2)))
}
JS
diff - <(node run.mjs) <<'SEEN'
wcag-contrast 21.00 21.00 21.00
tinycolor2 21.00 21.00 21.00
get-contrast 21.00 21.00 21.00
chroma-js 21.00 21.00 21.00
color 21.00 21.00 21.00
polished 21.00 21.00 21.00
culori 21.00 21.00 21.00
colord 21.00 21.00 21.00
SEEN
echo 'As seen with the versions above.'
