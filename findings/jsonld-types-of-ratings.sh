#!/usr/bin/env bash
# The averages of products, as statements (RDF) made from the JSON-LD of their pages.
# Guess:   ratingValue has one datatype, whatever its value, and 4.5 is written as "4.5".
# Seen:    jsonld 9.0.0 gives 4.5 as "4.5E0" with xsd:double and 5 as "5" with xsd:integer, and so does 5.0; "4.5" in quotes stays a
#          plain text without a datatype. JSON-LD 1.1 types a number by its own value, and prints 16 digits: a share of 0.07 becomes
#          "7.000000000000001E-2".
# Matters: products with whole averages drop out of a query for doubles, and comparing such texts compares "4.5E0" with "5".
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
npm install --silent --no-audit --no-fund jsonld@9.0.0
cat > run.mjs <<'JS'
import jsonld from 'jsonld'

const vocabulary = { '@context': { '@vocab': 'https://schema.org/' } }
for (const ratingValue of ['4.5', '5', '5.0', '"4.5"', '4.50', '0.07']) {
  const page = { ...vocabulary, ratingValue: JSON.parse(ratingValue) }
  const statement = await jsonld.toRDF(page, { format: 'application/n-quads' })
  console.log(ratingValue, '=', statement.trim().split(' ').slice(2, -1).join(' ').replace('http://www.w3.org/2001/XMLSchema#', 'xsd:'))
}
JS
diff - <(node run.mjs) <<'SEEN'
4.5 = "4.5E0"^^<xsd:double>
5 = "5"^^<xsd:integer>
5.0 = "5"^^<xsd:integer>
"4.5" = "4.5"
4.50 = "4.5E0"^^<xsd:double>
0.07 = "7.000000000000001E-2"^^<xsd:double>
SEEN
echo 'As seen with jsonld 9.0.0.'
