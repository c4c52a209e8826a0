#!/usr/bin/env bash
# A page of a product after five minifiers of HTML: a rating within a line of text, the lines of a review, captions in no
# language, and questions that unfold when the browser finds a word in them.
# Guess:   elements whose names are unknown are inline, so the spaces around them stay. lang="", "until-found" and
#          pre-line were not guessed.
# Seen:    html-minifier-terser 7.2.0, html-minifier-next 6.2.11 and htmlnano 3.5.1 ("max") take custom elements for blocks: "Rated",
#          the stars and "by" lose their spaces. html-minifier-terser, html-minifier-next, @minify-html/node 0.18.1 and @swc/html
#          1.16.22 make a plain hidden of "until-found". All but @swc/html remove lang="". pre-line counts for htmlnano and
#          @swc/html alone.
# Matters: reviews lose their paragraphs, and questions cannot be found in the page any more. What must not change needs
#          elements: <br> for lines, and a space inside the widget.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
npm install --silent --no-audit --no-fund html-minifier-terser@7.2.0 html-minifier-next@6.2.11 htmlnano@3.5.1 posthtml@0.16.7 \
  @minify-html/node@0.18.1 @swc/html@1.16.22 cssnano@7.1.2 postcss@8.5.6
cat > run.mjs <<'JS'
import minifyHtml from '@minify-html/node'
import swc from '@swc/html'
import { minify as next } from 'html-minifier-next'
import { minify as terser } from 'html-minifier-terser'
import htmlnano from 'htmlnano'

// As the READMEs recommend for pages.
const options = {
  collapseBooleanAttributes: true, collapseWhitespace: true, removeAttributeQuotes: true, removeEmptyAttributes: true,
  removeRedundantAttributes: true,
}
const minifiers = {
  'html-minifier-terser': html => terser(html, options),
  'html-minifier-next': html => next(html, options),
  htmlnano: async html => (await htmlnano.process(html, { skipConfigLoading: true })).html,
  'htmlnano max': async html => (await htmlnano.process(html, { skipConfigLoading: true }, htmlnano.presets.max)).html,
  '@minify-html/node': html => minifyHtml.minify(Buffer.from(html), {}).toString(),
  '@swc/html': async html => (await swc.minifyFragment(html, {})).code,
}
const pieces = [
  '<p>Rated <x-rating></x-rating> by <x-count></x-count> buyers</p>',
  '<p style="white-space:pre-line">Pros: light\nCons: none</p>',
  '<p lang="">XJ-900</p>',
  '<x-questions hidden="until-found"></x-questions>',
]
for (const [name, minify] of Object.entries(minifiers)) {
  console.log(name)
  for (const piece of pieces) console.log(`  ${(await minify(piece)).replaceAll('\n', '\\n')}`)
}
JS
diff - <(node run.mjs) <<'SEEN'
html-minifier-terser
  <p>Rated<x-rating></x-rating>by<x-count></x-count>buyers</p>
  <p style=white-space:pre-line>Pros: light Cons: none</p>
  <p>XJ-900</p>
  <x-questions hidden></x-questions>
html-minifier-next
  <p>Rated<x-rating></x-rating>by<x-count></x-count>buyers</p>
  <p style=white-space:pre-line>Pros: light Cons: none</p>
  <p>XJ-900</p>
  <x-questions hidden></x-questions>
htmlnano
  <p>Rated <x-rating></x-rating> by <x-count></x-count> buyers</p>
  <p style="white-space:pre-line">Pros: light\nCons: none</p>
  <p>XJ-900</p>
  <x-questions hidden="until-found"></x-questions>
htmlnano max
  <p>Rated<x-rating></x-rating>by<x-count></x-count>buyers</p>
  <p style=white-space:pre-line>Pros: light\nCons: none</p>
  <p>XJ-900</p>
  <x-questions hidden=until-found></x-questions>
@minify-html/node
  <p>Rated <x-rating></x-rating> by <x-count></x-count> buyers
  <p style=white-space:pre-line>Pros: light Cons: none
  <p>XJ-900
  <x-questions hidden></x-questions>
@swc/html
  <p>Rated <x-rating></x-rating> by <x-count></x-count> buyers</p>
  <p style=white-space:pre-line>Pros: light\nCons: none</p>
  <p lang="">XJ-900</p>
  <x-questions hidden></x-questions>
SEEN
echo 'As seen with html-minifier-terser 7.2.0, html-minifier-next 6.2.11, htmlnano 3.5.1, @minify-html/node 0.18.1 and @swc/html 1.16.22.'
