#!/usr/bin/env bash
# The language of short reviews, by two detectors.
# Guess:   both know plain English and Swedish sentences of three to five words; one word is too little for either.
# Seen:    franc 6.2.0 takes "Great product, works as described" for Sardinian, "Bra produkt" for Croatian and "Ótimo
#          produto, recomendo" for Esperanto. tinyld 1.3.4 is right in eleven of twelve, also for two words.
# Matters: a language that is guessed per review needs a detector for short texts, or the store's own languages as choices.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
npm install --silent --no-audit --no-fund franc@6.2.0 tinyld@1.3.4
cat > run.mjs <<'JS'
import { franc } from 'franc'
import { detect } from 'tinyld'
for (const text of ['Great product, works as described', 'Chegou rápido, adorei', 'Ótimo produto, recomendo', 'Muy bueno', 'Llegó roto', 'Très bien', 'Sehr gut', 'Bra produkt', 'Goed product', 'Dobry produkt', 'まあまあ', 'Excelente'])
  console.log(`${text}: ${franc(text)} ${detect(text)}`)
JS
diff - <(node run.mjs) <<'SEEN'
Great product, works as described: src en
Chegou rápido, adorei: por pt
Ótimo produto, recomendo: epo pt
Muy bueno: und es
Llegó roto: lin es
Très bien: und fr
Sehr gut: und de
Bra produkt: hrv sv
Goed product: ces nl
Dobry produkt: ces pl
まあまあ: und ja
Excelente: und fr
SEEN
echo 'As seen with franc 6.2.0 and tinyld 1.3.4.'
