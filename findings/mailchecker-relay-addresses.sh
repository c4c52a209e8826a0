#!/usr/bin/env bash
# Addresses of buyers that a shop calls disposable.
# Guess:   lists of disposable domains leave out the relays that browsers and telephones offer (duck.com, mozmail.com,
#          privaterelay.appleid.com), and have the aliases of passmail.net, simplelogin.com and addy.io.
# Seen:    mailchecker 6.0.21 refuses DuckDuckGo's and Firefox's relays, and keemail.me, dr.com and consultant.com, mailboxes
#          that Tuta and mail.com give away. disposable-email-domains 1.0.62, whose list is twice as long, has none of these
#          and none of the aliases, nor has disposable-email-domains-js 1.26.0.
# Matters: all of these reach one person, who bought something. A shop that drops them never asks these buyers, and two lists
#          with one purpose share little beyond yopmail.com.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
npm install --silent --no-audit --no-fund mailchecker@6.0.21 disposable-email-domains@1.0.62 disposable-email-domains-js@1.26.0
cat > run.mjs <<'JS'
import { createRequire } from 'node:module'
import { isDisposableEmail } from 'disposable-email-domains-js'

const require = createRequire(import.meta.url)
const list = new Set(require('disposable-email-domains'))
const checker = require('mailchecker')
for (const domain of ['uol.com.br', 'icloud.com', 'privaterelay.appleid.com', 'duck.com', 'mozmail.com', 'passmail.net', 'simplelogin.com', 'addy.io', 'anonaddy.me', 'keemail.me', 'dr.com', 'yopmail.com']) {
  const email = `ana.silva@${domain}`
  const calledSo = [checker.isValid(email) ? '' : 'mailchecker', list.has(domain) ? 'disposable-email-domains' : '', isDisposableEmail(email) ? '-js' : '']
  console.log(`${domain}: ${calledSo.filter(Boolean).join(', ') || '-'}`)
}
JS
diff - <(node run.mjs) <<'SEEN'
uol.com.br: -
icloud.com: -
privaterelay.appleid.com: -
duck.com: mailchecker
mozmail.com: mailchecker
passmail.net: mailchecker
simplelogin.com: mailchecker
addy.io: mailchecker
anonaddy.me: mailchecker
keemail.me: mailchecker
dr.com: mailchecker
yopmail.com: mailchecker, disposable-email-domains, -js
SEEN
echo 'As seen with mailchecker 6.0.21, disposable-email-domains 1.0.62 and disposable-email-domains-js 1.26.0.'
