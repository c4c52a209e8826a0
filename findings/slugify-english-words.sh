#!/usr/bin/env bash
# Handles of products made from their names, which exports of orders and reviews then name.
# Guess:   slugify drops "|" and "%", and writes the characters of Japanese names in Latin letters.
# Seen:    slugify 1.6.9 writes words into them: "Ação | 100%" becomes acao-or-100percent, or acao-ou-100porcento where the
#          language is set. Nothing at all remains of a Japanese name: all such products share the empty handle.
# Matters: a handle is no key by itself: it may be empty, and depends on the language the shop's software was set to.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
npm install --silent --no-audit --no-fund slugify@1.6.9
cat > run.mjs <<'JS'
import slugify from 'slugify'
for (const [name, locale] of [['Ação | 100%', undefined], ['Ação | 100%', 'pt'], ['Größe', undefined], ['Größe', 'de'], ['日本の急須', undefined], ['Pot & pan', 'fr']])
  console.log(`${name} ${locale ?? '-'}: "${slugify(name, { lower: true, locale })}"`)
JS
diff - <(node run.mjs) <<'SEEN'
Ação | 100% -: "acao-or-100percent"
Ação | 100% pt: "acao-ou-100porcento"
Größe -: "grosse"
Größe de: "groesse"
日本の急須 -: ""
Pot & pan fr: "pot-et-pan"
SEEN
echo 'As seen with slugify 1.6.9.'
