#!/usr/bin/env bash
# Lists of stop words, with which topics of reviews are counted ("small", "good value", "well made").
# Guess:   they have articles, pronouns and the like; opinions and sizes stay.
# Seen:    stopwords-iso 1.1.0 has good, great, small, large, value and working in English; good, new and "valor" in
#          Portuguese and Spanish. keyword-extractor 0.3.0 removes most of these too. The lists of stopword 3.1.5 have none of
#          them in most languages, but in German all that stopwords-iso has: gut, groß, kurz, schlecht, richtig, "startseite".
# Matters: what buyers say most is what these lists remove, and a German store gets other topics than a Portuguese one.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
npm install --silent --no-audit --no-fund stopwords-iso@1.1.0 stopword@3.1.5 keyword-extractor@0.3.0
cat > run.mjs <<'JS'
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)
const iso = require('stopwords-iso')
const stopword = require('stopword')
const extractor = require('keyword-extractor')
const languages = [
  ['en', 'eng', 'english', 'good great small large value works working new best size colour'],
  ['pt', 'por', 'portuguese', 'bom boa grande novo valor tempo tamanho cor maior ligado'],
  ['es', 'spa', 'spanish', 'bueno buena mal mejor nuevo valor trabajo talla color'],
  ['de', 'deu', 'german', 'gut groß kurz schlecht richtig lang rund Farbe Größe startseite'],
  ['fr', 'fra', 'french', 'bon neuf plein bien taille couleur'],
]
const options = { remove_digits: true, return_changed_case: true }
for (const [tag, code, language, text] of languages) {
  const words = text.toLowerCase().split(' ')
  const kept = extractor.extract(words.join(' '), { language, ...options })
  const lists = [iso[tag], stopword[code], words.filter(word => !kept.includes(word))]
  console.log(`${tag}: ${lists.map(list => words.filter(word => list.includes(word)).join(' ') || '-').join(' | ')}`)
}
JS
diff - <(node run.mjs) <<'SEEN'
en: good great small large value works working new best | - | value new best
pt: bom boa grande novo valor tempo maior ligado | - | bom boa grande novo maior
es: bueno buena mal mejor nuevo valor trabajo | - | bueno buena mal mejor nuevo valor trabajo
de: gut groß kurz schlecht richtig lang rund startseite | gut groß kurz schlecht richtig lang rund startseite | gut groß kurz schlecht richtig lang rund
fr: bon neuf plein bien | - | bon neuf plein bien
SEEN
echo 'As seen with stopwords-iso 1.1.0, stopword 3.1.5 and keyword-extractor 0.3.0.'
