#!/usr/bin/env bash
# Shopify's language of templates in JavaScript, with the numbers of a rating.
# Guess:   liquidjs divides and prints as the Liquid of shops, which is Ruby's: 5 divided by 2 is 2, 90 divided by 20 is 4, 4.0
#          is printed as 4.0, and an average of 4.0 plus 1 as 5.0. A text "4,5" is 4 for a filter, as Ruby reads its digits.
# Seen:    liquidjs 10.30.1 has one kind of number: 2.5, 4.5, 4 and 5. "4,5" is 0.
# Matters: a snippet of a theme that was tried with liquidjs shows other stars in the shop: "full stars" by division are whole
#          numbers there, and "4.0 of 5" is "4 of 5" here. Round in the template, and pass averages as texts.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
npm install --silent --no-audit --no-fund liquidjs@10.30.1
cat > run.mjs <<'JS'
import { Liquid } from 'liquidjs'

const engine = new Liquid()
for (const template of [
  '{{ 5 | divided_by: 2 }}',
  '{{ 90 | divided_by: 20 }}',
  '{{ 90 | divided_by: 20.0 }}',
  '{{ 4.0 }}',
  '{{ 4.0 | plus: 1 }}',
  '{{ "4,5" | plus: 0 }}',
  '{{ 4.25 | round: 1 }}',
]) {
  console.log(template, '=', await engine.parseAndRender(template))
}
JS
diff - <(node run.mjs) <<'SEEN'
{{ 5 | divided_by: 2 }} = 2.5
{{ 90 | divided_by: 20 }} = 4.5
{{ 90 | divided_by: 20.0 }} = 4.5
{{ 4.0 }} = 4
{{ 4.0 | plus: 1 }} = 5
{{ "4,5" | plus: 0 }} = 0
{{ 4.25 | round: 1 }} = 4.3
SEEN
echo 'As seen with liquidjs 10.30.1.'
