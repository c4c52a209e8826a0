#!/usr/bin/env bash
# "Did you mean …?" beside an address that a buyer types, or before a review request is mailed.
# Guess:   mailcheck corrects email.com, bol.com.br and hotmail.es, and leaves the other providers of Brazil, Italy and
#          Poland alone, as they are among the largest of their countries.
# Seen:    mailcheck 1.1.1 knows no second-level domains of these countries: uol.com.br becomes uol.com, libero.it
#          live.it, wp.pl wp.nl, sapo.pt sapo.it and proton.me proton.de. @zootools/email-spell-checker 1.12.0 has the
#          same answers for Brazil, Italy, Portugal and Japan, and none for Poland and Proton.
# Matters: a shop that follows the suggestion mails a stranger, or nobody. Such a suggestion may be shown to the buyer,
#          and never applied.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
npm install --silent --no-audit --no-fund mailcheck@1.1.1 @zootools/email-spell-checker@1.12.0
cat > run.mjs <<'JS'
import checker from '@zootools/email-spell-checker'
import mailcheck from 'mailcheck'

function suggest(email) {
  let full = '-'
  mailcheck.run({ email, suggested: suggestion => { full = suggestion.full }, empty: () => {} })
  return full
}
for (const domain of ['uol.com.br', 'bol.com.br', 'libero.it', 'wp.pl', 'sapo.pt', 'docomo.ne.jp', 'yahoo.com.ar', 'proton.me', 'web.de', 'orange.fr']) {
  const email = `ana@${domain}`
  console.log(`${email}: ${suggest(email)} | ${checker.run({ email })?.full ?? '-'}`)
}
JS
diff - <(node run.mjs) <<'SEEN'
ana@uol.com.br: ana@uol.com | ana@uol.com
ana@bol.com.br: ana@bol.com | ana@bol.com
ana@libero.it: ana@live.it | ana@live.it
ana@wp.pl: ana@wp.nl | -
ana@sapo.pt: ana@sapo.it | ana@sapo.it
ana@docomo.ne.jp: ana@docomo.net | ana@docomo.net
ana@yahoo.com.ar: ana@yahoo.com.au | ana@yahoo.com.au
ana@proton.me: ana@proton.de | -
ana@web.de: - | -
ana@orange.fr: - | -
SEEN
echo 'As seen with mailcheck 1.1.1 and @zootools/email-spell-checker 1.12.0.'
