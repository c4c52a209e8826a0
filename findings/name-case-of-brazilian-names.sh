#!/usr/bin/env bash
# Buyers' names in capitals, as shops and payment providers pass them on, written as names are: two packages made for that, and two
# that capitalize any words.
# Guess:   those made for names know McDonald, O'Brien, van der Berg and da Silva, and that Macedo and Maciel are no sons of an Edo or
#          Iel. The others write Van Der, Da and Mcdonald.
# Seen:    namecase 1.1.2 writes MacEdo and MacIel, and @foundernest/namecase 1.0.5 MacIel. Both write MacHnik, and "el-Amin"; the second
#          also a first name "al". to-title-case 1.0.0 makes "éLodie" of ÉLODIE: for it, a word begins at its first letter from A to Z.
#          titleize 4.0.0 is as guessed.
# Matters: Maciel and Macedo are among the most frequent names of Brazil. A buyer who is greeted as "MacIel" reads that nobody looked, and
#          a review signed so cannot be mended by its author. Leave names as they came unless all letters are capitals, and change
#          no letter but the first of each part.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
npm install --silent --no-audit --no-fund namecase@1.1.2 @foundernest/namecase@1.0.5 titleize@4.0.0 to-title-case@1.0.0
cat > run.mjs <<'JS'
import { nameCase } from '@foundernest/namecase'
import namecase from 'namecase'
import titleize from 'titleize'
import toTitleCase from 'to-title-case'

const names = ['ANA MACHADO', 'JOÃO MACEDO DA SILVA', 'RITA MACIEL', 'LIAM MCDONALD', "CONOR O'BRIEN", 'EVA VAN DER BERG', 'JULIA MACHNIK']
for (const name of [...names, 'ÉLODIE DA CRUZ', 'AL ROSSI', 'LISA EL-AMIN'])
  console.log([namecase, nameCase, titleize, toTitleCase].map(write => write(name)).join(' | '))
JS
node run.mjs | tee seen
diff seen - <<'SEEN'
Ana Machado | Ana Machado | Ana Machado | Ana Machado
João MacEdo da Silva | João Macedo da Silva | João Macedo Da Silva | João Macedo Da Silva
Rita MacIel | Rita MacIel | Rita Maciel | Rita Maciel
Liam McDonald | Liam McDonald | Liam Mcdonald | Liam Mcdonald
Conor O'Brien | Conor O'Brien | Conor O'brien | Conor O'brien
Eva van der Berg | Eva van der Berg | Eva Van Der Berg | Eva Van Der Berg
Julia MacHnik | Julia MacHnik | Julia Machnik | Julia Machnik
Élodie da Cruz | Élodie da Cruz | Élodie Da Cruz | éLodie Da Cruz
Al Rossi | al Rossi | Al Rossi | Al Rossi
Lisa el-Amin | Lisa el-Amin | Lisa El-Amin | Lisa El-amin
SEEN
