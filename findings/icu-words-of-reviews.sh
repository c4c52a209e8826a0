#!/usr/bin/env bash
# The words that Intl.Segmenter finds in Japanese, Chinese and Thai reviews.
# Guess:   壊れた (broke) is 壊れ and た, as in a dictionary; 性价比高 (good value) is 性价比 and 高; 物美价廉 (good and cheap, a
#          set phrase) is one word; 没收到货 (did not receive it) has the same words after 我 (I); Thai มาก (very) with its last letter
#          held, as people write it, begins with the word; "iPhoneเคส" (an iPhone case) divides where the script changes, as
#          "iPhoneケース" does.
# Seen:    in Node 24.21.0 (ICU 78.3) none of these. 性价比高 becomes 性, 价 and 比高; 我没 is a word; "มากกกก" is divided within
#          its first word; and Latin letters before Thai stay one word with it.
# Matters: a search for 性价比 finds no review that praises it, and the words of a text depend on their neighbours. Pairs of
#          characters find them; Latin has to be cut off before Thai is divided.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
npm install --silent --no-audit --no-fund node@24.21.0
cat > run.mjs <<'JS'
console.log(`ICU ${process.versions.icu}`)
for (const [locale, text] of [
  ['ja', '壊れた'],
  ['ja', '壊れました'],
  ['zh', '性价比高'],
  ['zh', '物美价廉'],
  ['zh', '没收到货'],
  ['zh', '我没收到货'],
  ['th', 'สวยมาก'],
  ['th', 'สวยมากกกก'],
  ['ja', 'iPhoneケース'],
  ['th', 'iPhoneเคส'],
]) {
  const words = new Intl.Segmenter(locale, { granularity: 'word' }).segment(text)
  console.log(Array.from(words, ({ segment }) => segment).join(' | '))
}
JS
diff - <(node_modules/.bin/node run.mjs) <<'SEEN'
ICU 78.3
壊 | れ | た
壊 | れ | ま | した
性 | 价 | 比高
物 | 美 | 价 | 廉
没 | 收到 | 货
我没 | 收到 | 货
สวย | มาก
สวย | มา | กก | กก
iPhone | ケース
iPhoneเคส
SEEN
echo 'As seen with Node 24.21.0.'
