#!/usr/bin/env bash
# A widget in a page that is rendered on a server and taken over (hydrated) in the browser: two switches as attributes, and an
# id and an object as properties of a custom element.
# Guess:   each framework writes the same attributes on the server as in the browser, true and false as words, and sets the
#          properties when it takes the element over, as only the browser can.
# Seen:    React 19.3.1 leaves out data-asks={false} on the server, writes "false" when the browser renders it, and adds nothing when
#          it takes over; true is an empty text, and not a word. React and Preact 11.2.0 set no property when they take over: the
#          element has only an attribute `productid`, and Preact's "[object Object]". Vue 3.5.45 and Svelte 5.57.3 set them.
# Matters: a form that is switched off in development is there in production, and a widget without its product shows nothing,
#          on the first page alone: after a click, the browser renders it. Write attributes, and switches as words.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
npm install --silent --no-audit --no-fund react@19.3.1 react-dom@19.3.1 vue@3.5.45 preact@11.2.0 preact-render-to-string@6.8.2 \
  svelte@5.57.3 jsdom@29.1.1 esbuild@0.28.2
cat > run.mjs <<'JS'
import { build } from 'esbuild'
import { JSDOM } from 'jsdom'
import { writeFileSync } from 'node:fs'
import { compile } from 'svelte/compiler'

const { window } = new JSDOM('<!doctype html><body></body>', { pretendToBeVisual: true })
const names = 'document HTMLElement Element Node customElements Text Comment DocumentFragment HTMLIFrameElement SVGElement Event CustomEvent navigator HTMLMediaElement'
for (const name of names.split(' ')) Object.defineProperty(globalThis, name, { value: window[name], configurable: true })
globalThis.window = window
customElements.define('x-widget', class extends HTMLElement {
  set productId(value) { this.given = { ...this.given, productId: value } }
  get productId() { return this.given?.productId }
  set labels(value) { this.given = { ...this.given, labels: value } }
  get labels() { return this.given?.labels }
})
const props = { 'data-asks': false, 'data-topics': true, productId: '0012', labels: { title: 'Reviews' } }
const source = `<script>let { off = false, on = true, id = '0012', labels = { title: 'Reviews' } } = $props()</script>
  <x-widget data-asks={off} data-topics={on} productId={id} labels={labels}></x-widget>`
for (const generate of ['server', 'client'])
  writeFileSync(`widget.${generate}.mjs`, compile(source, { generate, name: 'Widget' }).js.code)
const contents = `export { mount, hydrate } from 'svelte'; export { default as Widget } from './widget.client.mjs'`
await build({ stdin: { contents, resolveDir: '.' }, bundle: true, format: 'esm', outfile: 'svelte.mjs', conditions: ['browser'] })

const React = await import('react')
const { createRoot, hydrateRoot } = await import('react-dom/client')
const inReact = React.createElement('x-widget', props)
const { h, render, hydrate } = await import('preact')
const vue = await import('vue')
const inVue = { render: () => vue.h('x-widget', props) }
const svelte = await import('./svelte.mjs')
const frameworks = {
  React: {
    server: async () => (await import('react-dom/server')).renderToString(inReact),
    takeOver: place => hydrateRoot(place, inReact),
    browser: place => createRoot(place).render(inReact),
  },
  Preact: {
    server: async () => (await import('preact-render-to-string')).render(h('x-widget', props)),
    takeOver: place => hydrate(h('x-widget', props), place),
    browser: place => render(h('x-widget', props), place),
  },
  Vue: {
    server: async () => (await import('vue/server-renderer')).renderToString(vue.createSSRApp(inVue)),
    takeOver: place => vue.createSSRApp(inVue).mount(place),
    browser: place => vue.createApp(inVue).mount(place),
  },
  Svelte: {
    server: async () => (await import('svelte/server')).render((await import('./widget.server.mjs')).default).body,
    takeOver: target => svelte.hydrate(svelte.Widget, { target }),
    browser: target => svelte.mount(svelte.Widget, { target }),
  },
}
const within = (html = '') => Object.assign(document.body.appendChild(document.createElement('div')), { innerHTML: html })
async function seen(place) {
  for (let at = 0; at < 20; at++) await new Promise(done => setImmediate(done))
  const { attributes, given } = place.querySelector('x-widget')
  const written = [...attributes].map(({ name, value }) => `${name}="${value}"`).sort().join(' ')
  return `${written}, properties ${JSON.stringify(given ?? {})}`
}
for (const [name, { server, takeOver, browser }] of Object.entries(frameworks)) {
  const [taken, made] = [within(await server()), within()]
  takeOver(taken)
  browser(made)
  console.log(`${name}\n  taken over: ${await seen(taken)}\n  in the browser: ${await seen(made)}`)
}
process.exit()
JS
diff - <(NODE_ENV=production node run.mjs) <<'SEEN'
React
  taken over: data-topics="" productid="0012", properties {}
  in the browser: data-asks="false" data-topics="", properties {"productId":"0012","labels":{"title":"Reviews"}}
Preact
  taken over: data-asks="false" data-topics="true" labels="[object Object]" productid="0012", properties {}
  in the browser: data-asks="false" data-topics="true", properties {"productId":"0012","labels":{"title":"Reviews"}}
Vue
  taken over: data-asks="false" data-topics="true" productid="0012", properties {"productId":"0012","labels":{"title":"Reviews"}}
  in the browser: data-asks="false" data-topics="true", properties {"productId":"0012","labels":{"title":"Reviews"}}
Svelte
  taken over: data-asks="false" data-topics="true" labels="[object Object]" productid="0012", properties {"productId":"0012","labels":{"title":"Reviews"}}
  in the browser: data-asks="false" data-topics="true", properties {"productId":"0012","labels":{"title":"Reviews"}}
SEEN
echo 'As seen with React 19.3.1, Preact 11.2.0, Vue 3.5.45 and Svelte 5.57.3.'
