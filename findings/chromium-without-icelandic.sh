#!/usr/bin/env bash
# Which languages a browser knows: of 42 in which shops are written, and dates of one it does not know.
# Guess:   Chromium has the whole of ICU, as Node has, but for rare languages.
# Seen:    Chromium 153 (@sparticuz/chromium 153.0.0) has no Icelandic: supportedLocalesOf is empty, and `is` gets the formats of
#          the browser's own language without a word. Node 24.21.0 has it.
# Matters: an Icelandic page shows American dates and decimal points, and the same page rendered on the server does not. Formats
#          of a language that is missing have to be named: German ones are as Icelandic readers write numbers and dates.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
npm install --silent --no-audit --no-fund node@24.21.0 playwright-core@1.65.1 @sparticuz/chromium@153.0.0
cat > run.mjs <<'JS'
import chromium from '@sparticuz/chromium'
import { chromium as playwright } from 'playwright-core'

const tags = 'en de fr it nl es pt-BR pt-PT sv da nb fi is pl cs sk hu ro bg hr sl sr et lv lt el tr uk ru ar he fa hi bn ja ko zh-CN zh-TW th vi id ms'
const seen = `({
  missing: '${tags}'.split(' ').filter(tag => Intl.DateTimeFormat.supportedLocalesOf(tag).length === 0),
  date: new Intl.DateTimeFormat('is', { dateStyle: 'medium', timeZone: 'UTC' }).format(Date.UTC(2026, 2, 10)),
  number: new Intl.NumberFormat('is').format(1234.5),
})`
const browser = await playwright.launch({ executablePath: await chromium.executablePath(), args: ['--no-sandbox'] })
const page = await browser.newPage({ locale: 'en-US' })
console.log(`Chromium ${browser.version().split('.')[0]}`, JSON.stringify(await page.evaluate(seen)))
console.log(`Node ${process.version}`, JSON.stringify(eval(seen)))
await browser.close()
JS
diff - <(node_modules/.bin/node run.mjs) <<'SEEN'
Chromium 153 {"missing":["is"],"date":"Mar 10, 2026","number":"1,234.5"}
Node v24.21.0 {"missing":[],"date":"10. mar. 2026","number":"1.234,5"}
SEEN
echo 'As seen with Chromium 153.'
