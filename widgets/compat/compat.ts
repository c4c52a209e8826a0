import { findMarks, type Mark, markAttributes, type Product, readNumbered } from './marks.ts'
import { defineStubs } from './stubs.ts'

// A classic script for pages made for Judge.me, Yotpo, Okendo, Loox, Stamped or Bazaarvoice. It puts our elements where those services
// would draw theirs. It fills their places instead of replacing them: frameworks such as React fail when an element of
// theirs has left its parent, and links to `#judgeme_product_reviews` still work.

const pause = 50 // ms between a change of the page and the search for marks, so that many changes need one search

const started: unique symbol = Symbol.for('realword.compat')
const page = globalThis as unknown as { [started]?: true }

// The second: added by code, such as a tag manager's.
const script = [document.currentScript, document.querySelector('script[src*="/compat.js"]')].find(
  (one): one is HTMLScriptElement =>
    one instanceof HTMLScriptElement && (one.src.includes('/compat.js') || Boolean(one.dataset.storeId)),
)
const hints = new Set<string>()
if (!page[started]) {
  page[started] = true
  defineStubs()
  const { apiUrl } = { ...document.documentElement.dataset, ...script?.dataset }
  const base = apiUrl ? `${apiUrl.replace(/\/*$/, '')}/widgets/v1/` : script?.src
  if (base) start(base, { ...script?.dataset })
  else
    hint(
      'compat.js is in a bundle. Exclude it, or write data-api-url, data-store-id, data-store-key on <html>.',
    )
}

function hint(text: string, place?: HTMLElement): void {
  if (!hints.has(text)) console.warn(`Realword: ${text}`, place ?? '')
  hints.add(text)
}

function start(base: string, { storeId, storeKey, map = '' }: DOMStringMap): void {
  const numbered = readNumbered(map, part =>
    hint(`data-map has "${part}". Write pairs: 123=rating,124=reviews.`),
  )
  let isDue = false

  const fillAll = () => {
    isDue = false
    const left: [HTMLElement, string][] = []
    for (const mark of findMarks(numbered, hintAtNumber, (...one) => left.push(one))) fill(mark)
    for (const [place, why] of left) hintAtPlace(place, why)
  }
  const observer = new MutationObserver(() => {
    if (!isDue) setTimeout(fillAll, pause)
    isDue = true
  })
  // Until our elements are defined, the page keeps its old content.
  const entry = new URL('widgets.js', base).href
  Promise.all([import(/* @vite-ignore */ entry), parsed()]).then(() => {
    fillAll()
    observer.observe(document, {
      subtree: true,
      childList: true,
      attributes: true,
      attributeFilter: markAttributes,
    })
  }, failed)

  function failed(error: unknown): void {
    console.error(error)
    hint(`${entry} could not be loaded. Exclude compat.js from optimizers, or give it data-api-url.`)
  }

  function hintAtNumber(number: string): void {
    hint(
      `Yotpo's widget ${number} is not in data-map. Add data-map="${number}=rating" to compat.js; or =reviews, =questions.`,
    )
  }

  // Inside a place that is filled, nothing stays, and a place around one needs nothing.
  function hintAtPlace(place: HTMLElement, why: string): void {
    const ours = 'rw-rating,rw-reviews,rw-questions'
    if (place.isConnected && !place.closest(ours) && !place.querySelector(ours)) hint(why, place)
  }

  function fill({ place, widget, product }: Mark): void {
    if (!place.isConnected) return // inside a place that was filled before it
    const name = `rw-${widget}`
    const before = [...place.children].find(child => child.localName === name) as HTMLElement | undefined
    const one = before ?? document.createElement(name)
    if (storeId) one.dataset.storeId = storeId
    if (storeKey) one.dataset.storeKey = storeKey
    nameProduct(one, product)
    // Also where it is in a copy of the page, such as those that Turbo keeps: a copy has no listeners.
    if (widget === 'rating') place.addEventListener('click', goToReviews)
    if (before) return
    keepHeight(place, one)
    place.replaceChildren(one)
  }
}

function nameProduct(one: HTMLElement, { productId, productSku }: Product): void {
  for (const [key, value] of Object.entries({ productId, productSku })) {
    if (!value) delete one.dataset[key]
    else if (one.dataset[key] !== value) one.dataset[key] = value
  }
}

// As those services do: a click on the stars of a product leads to its reviews, unless the stars are a link.
function goToReviews({ currentTarget }: Event): void {
  const place = currentTarget as HTMLElement
  if (place.closest('a,button')) return
  const { productId, productSku } = (place.firstElementChild as HTMLElement).dataset
  const reviews = [...document.querySelectorAll<HTMLElement>('rw-reviews')].find(
    one => one.dataset.productId === productId && one.dataset.productSku === productSku,
  )
  reviews?.scrollIntoView({ block: 'start' })
}

// While the parser is inside a place, it adds the rest of the old content after ours.
function parsed(): Promise<unknown> | undefined {
  if (document.readyState !== 'loading') return undefined
  return new Promise(done => document.addEventListener('DOMContentLoaded', done, { once: true }))
}

/** Keeps a place as tall as its old content, so that nothing moves before our element shows its own. */
function keepHeight(place: HTMLElement, one: HTMLElement): void {
  if (!(place.firstElementChild || place.textContent?.trim()) || !place.offsetHeight) return
  const { style } = place
  const { height, overflow } = style
  style.height = getComputedStyle(place).height
  if (one.localName === 'rw-rating') return // a line, as before
  style.overflow = 'hidden'
  const release = () => Object.assign(style, { height, overflow })
  for (const event of ['rw-load', 'rw-error']) one.addEventListener(event, release, { once: true })
}
