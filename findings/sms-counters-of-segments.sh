#!/usr/bin/env bash
# How many segments a text message costs, by five counters.
# Guess:   all know the alphabet of GSM and its extensions, which take two places each (€ [ ] { } \ | ^ ~ and the form feed).
#          They differ only where the escape of an extension would be the last place of a segment.
# Seen:    there sms-length 0.2.2 counts one less, as expected. But sms-counter 1.0.0 counts an extension as one place. Both
#          take a form feed for Unicode. A heart across the end of a segment of Unicode is a third segment for sms-segments-calculator
#          1.3.0, which never divides what is displayed as one sign, and for no other. A thumb there, a pair of surrogates, is a
#          third one for split-sms 0.1.7 too.
# Matters: a preview of costs, a monthly limit and the bill disagree for the same text. Take the counter of the provider that
#          sends, and the number of segments in its receipt as the truth.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
npm install --silent --no-audit --no-fund sms-segments-calculator@1.3.0 split-sms@0.1.7 sms-counter@1.0.0 gsm@0.1.4 sms-length@0.2.2
cat > run.mjs <<'JS'
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)
const { SegmentedMessage } = require('sms-segments-calculator')
const { split } = require('split-sms')
const { default: SmsCounter } = require('sms-counter')
const gsm = require('gsm')
const { count } = require('sms-length')

const texts = {
  '161 letters': 'a'.repeat(161),
  '159 letters and €': `${'a'.repeat(159)}€`,
  '100 extensions': '[€]{€}\\|^~'.repeat(10),
  '€ on the end of a segment': `${'a'.repeat(152)}€${'a'.repeat(152)}`,
  'form feed': `\f${'a'.repeat(99)}`,
  'thumb on the end of a segment': `${'ç'.repeat(66)}👍${'ç'.repeat(66)}`,
  'heart on the end of a segment': `${'ç'.repeat(66)}❤️${'ç'.repeat(66)}`,
}
const counts = {
  'sms-segments-calculator': text => new SegmentedMessage(text).segmentsCount,
  'split-sms': text => split(text).parts.length,
  gsm: text => gsm(text).sms_count,
  'sms-length': text => count(text).messages,
  'sms-counter': text => SmsCounter.count(text).messages,
}
for (const [name, text] of Object.entries(texts))
  console.log(`${name}: ${Object.entries(counts).map(([tool, count]) => `${tool} ${count(text)}`).join(', ')}`)
JS
diff - <(node run.mjs) <<'SEEN'
161 letters: sms-segments-calculator 2, split-sms 2, gsm 2, sms-length 2, sms-counter 2
159 letters and €: sms-segments-calculator 2, split-sms 2, gsm 2, sms-length 2, sms-counter 1
100 extensions: sms-segments-calculator 2, split-sms 2, gsm 2, sms-length 2, sms-counter 1
€ on the end of a segment: sms-segments-calculator 3, split-sms 3, gsm 3, sms-length 2, sms-counter 2
form feed: sms-segments-calculator 1, split-sms 1, gsm 1, sms-length 2, sms-counter 2
thumb on the end of a segment: sms-segments-calculator 3, split-sms 3, gsm 2, sms-length 2, sms-counter 2
heart on the end of a segment: sms-segments-calculator 3, split-sms 2, gsm 2, sms-length 2, sms-counter 2
SEEN
echo 'As seen with sms-segments-calculator 1.3.0, split-sms 0.1.7, sms-counter 1.0.0, gsm 0.1.4 and sms-length 0.2.2.'
