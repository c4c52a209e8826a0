#!/usr/bin/env bash
# The encoding of a long CSV file in UTF-8 whose first accent comes late, as in most English exports.
# Guess:   chardet says UTF-8: the bytes are valid UTF-8 and nothing else would have them.
# Seen:    chardet 2.2.0 says ISO-8859-2 up to the third accent, and UTF-8 from the fourth; jschardet 4.1.0 says utf-8.
# Matters: "Café" becomes "CafĂŠ". Strict decoding as UTF-8 first, and a guess only when that fails, has no such case.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
npm install --silent --no-audit --no-fund chardet@2.2.0 jschardet@4.1.0
cat > run.mjs <<'JS'
import chardet from 'chardet'
import jschardet from 'jschardet'
for (const accents of [1, 2, 3, 4, 5, 6]) {
  const bytes = Buffer.from(`id,body\n1,${'Great. '.repeat(2000)}${'Café '.repeat(accents)}\n`)
  console.log(accents, chardet.detect(bytes), jschardet.detect(bytes).encoding)
}
JS
diff - <(node run.mjs) <<'SEEN'
1 ISO-8859-2 utf-8
2 ISO-8859-2 utf-8
3 ISO-8859-2 utf-8
4 UTF-8 utf-8
5 UTF-8 utf-8
6 UTF-8 utf-8
SEEN
echo 'As seen with chardet 2.2.0 and jschardet 4.1.0.'
