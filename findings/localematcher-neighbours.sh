#!/usr/bin/env bash
# The language of a widget, chosen for a page from the languages that there are.
# Guess:   @formatjs/intl-localematcher's "best fit" gives Catalan and Galician pages the default language.
# Seen:    with 0.10.1, best fit gives these and Basque ones Spanish (Breton French, Afrikaans English, Kazakh and Uzbek Russian,
#          Luxembourgish German), by CLDR's table of who understands what. "lookup" has nothing for pt, zh-Hant-HK and
#          no: it shortens what was asked for, and never lengthens it.
# Matters: neither is what a page should get without a thought: a Catalan shop is shown Spanish by the one, and a
#          Portuguese page English by the other.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
npm install --silent --no-audit --no-fund @formatjs/intl-localematcher@0.10.1
cat > run.mjs <<'JS'
import { match } from '@formatjs/intl-localematcher'

const available = ['en', 'pt-BR', 'pt-PT', 'es', 'fr', 'de', 'ru', 'nb', 'zh-CN', 'zh-TW']
for (const tag of ['ca', 'gl', 'eu', 'br', 'af', 'kk', 'uz', 'lb', 'mk', 'pt', 'pt-AO', 'zh-Hant-HK', 'no'])
  console.log(`${tag}: ${match([tag], available, 'default')} | ${match([tag], available, 'default', { algorithm: 'lookup' })}`)
JS
diff - <(node run.mjs) <<'SEEN'
ca: es | default
gl: es | default
eu: es | default
br: fr | default
af: en | default
kk: ru | default
uz: ru | default
lb: de | default
mk: default | default
pt: pt-BR | default
pt-AO: pt-PT | default
zh-Hant-HK: zh-TW | default
no: nb | default
SEEN
echo 'As seen with @formatjs/intl-localematcher 0.10.1.'
