#!/usr/bin/env bash
# A mail from right to left by MJML.
# Guess:   dir="rtl" on <mjml> is enough: sections, columns and texts follow.
# Seen:    mjml 5.4.1 puts lang and dir on <html> and on the element around all others, and direction: ltr on every section
#          with text-align: left on its texts, so that nothing of it takes effect. A section has an attribute of its own,
#          which reverses its columns alone: text stays at the left.
# Matters: an Arabic mail looks right in the source and is read from the wrong side, with the full stop before the sentence.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
npm install --silent --no-audit --no-fund mjml@5.4.1
cat > run.mjs <<'JS'
import mjml2html from 'mjml'

const section = attributes =>
  `<mj-section ${attributes}><mj-column><mj-text>شكرا.</mj-text></mj-column><mj-column><mj-text>!</mj-text></mj-column></mj-section>`
for (const attributes of ['', 'direction="rtl"']) {
  const { html, errors } = await mjml2html(`<mjml lang="ar" dir="rtl"><mj-body>${section(attributes)}</mj-body></mjml>`)
  const said = html.match(/<(?:html|body)[^>]*? dir="\w+"|direction: ?\w+|text-align: ?\w+/g)
  console.log(errors.length, said.map(text => text.replace(/<(\w+).*(dir=.*)/, '$1 $2')).join('; '))
}
JS
diff - <(node run.mjs) <<'SEEN'
0 html dir="rtl"; direction:ltr; text-align:center; text-align:left; direction:ltr; text-align:left; text-align:left; direction:ltr; text-align:left
0 html dir="rtl"; direction:rtl; text-align:center; text-align:left; direction:ltr; text-align:left; text-align:left; direction:ltr; text-align:left
SEEN
echo 'As seen with mjml 5.4.1.'
