import type { Choices } from './choices.ts'
import { colors, elementsOf, variablesOf } from './choices.ts'
import type { ShopProduct } from './data.ts'

/** What the preview shows. */
export type Scene = {
  choices: Choices
  /** One for a page of a product, several for a list. */
  products: ShopProduct[]
  credentials: { storeId: string; storeKey: string }
  language: string
}

/**
 * Makes the page in the frame show the scene. Elements that are there stay and only change their attributes: nothing
 * flickers while a colour is chosen.
 */
export function draw(page: Document, scene: Scene): void {
  const { choices, credentials, language } = scene
  const root = page.documentElement
  root.classList.toggle('dark', choices.ground === 'dark')
  root.lang = choices.lang || language
  root.dataset.storeId = credentials.storeId
  root.dataset.storeKey = credentials.storeKey
  const variables = variablesOf(choices)
  const names = [...Object.values(colors).map(({ variable }) => variable), ...moreVariables]
  for (const name of names) root.style.setProperty(name, variables[name] ?? null)
  const main = page.querySelector('main')
  if (!main) return
  if (choices.place === 'list') drawList(main, scene)
  else drawProduct(main, scene)
}

const moreVariables = ['--rw-border-radius', '--rw-font-size-base', '--rw-font-family']

function drawProduct(main: HTMLElement, { choices, products }: Scene): void {
  const [product] = products
  if (!product) return
  const elements = elementsOf(choices)
  const make = makerIn(main)
  arrange(main, `product ${elements.map(({ name }) => name).join(' ')}`, () => {
    const text = make('div')
    text.append(make('h1'), ...elements.filter(isRating).map(({ name }) => make(name)))
    const head = make('div', 'product')
    head.append(make('img', 'picture'), text)
    return [head, ...elements.filter(one => !isRating(one)).map(({ name }) => make(name))]
  })
  dress(main.querySelector('.product'), product)
  for (const { name, attributes } of elements)
    setAttributes(main.querySelector(name), { ...attributes, 'data-product-id': product.product_id })
}

const isRating = ({ name }: { name: string }) => name === 'rw-rating'

function drawList(main: HTMLElement, { choices, products }: Scene): void {
  const shown = products.slice(0, 8)
  const make = makerIn(main)
  arrange(main, `list ${shown.length}`, () => {
    const grid = make('div', 'grid')
    for (const _ of shown) {
      const card = make('div', 'card')
      card.append(make('img', 'picture'), make('p'), make('rw-rating'))
      grid.append(card)
    }
    return [grid]
  })
  const attributes = elementsOf(choices)[0]?.attributes
  for (const [index, product] of shown.entries()) {
    const card = main.querySelectorAll('.card')[index]
    dress(card, product)
    setAttributes(card?.querySelector('rw-rating'), { ...attributes, 'data-product-id': product.product_id })
  }
}

// What stands there already is only made again when other elements are wanted.
function arrange(main: HTMLElement, layout: string, build: () => HTMLElement[]): void {
  if (main.dataset.layout === layout) return
  main.dataset.layout = layout
  main.replaceChildren(...build())
}

const makerIn =
  (main: HTMLElement) =>
  (name: string, className = ''): HTMLElement => {
    const element = main.ownerDocument.createElement(name)
    if (className) element.className = className
    return element
  }

function dress(place: Element | null | undefined, { name, pictures }: ShopProduct): void {
  const heading = place?.querySelector('h1, p')
  if (heading) heading.textContent = name
  const image = place?.querySelector('img')
  if (!image) return
  image.alt = ''
  image.src = pictures.find(one => /^https?:\/\//i.test(one)) ?? blank
}

// One see-through point: the frame around it is drawn by the page's own style.
const blank = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'

function setAttributes(element: Element | null | undefined, attributes: Record<string, string>): void {
  if (!element) return
  for (const name of element.getAttributeNames()) {
    if (!(name in attributes) && /^(data-|lang$)/.test(name)) element.removeAttribute(name)
  }
  for (const [name, value] of Object.entries(attributes)) {
    if (element.getAttribute(name) !== value) element.setAttribute(name, value)
  }
}
