#!/usr/bin/env bash
# Search in reviews by six libraries without a server. Two words of one language are indexed, which in many scripts differ in vowel
# signs alone, and the first is searched for. Then the alphabets: Orama has a setting for each of 30 languages.
# Guess:   minisearch, js-search and flexsearch find the first word alone in any script. lunr and elasticlunr lose letters with
#          accents at the edges of words. Orama keeps all letters of a language that it is set to, but perhaps not Hindi's vowel signs.
# Seen:    flexsearch 0.8.212 does not distinguish vowel signs: a search for "good" in Bengali and Thai finds "wrong" and "see" too.
#          js-search 2.0.1 finds no word of other scripts than Latin and Cyrillic, lunr 2.3.9 and elasticlunr 0.9.5 none but Latin,
#          and two of these take Czech "síň" (hall) for "síť" (net). Orama 3.1.18 drops all letters of the Cyrillic alphabet when
#          it is set to Serbian, all vowel signs in Hindi, Nepali and Tamil, and single letters in nine other languages: ň in Czech,
#          ґ in Ukrainian, é in Norwegian and Swedish, ë and ö in Dutch, å in Finnish. minisearch 7.2.0 is as guessed.
# Matters: a shop in Dhaka is shown complaints for "good", and one in Belgrade nothing, without an error. Give Orama a tokenizer that
#          keeps \p{L}, \p{M} and \p{N}, and try two words of each script that you sell in.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
npm install --silent --no-audit --no-fund @orama/orama@3.1.18 minisearch@7.2.0 flexsearch@0.8.212 lunr@2.3.9 elasticlunr@0.9.5 \
  js-search@2.0.1 cldr-misc-full@48.2.0
cat > run.mjs <<'JS'
import { create, insert, search } from '@orama/orama'
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)
const MiniSearch = require('minisearch')
const { Index } = require('flexsearch')
const lunr = require('lunr')
const elasticlunr = require('elasticlunr')
const { Search } = require('js-search')

