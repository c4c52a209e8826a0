import type { useTexts } from '../words/words.tsx'
import { type Choices, elementsOf, ownAttributes, storeWidgetNames, widgetNames } from './choices.ts'
import { attributesOf, variableNames, variablesOf } from './look.ts'
import type { ShopProduct } from './query.ts'

/** The content of the preview. */
export type Scene = {
  choices: Choices
  /** One product for a product page, several for a list. */
  products: ShopProduct[]
  credentials: { storeId: string; storeKey: string }
  language: string
  /** Shown instead of reads of the service. */
  samples: { texts: ReturnType<typeof useTexts<'widget-samples'>>; storeName: string } | undefined
}

/**
 * Renders the scene into the frame's page. Existing elements stay and only their attributes change, so nothing
 * flickers while a colour is being chosen.
 */
export function renderScene(page: Document, scene: Scene): void {
  const { choices, credentials, language } = scene
  const root = page.documentElement
  root.classList.toggle('dark', choices.ground === 'dark')
  root.lang = choices.lang || language
  root.dataset.storeId = credentials.storeId
  root.dataset.storeKey = credentials.storeKey
  const main = page.querySelector('main')
  if (!main) return
  if (choices.place === 'store') renderStorePage(main, scene)
  else if (choices.place === 'list') renderProductList(main, scene)
  else renderProductPage(main, scene)
  const variables = variablesOf(choices)
  for (const widget of main.querySelectorAll<HTMLElement>(allElements)) {
    for (const name of variableNames) {
      // As in a shop: a rating takes only colours from the design.
      const applies = widget.localName !== 'rw-rating' || !name.startsWith('--rw-font')
      widget.style.setProperty(name, (applies && variables[name]) || null)
    }
  }
}

const allElements = [...new Set([...widgetNames, ...storeWidgetNames])].map(name => `rw-${name}`).join()

function renderStorePage(main: HTMLElement, { choices }: Scene): void {
  const elements = elementsOf(choices)
  const create = elementFactory(main)
  rebuildIfChanged(main, `store ${elements.join(' ')}`, () => elements.map(name => create(name)))
  for (const name of elements) setWidget(main.querySelector(name), choices)
}

function renderProductPage(main: HTMLElement, { choices, products }: Scene): void {
  const [product] = products
  if (!product) return
  const elements = elementsOf(choices)
  const create = elementFactory(main)
  rebuildIfChanged(main, `product ${elements.join(' ')}`, () => {
    const text = create('div')
    text.append(create('h1'), ...elements.filter(isRating).map(name => create(name)))
    const head = create('div', 'product')
    head.append(create('img', 'picture'), text)
    return [head, ...elements.filter(name => !isRating(name)).map(name => create(name))]
  })
  fillProduct(main.querySelector('.product'), product)
  for (const name of elements) setWidget(main.querySelector(name), choices, product)
}

const isRating = (name: string) => name === 'rw-rating'

function renderProductList(main: HTMLElement, { choices, products }: Scene): void {
  const listed = products.slice(0, 8)
  const create = elementFactory(main)
  rebuildIfChanged(main, `list ${listed.length}`, () => {
    const grid = create('div', 'grid')
    for (const _ of listed) {
      const card = create('div', 'card')
      card.append(create('img', 'picture'), create('p'), create('rw-rating'))
      grid.append(card)
    }
    return [grid]
  })
  for (const [index, product] of listed.entries()) {
    const card = main.querySelectorAll('.card')[index]
    fillProduct(card, product)
    setWidget(card?.querySelector('rw-rating'), choices, product)
  }
}

// Rebuilds the content only if the layout needs other elements.
function rebuildIfChanged(main: HTMLElement, layout: string, build: () => HTMLElement[]): void {
  if (main.dataset.layout === layout) return
  main.dataset.layout = layout
  main.replaceChildren(...build())
}

const elementFactory =
  (main: HTMLElement) =>
  (name: string, className = ''): HTMLElement => {
    const element = main.ownerDocument.createElement(name)
    if (className) element.className = className
    return element
  }

function fillProduct(container: Element | null | undefined, { name, pictures }: ShopProduct): void {
  const heading = container?.querySelector('h1, p')
  if (heading) heading.textContent = name
  const image = container?.querySelector('img')
  if (!image) return
  image.alt = ''
  image.src = pictures.find(url => /^https?:\/\//i.test(url)) ?? transparentImage
}

// One transparent pixel. The page's own style draws a border around it.
const transparentImage = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'

function setWidget(
  widget: Element | null | undefined,
  choices: Scene['choices'],
  product?: ShopProduct,
): void {
  if (!widget) return
  const name = widget.localName as ReturnType<typeof elementsOf>[number]
  // The preview adds nothing to its page's head.
  const { 'data-structured-data': _, ...attributes } = attributesOf(name, choices)
  const { lang } = choices
  const own = ownAttributes(name, choices)
  const named = product && { 'data-product-id': product.product_id }
  setAttributes(widget, { ...attributes, ...own, ...(lang && { lang }), ...named })
}

function setAttributes(element: Element | null | undefined, attributes: Record<string, string>): void {
  if (!element) return
  for (const name of element.getAttributeNames()) {
    if (!(name in attributes) && /^(data-|lang$)/.test(name)) element.removeAttribute(name)
  }
  for (const [name, value] of Object.entries(attributes)) {
    if (element.getAttribute(name) !== value) element.setAttribute(name, value)
  }
}
