#!/usr/bin/env bash
# Lists of insults in languages other than English, over reviews in which nobody insults anybody.
# Guess:   a few words with two meanings, such as the Portuguese "pau" (wood).
# Seen:    the lists of naughty-words 1.2.0 have beer, a tap and a bag in Portuguese, a hammer in Spanish, fennel and peas in
#          Italian, beef in Hungarian, a sauce in Swedish, an egg in Polish and in Finnish, an ashtray in Dutch, shrimp paste
#          in Thai. Chinese has milk and "-ness", which is part of the usual "good value". The lists of @2toad/profanity 3.3.0
#          read like English ones that were translated word by word: it removes "não" (not) and "pão" (bread) from
#          Portuguese, and lists "les" and "pour" in French, and 质量 (quality) and 宽度 (width) in Chinese. cuss 2.2.0
#          rates its words; among the "likely" insults are shampoo, a basket and a pocket in French, milk and a spoon in
#          Spanish.
# Matters: "a list for the language exists" says nothing: holding reviews by these lists would hold most of them, and the
#          text would lose its "not". Each list needs a native reader, or is left out.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
npm install --silent --no-audit --no-fund naughty-words@1.2.0 @2toad/profanity@3.3.0 cuss@2.2.0
cat > run.mjs <<'JS'
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)
const lists = require('naughty-words')
const { Profanity, profaneWords } = require('@2toad/profanity')
const reviews = {
  pt: 'O copo de cerveja não quebrou, a torneira não pinga, o pão ficou ótimo no saco, presente para homem',
  es: 'El martillo pesa poco, la mesa es maciza, la concha de baño es bonita',
  it: 'Il finocchio e il pisello sono freschi, le palle di Natale brillano, la regina degli scacchi è di legno',
  de: 'Die Rosette sitzt fest, der Duft passt zur nackten Haut, lustig für Hunde, mit Kümmel und Nüsse',
  fr: 'Les boutons sont doux, pour la culotte et le titre, la pédale est solide',
  nl: 'De asbak en de muts zijn mooi, de paal staat recht',
  pl: 'Jajko wielkanocne jest śliczne',
  sv: 'En god sås och en stake i mässing',
  fi: 'Hyvä tavara, muna kypsyi, reikä oli oikea',
  hu: 'A marha kiváló volt',
  zh: '质量很好，性价比高，牛奶新鲜，宽度合适',
  ja: 'スリットがきれい、フックも丈夫',
  th: 'กะปิอร่อยมาก',
}
const isSpaced = language => !['zh', 'ja', 'th'].includes(language)
const profanity = new Profanity()
for (const [language, review] of Object.entries(reviews)) {
  const words = new Set(review.toLowerCase().split(/[^\p{L}]+/u))
  const has = word => (isSpaced(language) ? words.has(word.toLowerCase()) : review.includes(word))
  const others = profaneWords.get(language)
  console.log(`${language}: ${lists[language].filter(has).join(' ')} | ${others ? others.filter(has).join(' ') : '-'}`)
}
const likely = {
  es: 'La cuchara y la cantimplora son buenas, la chaqueta es de su talla, sirve para la leche',
  fr: 'Le shampoing tient dans le panier et dans la poche, la pomme et la plume sont bien dessinées',
}
for (const [language, review] of Object.entries(likely)) {
  const { cuss } = await import(`cuss/${language}`)
  console.log(`${language}: ${review.split(/[^\p{L}]+/u).filter(word => cuss[word] === 2).join(' ')}`)
}
console.log(profanity.censor('O pão não é bom', undefined, ['pt']))
JS
diff - <(node run.mjs) <<'SEEN'
pt: cerveja saco torneira | não no pão
es: concha Maciza martillo | 
it: finocchio palle pisello regina | finocchio palle pisello regina
de: rosette | kümmel hunde lustig nüsse
fr: pédale | doux pour culotte boutons les titre
nl: asbak muts paal | -
pl: jajko | -
sv: stake sås | -
fi: muna reikä tavara | -
hu: marha | -
zh: 奶 性 | 质量 宽度
ja: スリット フック | 
th: กะปิ | -
es: cuchara cantimplora chaqueta leche
fr: shampoing panier poche plume
O @#$%&! @#$%&! é bom
SEEN
echo 'As seen with naughty-words 1.2.0, @2toad/profanity 3.3.0 and cuss 2.2.0.'
