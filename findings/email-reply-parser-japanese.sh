#!/usr/bin/env bash
# What a buyer answers to a mail, without the quoted mail below it.
# Guess:   email-reply-parser does not know the Portuguese line above a quote ("Em seg., 9 de nov. …, Loja escreveu:"), and
#          knows the Japanese one, as Gmail writes them.
# Seen:    the opposite, with 2.3.9: the lines of Portuguese, Spanish, French, Italian, German and English go, and the
#          Japanese one stays, with the name and address of the shop.
# Matters: an answer kept as a review's text, or passed on to a merchant, then publishes that line.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
npm install --silent --no-audit --no-fund email-reply-parser@2.3.9
cat > run.mjs <<'JS'
import Parser from 'email-reply-parser'

const lines = {
  pt: 'Em seg., 9 de nov. de 2026 às 10:15, Loja <loja@example.com> escreveu:',
  es: 'El lun, 9 nov 2026 a las 10:15, Loja (<loja@example.com>) escribió:',
  fr: 'Le lun. 9 nov. 2026 à 10:15, Loja <loja@example.com> a écrit :',
  it: 'Il giorno lun 9 nov 2026 alle ore 10:15 Loja <loja@example.com> ha scritto:',
  de: 'Am Mo., 9. Nov. 2026 um 10:15 Uhr schrieb Loja <loja@example.com>:',
  en: 'On Mon, Nov 9, 2026 at 10:15 AM Loja <loja@example.com> wrote:',
  ja: '2026年11月9日(月) 10:15 Loja <loja@example.com>:',
}
for (const [language, line] of Object.entries(lines))
  console.log(`${language}: ${JSON.stringify(new Parser().read(`Obrigada!\n\n${line}\n\n> Avalie sua compra\n`).getVisibleText())}`)
JS
diff - <(node run.mjs) <<'SEEN'
pt: "Obrigada!\n"
es: "Obrigada!\n"
fr: "Obrigada!\n"
it: "Obrigada!\n"
de: "Obrigada!\n"
en: "Obrigada!\n"
ja: "Obrigada!\n\n2026年11月9日(月) 10:15 Loja <loja@example.com>:"
SEEN
echo 'As seen with email-reply-parser 2.3.9.'
