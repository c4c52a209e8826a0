#!/usr/bin/env bash
# The locale of a page after Intl.Locale.maximize(), which tells zh-Hant from zh-Hans, for dates and numbers.
# Guess:   en-Latn-GB formats as en-GB does: Latin is the script that English has anyway.
# Seen:    in Node 24.21.0 (ICU 78.3) the formats of a language in Latin have no data under its script, and fall back to
#          the language alone: British dates become American, Portuguese ones Brazilian, and Mexican and Swiss numbers
#          those of Spain and Germany. Where a language has two scripts (zh-Hant-TW, sr-Cyrl-RS), the region is kept.
# Matters: a widget that picks its texts by the maximized tag, and formats by it, shows a British shop American dates. Only
#          minimize() or the tag as it was leads back.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
npm install --silent --no-audit --no-fund node@24.21.0
cat > run.mjs <<'JS'
const day = Date.UTC(2026, 2, 9)
for (const tag of ['en-GB', 'pt-PT', 'es-MX', 'de-CH', 'fr-CA', 'zh-TW', 'sr-RS']) {
  const formats = [tag, new Intl.Locale(tag).maximize().toString()].map(locale => {
    const date = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })
    return `${locale} ${date.format(day)} ${new Intl.NumberFormat(locale).format(1234567.5)}`
  })
  console.log(formats.join(' | ').replaceAll('\u202f', '_').replaceAll('\u00a0', '_'))
}
JS
diff - <(node_modules/.bin/node run.mjs) <<'SEEN'
en-GB 9 Mar 2026 1,234,567.5 | en-Latn-GB Mar 9, 2026 1,234,567.5
pt-PT 09/03/2026 1_234_567,5 | pt-Latn-PT 9 de mar. de 2026 1.234.567,5
es-MX 9 mar 2026 1,234,567.5 | es-Latn-MX 9 mar 2026 1.234.567,5
de-CH 09.03.2026 1'234'567.5 | de-Latn-CH 09.03.2026 1.234.567,5
fr-CA 9 mars 2026 1_234_567,5 | fr-Latn-CA 9 mars 2026 1_234_567,5
zh-TW 2026年3月9日 1,234,567.5 | zh-Hant-TW 2026年3月9日 1,234,567.5
sr-RS 9. 3. 2026. 1.234.567,5 | sr-Cyrl-RS 9. 3. 2026. 1.234.567,5
SEEN
echo 'As seen with Node 24.21.0.'
