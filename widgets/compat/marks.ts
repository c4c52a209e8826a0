export type Widget = 'rating' | 'reviews' | 'questions'

/** A place where another service would draw a widget, and what belongs there. */
export type Mark = { place: HTMLElement; widget: Widget; product: Product }

/** The product of a place: by its id, or by its SKU. */
export type Product = { productId?: string; productSku?: string }

/** The widgets of Yotpo's numbered places, as `data-map` names them. */
export type Numbered = Map<string, Widget>

/** What a person should know of a place that stays as it is. */
export type OnLeft = (place: HTMLElement, why: string) => void

type Service = {
  name: string
  /** The attributes with the product's id. The first that is not empty counts. */
  products: string[]
  /** Selectors, a widget each. */
  places: Partial<Record<Widget, string>>
  /** Selects all its places, also those without a counterpart. */
  all: string
}

const services: Service[] = [
  {
    name: 'Judge.me',
    products: ['data-id', 'data-product-id'],
    places: {
      rating: '.jdgm-preview-badge,.judgeme-preview-badge',
      reviews: '.jdgm-review-widget,.jdgm-widget[data-widget=review],#judgeme_product_reviews',
    },
    all: '.jdgm-widget',
  },
  {
    name: 'Yotpo',
    products: ['data-product-id', 'data-yotpo-product-id'],
    places: { rating: '.yotpo.bottomLine,.yotpo.bottomline', reviews: '.yotpo.yotpo-main-widget' },
    all: '.yotpo',
  },
  {
    name: 'Okendo',
    products: ['data-oke-reviews-product-id'],
    places: {
      rating: '[data-oke-star-rating],[data-oke-reviews-product-listing-rating]',
      reviews: '[data-oke-widget],[data-oke-reviews-widget]',
    },
    all: '[data-oke-widget]',
  },
  {
    name: 'Loox',
    products: ['data-product-id', 'data-id'],
    places: { rating: '.loox-rating', reviews: '#looxReviews' },
    all: '[id^=loox]',
  },
  {
    name: 'Stamped',
    products: ['data-id', 'data-product-id'],
    places: {
      rating: '.stamped-product-reviews-badge:not([data-type=qna])',
      reviews: '#stamped-main-widget',
    },
    all: '[id^=stamped-],.stamped-product-reviews-badge',
  },
  // The second attribute is an older spelling, data-bv-productId.
  {
    name: 'Bazaarvoice',
    products: ['data-bv-product-id', 'data-bv-productid'],
    places: {
      rating: '[data-bv-show=rating_summary],[data-bv-show=inline_rating]',
      reviews: '[data-bv-show=reviews]',
      questions: '[data-bv-show=questions]',
    },
    all: '[data-bv-show]',
  },
]

// Yotpo v3 tells its places apart by numbers alone.
const numberedPlaces = '.yotpo-widget-instance[data-yotpo-instance-id]'
const productOfNumbered = 'data-yotpo-product-id'
const numberAttribute = 'data-yotpo-instance-id'

/** The attributes that can make a mark of an element, or change its product. */
export const markAttributes = [...new Set(services.flatMap(({ products }) => products)), numberAttribute]

/**
 * The marks on the page that name a product. Calls `onUnknown` with the number of each place of Yotpo v3 that `numbered`
 * lacks, and `onLeft` for each other place that stays as it is.
 */
export function findMarks(numbered: Numbered, onUnknown: (number: string) => void, onLeft: OnLeft): Mark[] {
  const known = services.flatMap(service => marksOf(service, onLeft))
  const counted = placesOf(numberedPlaces).flatMap(place => {
    const product = productOf(place, [productOfNumbered])
    const number = place.getAttribute(numberAttribute) ?? ''
    const widget = numbered.get(number)
    if (!product) onLeft(place, `Yotpo's place ${number} names no product. Give it ${productOfNumbered}.`)
    else if (!widget) onUnknown(number)
    return product && widget ? [{ place, widget, product }] : []
  })
  return [...known, ...counted]
}

function marksOf({ name, products, places, all }: Service, onLeft: OnLeft): Mark[] {
  const ours = new Set<HTMLElement>()
  const marks = Object.entries(places).flatMap(([widget, selector]) =>
    placesOf(selector).flatMap(place => {
      ours.add(place)
      const product = productOf(place, products)
      if (!product)
        onLeft(place, `${name}'s place ${nameOf(place)} names no product. Give it ${products[0]}.`)
      return product ? [{ place, widget: widget as Widget, product }] : []
    }),
  )
  for (const place of placesOf(all))
    if (!ours.has(place)) onLeft(place, `${name}'s place ${nameOf(place)} has no counterpart.`)
  return marks
}

// As its page's author finds it.
const nameOf = (place: HTMLElement) =>
  place.id || place.className || place.dataset.bvShow || place.getAttributeNames().join(' ')

const placesOf = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)]

// Okendo writes shopify-123, and shops without Shopify's own pages often gid://shopify/Product/123. Yotpo writes SKU/123
// where a shop has no ids.
function productOf(place: HTMLElement, attributes: string[]): Product | undefined {
  const text = attributes.map(name => place.getAttribute(name)?.trim()).find(Boolean)
  const id = text?.replace(/^(shopify-|gid:\/\/.*\/)/, '')
  if (!id || id === 'SKU/') return undefined
  return id.startsWith('SKU/') ? { productSku: id.slice(4) } : { productId: id }
}

/** Reads `12345=rating,12346=reviews`. Calls `onWrong` with each part that is not such a pair. */
export function readNumbered(text: string, onWrong: (part: string) => void): Numbered {
  const pairs = text.split(/[\s,]+/).filter(Boolean)
  return new Map(
    pairs.flatMap(pair => {
      const [, number, widget] = /^(.+)=(rating|reviews|questions)$/.exec(pair) ?? []
      if (number) return [[number, widget as Widget] as const]
      onWrong(pair)
      return []
    }),
  )
}
