#!/usr/bin/env bash
# Messages of French and Italian, in the ICU MessageFormat that translators know.
# Guess:   an apostrophe before a placeholder ("L'{name}") begins quoted text everywhere, as ICU defines it, so the
#          placeholder is printed as it is.
# Seen:    intl-messageformat 12.1.5 prints "L{name}": the apostrophe and the name are both missing. @messageformat/core
#          3.4.1 prints "L'Okapi". Both agree about an apostrophe elsewhere, and about two of them.
# Matters: a catalogue that was right with one library loses its names with the other. Only the typographic apostrophe
#          (’) or a doubled one means the same in both; a check of catalogues has to demand it.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
npm install --silent --no-audit --no-fund intl-messageformat@12.1.5 @messageformat/core@3.4.1
cat > run.mjs <<'JS'
import MessageFormat from '@messageformat/core'
import { IntlMessageFormat } from 'intl-messageformat'

const values = { name: 'Okapi', n: 1 }
for (const [locale, text] of [
  ['fr', "L'{name} arrive"],
  ['fr', "C'est {name}"],
  ['fr', "L''{name} arrive"],
  ['fr', 'L’{name} arrive'],
  ['it', "nell'{n, plural, one {anno} other {anni}}"],
])
  console.log(`${text}: ${new IntlMessageFormat(text, locale).format(values)} | ${new MessageFormat(locale).compile(text)(values)}`)
JS
diff - <(node run.mjs) <<'SEEN'
L'{name} arrive: L{name} arrive | L'Okapi arrive
C'est {name}: C'est Okapi | C'est Okapi
L''{name} arrive: L'Okapi arrive | L'Okapi arrive
L’{name} arrive: L’Okapi arrive | L’Okapi arrive
nell'{n, plural, one {anno} other {anni}}: nell{n, plural, one {anno} other {anni}} | nell'anno
SEEN
echo 'As seen with intl-messageformat 12.1.5 and @messageformat/core 3.4.1.'
