#!/usr/bin/env bash
# Lists of domains where anybody gets a mailbox, which tell an address of a company from a private one.
# Guess:   of 67 domains of large providers, the lists of email-providers, freemail, company-email-validator and
#          free-email-domains-list each know at least 60, and they match a domain in upper and lower case.
# Seen:    email-providers 2.26.0 lacks 11, such as gmx.ch, online.no and fastmail.com, and its list named `common` 25, googlemail.com
#          and hotmail.de among them; freemail 1.7.0 lacks 20, such as proton.me, sfr.fr and docomo.ne.jp. company-email-validator
#          1.2.7 lacks none; free-email-domains-list 1.0.16, with 96,649 domains, lacks one. Of GMAIL.COM, free-email-domains-list says that it is a
#          company's. freemail alone also takes every name below a provider's: a shop at shop.free.fr has a private address.
# Matters: a rule such as "an address of our own domain belongs to our team" marks all buyers of a provider that the list lacks. Compare
#          in lower case, and try the providers of the countries that you sell to.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
npm install --silent --no-audit --no-fund email-providers@2.26.0 freemail@1.7.0 company-email-validator@1.2.7 \
  free-email-domains-list@1.0.16 validator@13.15.35
cat > run.mjs <<'JS'
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)
const all = new Set(require('email-providers/all.json'))
const common = new Set(require('email-providers/common.json'))
const { isFree } = require('freemail')
const { isCompanyDomain } = require('company-email-validator')
const { DOMAINS, isFreeEmail } = require('free-email-domains-list')
const lists = {
  'email-providers': domain => all.has(domain),
  'email-providers, common': domain => common.has(domain),
  freemail: domain => isFree(`a@${domain}`),
  'company-email-validator': domain => !isCompanyDomain(domain),
  'free-email-domains-list': domain => isFreeEmail(`a@${domain}`),
}
const providers = `
  gmail.com googlemail.com outlook.com hotmail.de hotmail.com.br outlook.com.br yahoo.co.jp icloud.com proton.me pm.me gmx.de gmx.ch
  web.de t-online.de freenet.de bluewin.ch laposte.net orange.fr free.fr sfr.fr libero.it virgilio.it tiscali.it bol.com.br uol.com.br
  terra.com.br ig.com.br naver.com daum.net hanmail.net qq.com 163.com docomo.ne.jp ezweb.ne.jp softbank.ne.jp mail.ru yandex.ru bk.ru
  inbox.lv seznam.cz centrum.cz wp.pl o2.pl interia.pl onet.pl ukr.net abv.bg freemail.hu citromail.hu ziggo.nl kpnmail.nl telenet.be
  skynet.be telia.com bredband.net online.no sapo.pt mail.com tutanota.com tuta.io fastmail.com hey.com walla.co.il rediffmail.com
  mynet.com duck.com privaterelay.appleid.com`
  .trim()
  .split(/\s+/)
console.log(providers.length, 'domains; the longest list has', [...DOMAINS].length)
for (const [name, knows] of Object.entries(lists)) {
  const missing = providers.filter(domain => !knows(domain))
  const others = ['GMAIL.COM', 'shop.free.fr', 'otto.de'].filter(knows)
  console.log([`${name} lacks ${missing.length}:`, ...missing, '| knows', ...others].join(' '))
}
JS
diff - <(node run.mjs) <<'SEEN'
67 domains; the longest list has 96649
email-providers lacks 11: gmx.ch citromail.hu ziggo.nl telia.com bredband.net online.no tutanota.com tuta.io fastmail.com mynet.com duck.com | knows
email-providers, common lacks 25: googlemail.com hotmail.de hotmail.com.br outlook.com.br pm.me gmx.ch bol.com.br hanmail.net ezweb.ne.jp softbank.ne.jp bk.ru freemail.hu citromail.hu ziggo.nl kpnmail.nl telia.com bredband.net online.no tutanota.com tuta.io fastmail.com rediffmail.com mynet.com duck.com privaterelay.appleid.com | knows
freemail lacks 20: proton.me pm.me gmx.ch bluewin.ch sfr.fr daum.net docomo.ne.jp ezweb.ne.jp softbank.ne.jp citromail.hu telenet.be skynet.be telia.com bredband.net online.no tutanota.com tuta.io hey.com duck.com privaterelay.appleid.com | knows GMAIL.COM shop.free.fr
company-email-validator lacks 0: | knows GMAIL.COM
free-email-domains-list lacks 1: online.no | knows
SEEN
echo 'As seen with email-providers 2.26.0, freemail 1.7.0, company-email-validator 1.2.7 and free-email-domains-list 1.0.16.'
