#!/usr/bin/env bash
# Rules for languages and directions in a mail whose CSS is inlined.
# Guess:   juice leaves in the style sheet what cannot be inlined, as it does with media queries and :hover.
# Seen:    juice 11.1.1 deletes rules with :lang() and :dir(), and all of @supports, @layer and @container, from the sheet and
#          from the elements, without a word. A nested rule ends with a TypeError. [dir=rtl] is inlined.
# Matters: the typeface of Arabic, and every cautious enhancement, are gone in the mail, but not in the preview of its source.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
npm install --silent --no-audit --no-fund juice@11.1.1
cat > run.mjs <<'JS'
import { createRequire } from 'node:module'

const juice = createRequire(import.meta.url)('juice')
const rules = [
  '[dir=rtl] .a { color: red }',
  '@media print { .a { color: red } }',
  '.a:hover { color: red }',
  '.a:lang(ar) { color: red }',
  '.a:dir(rtl) { color: red }',
  '@supports (display: grid) { .a { color: red } }',
  '@layer shop { .a { color: red } }',
  '@container (width > 1px) { .a { color: red } }',
  '.a { &.b { color: red } }',
]
function place(rule) {
  try {
    const html = juice(`<html dir="rtl" lang="ar"><head><style>${rule}</style></head><body><p class="a b">x</p></body></html>`)
    if (/<p[^>]*style="color: red/.test(html)) return 'on the element'
    return html.includes('red') ? 'in the sheet' : 'gone'
  } catch (error) {
    return error.name
  }
}
for (const rule of rules) console.log(`${place(rule)}: ${rule}`)
JS
diff - <(node run.mjs) <<'SEEN'
on the element: [dir=rtl] .a { color: red }
in the sheet: @media print { .a { color: red } }
in the sheet: .a:hover { color: red }
gone: .a:lang(ar) { color: red }
gone: .a:dir(rtl) { color: red }
gone: @supports (display: grid) { .a { color: red } }
gone: @layer shop { .a { color: red } }
gone: @container (width > 1px) { .a { color: red } }
TypeError: .a { &.b { color: red } }
SEEN
echo 'As seen with juice 11.1.1.'