console.warn = () => {} // elasticlunr's, about its defaults
const rows = words => words.map((text, id) => ({ id, text }))
const libraries = {
  orama: async (words, language) => {
    const index = create({ schema: { text: 'string' }, language })
    for (const text of words) await insert(index, { text })
    return async term => (await search(index, { term })).hits.map(({ document }) => document.text)
  },
  minisearch: words => {
    const index = new MiniSearch({ fields: ['text'] })
    index.addAll(rows(words))
    return term => index.search(term).map(({ id }) => words[id])
  },
  flexsearch: words => {
    const index = new Index()
    words.forEach((word, id) => index.add(id, word))
    return term => index.search(term).map(id => words[id])
  },
  'js-search': words => {
    const index = new Search('id')
    index.addIndex('text')
    index.addDocuments(rows(words))
    return term => index.search(term).map(({ text }) => text)
  },
  lunr: words => {
    const index = lunr(builder => {
      builder.ref('id')
      builder.field('text')
      for (const row of rows(words)) builder.add(row)
    })
    return term => index.search(term).map(({ ref }) => words[ref])
  },
  elasticlunr: words => {
    const index = elasticlunr(builder => {
      builder.setRef('id')
      builder.addField('text')
    })
    for (const row of rows(words)) index.addDoc(row)
    return term => index.search(term).map(({ ref }) => words[ref])
  },
}
const pairs = [
  ['Bengali', undefined, 'ভালো', 'ভুল'],
  ['Hindi', 'indian', 'किला', 'काला'],
  ['Thai', undefined, 'ดี', 'ดู'],
  ['Greek', 'greek', 'ποιότητα', 'τιμή'],
  ['Korean', undefined, '좋다', '나쁘다'],
  ['Serbian', 'serbian', 'добро', 'лоше'],
  ['Turkish', 'turkish', 'ılık', 'iyi'],
  ['Czech', 'czech', 'síň', 'síť'],
]
for (const [name, language, ...words] of pairs) {
  const byResult = new Map()
  for (const [library, make] of Object.entries(libraries)) {
    if (library === 'orama' && !language) continue
    const found = await (await make(words, language))(words[0])
    const result = found.length ? found.sort().join(' ') : 'nothing'
    byResult.set(result, [...(byResult.get(result) ?? []), library])
  }
  console.log(`${name} ${words[0]}: ${[...byResult].map(([result, names]) => `${result} (${names.join(', ')})`).join('; ')}`)
}
const codes = {
  arabic: 'ar', armenian: 'hy', bulgarian: 'bg', czech: 'cs', danish: 'da', dutch: 'nl', english: 'en', finnish: 'fi', french: 'fr',
  german: 'de', greek: 'el', hungarian: 'hu', indian: 'hi', indonesian: 'id', irish: 'ga', italian: 'it', lithuanian: 'lt',
  nepali: 'ne', norwegian: 'no', portuguese: 'pt', romanian: 'ro', russian: 'ru', serbian: 'sr', slovenian: 'sl', spanish: 'es',
  swedish: 'sv', tamil: 'ta', turkish: 'tr', ukrainian: 'uk',
}
for (const [language, code] of Object.entries(codes)) {
  const { exemplarCharacters } = require(`cldr-misc-full/main/${code}/characters.json`).main[code].characters
  const letters = [...new Set(exemplarCharacters.match(/\p{L}/gu))]
  const signs = [...new Set(exemplarCharacters.match(/\p{M}/gu))]
  const { tokenizer } = create({ schema: { text: 'string' }, language })
  const isDropped = letter => tokenizer.tokenize(letter, language).join('') === ''
  const dropped = letters.filter(isDropped)
  const parts = [dropped.length > 9 ? `${dropped.length} letters` : dropped.join(' ')]
  if (signs.some(isDropped)) parts.push(`${signs.filter(isDropped).length} of ${signs.length} signs`)
  if (parts.join('')) console.log(`orama ${language} drops ${parts.filter(Boolean).join(' and ')}`)
}
JS
diff - <(node run.mjs) <<'SEEN'
Bengali ভালো: ভালো (minisearch); ভালো ভুল (flexsearch); nothing (js-search, lunr, elasticlunr)
Hindi किला: काला किला (orama, flexsearch); किला (minisearch); nothing (js-search, lunr, elasticlunr)
Thai ดี: ดี (minisearch); ดี ดู (flexsearch); nothing (js-search, lunr, elasticlunr)
Greek ποιότητα: ποιότητα (orama, minisearch, flexsearch); nothing (js-search, lunr, elasticlunr)
Korean 좋다: 좋다 (minisearch, flexsearch); nothing (js-search, lunr, elasticlunr)
Serbian добро: nothing (orama, lunr, elasticlunr); добро (minisearch, flexsearch, js-search)
Turkish ılık: ılık (orama, minisearch, flexsearch, js-search, elasticlunr); nothing (lunr)
Czech síň: síň síť (orama, js-search, elasticlunr); síň (minisearch, flexsearch); nothing (lunr)
orama arabic drops ء آ and 9 of 9 signs
orama czech drops ň
orama dutch drops á ä ë í ï ö ú ü and 1 of 1 signs
orama finnish drops š ž å
orama french drops æ ÿ
orama greek drops ΐ
orama indian drops ॐ ऽ and 17 of 17 signs
orama nepali drops ॐ ऽ and 17 of 17 signs
orama norwegian drops à é ó ò ô
orama serbian drops 30 letters
orama swedish drops à é
orama tamil drops ஃ and 12 of 12 signs
orama ukrainian drops ґ ʼ
SEEN
echo 'As seen with @orama/orama 3.1.18, flexsearch 0.8.212, js-search 2.0.1, lunr 2.3.9, elasticlunr 0.9.5 and minisearch 7.2.0.'
