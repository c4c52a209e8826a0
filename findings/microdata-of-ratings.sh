#!/usr/bin/env bash
# The rating of a product in microdata, as themes of shops have it: values in <data>, <meter> and <time> (which the HTML standard
# reads from their attributes), a rating elsewhere on the page (itemref), a product of two types, and a text with a line break.
# Guess:   all read content, value and datetime, and follow itemref; web-auto-extractor alone lacks <meter>.
# Seen:    web-auto-extractor 1.0.17, and @marbec/web-auto-extractor 2.2.1 (which @adobe/structured-data-validator uses), read the
#          displayed text of <data>, <meter> and <time>: "4½". They ignore itemref, so the product has no rating, give two types as
#          one with a @context of two, and leave entities in texts. microdata-node 2.0.0 has each value of an itemref twice, and makes
#          numbers of <data> and <meter>: a GTIN loses its zeros. It alone keeps a line break. microdata-rdf-streaming-parser 3.0.0 is
#          as guessed.
# Matters: a check of a shop's page reports that its stars are missing or wrong when they are right, and an import from pages takes
#          "4½" for a rating. Write values into an attribute `content`, which all four read, inside the element of the
#          product.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
npm install --silent --no-audit --no-fund microdata-node@2.0.0 web-auto-extractor@1.0.17 @marbec/web-auto-extractor@2.2.1 \
  microdata-rdf-streaming-parser@3.0.0
cat > run.mjs <<'JS'
import { MicrodataRdfParser } from 'microdata-rdf-streaming-parser'
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)
const { toJson } = require('microdata-node')
const WebAutoExtractor = require('web-auto-extractor').default
const marbec = require('@marbec/web-auto-extractor')
const Marbec = marbec.default ?? marbec

const base = 'https://shop.example/'
const item = (types, content, attributes = '') => `<div itemscope itemtype="${types}"${attributes}>${content}</div>`
const rating = content => item('https://schema.org/AggregateRating', content, ' itemprop="aggregateRating"')
const pages = {
  'data, meter and time': item(
    'https://schema.org/Product',
    `<data itemprop="gtin13" value="0012345678905">number</data><time itemprop="releaseDate" datetime="2026-11-01">Nov 1</time>${rating(
      '<data itemprop="ratingValue" value="4.5">4½</data> of <meter itemprop="bestRating" value="5" max="5">five</meter>',
    )}`,
  ),
  'content of a span': item('https://schema.org/Product', rating('<span itemprop="ratingValue" content="4.5">4½</span>')),
  itemref: `${item('https://schema.org/Product', '<b itemprop="name">Mug</b>', ' itemref="stars"')}
    <div id="stars">${rating('<span itemprop="ratingValue">4.5</span>')}</div>`,
  'two types': item('https://schema.org/Product https://schema.org/Book', '<b itemprop="name">Mug</b>'),
  text: item('https://schema.org/Review', '<p itemprop="reviewBody">I love it.<br>Tea &amp; coffee</p>'),
}
const statements = page => new Promise((resolve, reject) => {
  const found = []
  const parser = new MicrodataRdfParser({ baseIRI: base })
  const local = ({ value }) => value.split(/[/#]/).at(-1)
  const pathOf = node => {
    const above = found.find(({ object }) => object.equals(node))
    return above ? [...pathOf(above.subject), local(above.predicate)] : []
  }
  parser.on('data', quad => found.push(quad)).on('error', reject)
  parser.on('end', () => {
    const leaves = found.filter(({ object }) => object.termType !== 'BlankNode')
    resolve(leaves.map(({ subject, predicate, object }) => `${[...pathOf(subject), local(predicate)].join('.')}=${object.value}`))
  })
  parser.end(page)
})
const values = (value, path = []) => {
  if (Array.isArray(value)) return value.flatMap(member => values(member, path))
  if (typeof value !== 'object') return [`${path.join('.')}=${value}`]
  return Object.entries(value).flatMap(([name, member]) => values(member, name === 'properties' ? path : [...path, name]))
}
const readers = {
  'microdata-node': page => values(toJson(page, { base }).items),
  'web-auto-extractor': page => values(new WebAutoExtractor().parse(page).microdata),
  '@marbec/web-auto-extractor': page => values(new Marbec().parse(page).microdata),
  'microdata-rdf-streaming-parser': statements,
}
for (const [name, content] of Object.entries(pages)) {
  const byResult = new Map()
  for (const [reader, read] of Object.entries(readers)) {
    const found = await read(`<!doctype html><html><head><title>Mug</title></head><body>${content}</body></html>`)
    const result = found.filter(value => name === 'two types' || !/(^|[.@])(type|context)=/.test(value)).join(', ')
    byResult.set(result, [...(byResult.get(result) ?? []), reader])
  }
  console.log(name)
  for (const [result, names] of byResult) {
    console.log(`  ${names.length === 4 ? 'all' : names.join(', ')}`)
    console.log(`    ${result.replaceAll('https://schema.org/', 's:').replaceAll('\n', '\\n')}`)
  }
}
JS
diff - <(node run.mjs) <<'SEEN'
data, meter and time
  microdata-node
    gtin13=12345678905, releaseDate=2026-11-01, aggregateRating.ratingValue=4.5, aggregateRating.bestRating=5
  web-auto-extractor, @marbec/web-auto-extractor
    Product.gtin13=number, Product.releaseDate=Nov 1, Product.aggregateRating.ratingValue=4½, Product.aggregateRating.bestRating=five
  microdata-rdf-streaming-parser
    gtin13=0012345678905, releaseDate=2026-11-01, aggregateRating.ratingValue=4.5, aggregateRating.bestRating=5
content of a span
  microdata-node, microdata-rdf-streaming-parser
    aggregateRating.ratingValue=4.5
  web-auto-extractor, @marbec/web-auto-extractor
    Product.aggregateRating.ratingValue=4.5
itemref
  microdata-node
    name=Mug, aggregateRating.ratingValue=4.5, aggregateRating.ratingValue=4.5
  web-auto-extractor, @marbec/web-auto-extractor
    Product.name=Mug, AggregateRating.ratingValue=4.5
  microdata-rdf-streaming-parser
    name=Mug, aggregateRating.ratingValue=4.5
two types
  microdata-node
    name=Mug, type=s:Product, type=s:Book
  web-auto-extractor, @marbec/web-auto-extractor
    Book.@context=s:Product s:, Book.@type=Book, Book.name=Mug
  microdata-rdf-streaming-parser
    type=s:Product, type=s:Book, name=Mug
text
  microdata-node
    reviewBody=I love it.\nTea & coffee
  web-auto-extractor, @marbec/web-auto-extractor
    Review.reviewBody=I love it.Tea &amp; coffee
  microdata-rdf-streaming-parser
    reviewBody=I love it.Tea & coffee
SEEN
echo 'As seen with microdata-node 2.0.0, web-auto-extractor 1.0.17, @marbec/web-auto-extractor 2.2.1 and one other.'
