#!/usr/bin/env bash
# A widget that a server rendered with a declarative shadow root (<template shadowrootmode="open">), on a page that a library
# fetches and puts in place of the present one.
# Guess:   Turbo handles it, as browsers had declarative shadow roots before Turbo 8.0. htmx, Unpoly and morphdom do not.
# Seen:    in Chromium 153 htmx 4.0.1 alone attaches the root. With Turbo 8.0.23, Unpoly 3.14.3, swup 4.10.0, barba.js 2.10.3,
#          idiomorph 0.8.0 and morphdom 2.7.8 the template stays an element that displays nothing.
# Matters: reviews that were there without a script when the page was loaded are missing when it is reached by a link, until
#          the widget has fetched them again. A widget must not take the template for its content.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
npm install --silent --no-audit --no-fund playwright-core@1.65.1 @sparticuz/chromium@153.0.0 @hotwired/turbo@8.0.23 htmx.org@4.0.1 \
  unpoly@3.14.3 swup@4.10.0 @barba/core@2.10.3 idiomorph@0.8.0 morphdom@2.7.8
cat > run.mjs <<'JS'
import chromium from '@sparticuz/chromium'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { chromium as playwright } from 'playwright-core'

const widget = '<x-widget><template shadowrootmode="open"><p>Good</p></template></x-widget>'
const libraries = {
  turbo: {
    script: '@hotwired/turbo/dist/turbo.es2017-umd.js',
    page: inner => `<body><a href="next">next</a>${inner}</body>`,
  },
  htmx: {
    script: 'htmx.org/dist/htmx.js',
    page: inner => `<body><a href="next" hx-get="next" hx-target="main" hx-select="main">next</a><main>${inner}</main></body>`,
  },
  unpoly: {
    script: 'unpoly/unpoly.js',
    page: inner => `<body><a href="next" up-target="main">next</a><main>${inner}</main></body>`,
  },
  swup: {
    script: 'swup/dist/Swup.umd.js',
    page: inner => `<body><main id="swup"><a href="next">next</a>${inner}</main><script>new Swup({ animationSelector: false })</script></body>`,
  },
  barba: {
    script: '@barba/core/dist/barba.umd.js',
    page: inner =>
      `<body data-barba="wrapper"><main data-barba="container"><a href="next">next</a>${inner}</main><script>barba.init({ transitions: [{ enter() {} }] })</script></body>`,
  },
  idiomorph: {
    script: 'idiomorph/dist/idiomorph.js',
    page: () => '<body><main></main></body>',
    exchange: html => Idiomorph.morph(document.querySelector('main'), `<main>${html}</main>`),
  },
  morphdom: {
    script: 'morphdom/dist/morphdom-umd.js',
    page: () => '<body><main></main></body>',
    exchange: html => morphdom(document.querySelector('main'), `<main>${html}</main>`),
  },
}
const server = createServer(({ url }, answer) => {
  const [, name, page] = url.split('/')
  const { script, page: write } = libraries[name] ?? {}
  answer.setHeader('content-type', page === 'script' ? 'text/javascript' : 'text/html; charset=utf-8')
  if (!script) answer.writeHead(404).end()
  else if (page === 'script') answer.end(readFileSync(`node_modules/${script}`))
  else answer.end(`<!doctype html><html><head><title>${page}</title><script src="script"></script></head>${write(page === 'next' ? widget : '')}</html>`)
})
await new Promise(done => server.listen(0, '127.0.0.1', done))
const home = `http://127.0.0.1:${server.address().port}`
const browser = await playwright.launch({ executablePath: await chromium.executablePath(), args: ['--no-sandbox'] })
console.log(`Chromium ${browser.version().split('.')[0]}`)
for (const [name, { exchange }] of Object.entries(libraries)) {
  const page = await browser.newPage()
  await page.goto(`${home}/${name}/first`)
  await page.evaluate(() => Object.assign(window, { isFirst: true }))
  if (exchange) await page.evaluate(exchange, widget)
  else await page.click('a')
  const element = await page.waitForSelector('x-widget', { state: 'attached' })
  const seen = await element.evaluate(({ shadowRoot, innerHTML }) => (shadowRoot ? `root with ${shadowRoot.innerHTML}` : `no root, ${innerHTML}`))
  console.log(`${name}: ${(await page.evaluate(() => window.isFirst)) ? '' : 'loaded as a whole, '}${seen}`)
  await page.close()
}
await browser.close()
server.close()
JS
diff - <(node run.mjs) <<'SEEN'
Chromium 153
turbo: no root, <template shadowrootmode="open"><p>Good</p></template>
htmx: root with <p>Good</p>
unpoly: no root, <template shadowrootmode="open"><p>Good</p></template>
swup: no root, <template shadowrootmode="open"><p>Good</p></template>
barba: no root, <template shadowrootmode="open"><p>Good</p></template>
idiomorph: no root, <template shadowrootmode="open"><p>Good</p></template>
morphdom: no root, <template shadowrootmode="open"><p>Good</p></template>
SEEN
echo 'As seen with Chromium 153.'
