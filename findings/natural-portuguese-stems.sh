#!/usr/bin/env bash
# Stems of Portuguese words, for the search in reviews.
# Guess:   natural's stemmer for Portuguese joins botão and botões, the commonest plural after that in -s.
# Seen:    not with natural 8.1.1: botão is botã, and botões botõ. Nor are azul and azuis, lençol and lençóis, fácil and
#          fáceis joined; only avaliação and avaliações, and the plural in -s, are. Without accents, as phones write them, botao and botoes are two more stems.
# Matters: two systems that stem "in Portuguese" find different reviews: stems must not be exchanged between them.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
npm install --silent --no-audit --no-fund natural@8.1.1
cat > run.mjs <<'JS'
import natural from 'natural'

for (const words of ['botão botões', 'botao botoes', 'azul azuis', 'avaliação avaliações', 'lençol lençóis', 'fácil fáceis', 'caneca canecas'])
  console.log(`${words}: ${words.split(' ').map(word => natural.PorterStemmerPt.stem(word)).join(' ')}`)
JS
diff - <(node run.mjs 2> /dev/null | grep -v 'injected env') <<'SEEN'
botão botões: botã botõ
botao botoes: bota boto
azul azuis: azul azu
avaliação avaliações: avali avali
lençol lençóis: lençol lençó
fácil fáceis: fácil fác
caneca canecas: canec canec
SEEN
echo 'As seen with natural 8.1.1.'
