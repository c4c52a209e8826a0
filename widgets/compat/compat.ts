import { findMarks, type Mark, markAttributes, readNumbered } from './marks.ts'

// A classic script for pages made for Judge.me, Yotpo, Okendo or Bazaarvoice. It puts our elements where those services
// would draw theirs. It fills their places instead of replacing them: frameworks such as React fail when an element of
// theirs has left its parent, and links to `#judgeme_product_reviews` still work.

const pause = 50 // ms between a change of the page and the search for marks, so that many changes need one search

const started: unique symbol = Symbol.for('realword.compat')
const page = globalThis as unknown as { [started]?: true }

const script = document.currentScript ?? document.querySelector('script[src*="/compat.js"]') // added by code, such as a tag manager's
if (script instanceof HTMLScriptElement && !page[started]) {
  page[started] = true
  start(script)
}

function start({ src, dataset: { storeId, storeKey, map = '' } }: HTMLScriptElement): void {
  const hints = new Set<string>()
  const numbered = readNumbered(map, part =>
    hint(`data-map has "${part}". Write pairs such as 12345=rating, 12345=reviews or 12345=questions.`),
  )
  let isDue = false

  const fillAll = () => {
    isDue = false
    for (const mark of findMarks(numbered, hintAtNumber)) fill(mark)
  }
  const observer = new MutationObserver(() => {
    if (!isDue) setTimeout(fillAll, pause)
    isDue = true
  })
  // Until our elements are defined, the page keeps its old content.
  Promise.all([import(/* @vite-ignore */ new URL('widgets.js', src).href), parsed()]).then(() => {
    fillAll()
    observer.observe(document, {
      subtree: true,
      childList: true,
      attributes: true,
      attributeFilter: markAttributes,
    })
  }, console.error)

  function hintAtNumber(number: string): void {
    hint(`Yotpo's widget ${number} is not in data-map. If it shows stars, add data-map="${number}=rating" to the script
      compat.js; if reviews, "${number}=reviews"; if questions, "${number}=questions".`)
  }

  function hint(text: string): void {
    if (!hints.has(text)) console.warn(`Realword: ${text.replace(/\s+/g, ' ')}`)
    hints.add(text)
  }

  function fill({ place, widget, productId }: Mark): void {
    if (!place.isConnected) return // inside a place that was filled before it
    const name = `rw-${widget}`
    const before = [...place.children].find(child => child.localName === name) as HTMLElement | undefined
    const one = before ?? document.createElement(name)
    for (const [key, value] of Object.entries({ storeId, storeKey, productId }))
      if (value && one.dataset[key] !== value) one.dataset[key] = value
    if (before) return
    keepHeight(place, one)
    place.replaceChildren(one)
  }
}

// While the parser is inside a place, it adds the rest of the old content after ours.
function parsed(): Promise<unknown> | undefined {
  if (document.readyState !== 'loading') return undefined
  return new Promise(done => document.addEventListener('DOMContentLoaded', done, { once: true }))
}

/** Keeps a place as tall as its old content, so that nothing moves before our element shows its own. */
function keepHeight(place: HTMLElement, one: HTMLElement): void {
  if (!place.firstElementChild || !place.offsetHeight) return
  const { style } = place
  const { height, overflow } = style
  style.height = getComputedStyle(place).height
  if (one.localName === 'rw-rating') return // a line, as before
  style.overflow = 'hidden'
  const release = () => Object.assign(style, { height, overflow })
  for (const event of ['rw-load', 'rw-error']) one.addEventListener(event, release, { once: true })
}
