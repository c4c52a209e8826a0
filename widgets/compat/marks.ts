export type Widget = 'rating' | 'reviews' | 'questions'

/** A place where another service would draw a widget, and what belongs there. */
export type Mark = { place: HTMLElement; widget: Widget; productId: string }

/** The widgets of Yotpo's numbered places, as `data-map` names them. */
export type Numbered = Map<string, Widget>

type Service = {
  /** The attributes with the product's id. The first that is not empty counts. */
  products: string[]
  /** Selectors, a widget each. */
  places: Partial<Record<Widget, string>>
}

const services: Service[] = [
  // Judge.me
  {
    products: ['data-id', 'data-product-id'],
    places: {
      rating: '.jdgm-preview-badge',
      reviews: '.jdgm-review-widget,.jdgm-widget[data-widget=review],#judgeme_product_reviews',
    },
  },
  // Yotpo v2
  {
    products: ['data-product-id'],
    places: { rating: '.yotpo.bottomLine', reviews: '.yotpo.yotpo-main-widget' },
  },
  // Okendo
  {
    products: ['data-oke-reviews-product-id'],
    places: { rating: '[data-oke-star-rating]', reviews: '[data-oke-widget],[data-oke-reviews-widget]' },
  },
  // Bazaarvoice. The second attribute is its older spelling, data-bv-productId.
  {
    products: ['data-bv-product-id', 'data-bv-productid'],
    places: {
      rating: '[data-bv-show=rating_summary],[data-bv-show=inline_rating]',
      reviews: '[data-bv-show=reviews]',
      questions: '[data-bv-show=questions]',
    },
  },
]

// Yotpo v3 tells its places apart by numbers alone.
const numberedPlaces = '.yotpo-widget-instance[data-yotpo-instance-id]'
const productOfNumbered = 'data-yotpo-product-id'
const numberAttribute = 'data-yotpo-instance-id'

/** The attributes that can make a mark of an element, or change its product. */
export const markAttributes = [
  ...new Set(services.flatMap(({ products }) => products)),
  productOfNumbered,
  numberAttribute,
]

/**
 * The marks on the page that name a product. Calls `onUnknown` with the number of each place of Yotpo v3 that `numbered`
 * lacks.
 */
export function findMarks(numbered: Numbered, onUnknown: (number: string) => void): Mark[] {
  const known = services.flatMap(({ products, places }) =>
    Object.entries(places).flatMap(([widget, selector]) =>
      placesOf(selector).map(place => ({
        place,
        widget: widget as Widget,
        productId: idOf(place, products),
      })),
    ),
  )
  const counted = placesOf(numberedPlaces).flatMap(place => {
    const productId = idOf(place, [productOfNumbered])
    const number = place.getAttribute(numberAttribute) ?? ''
    const widget = numbered.get(number)
    if (productId && !widget) onUnknown(number)
    return widget ? [{ place, widget, productId }] : []
  })
  return [...known, ...counted].filter(({ productId }) => productId)
}

const placesOf = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)]

// Okendo writes shopify-123, and shops without Shopify's own pages often gid://shopify/Product/123.
function idOf(place: HTMLElement, attributes: string[]): string {
  const id = attributes.map(name => place.getAttribute(name)?.trim()).find(Boolean) ?? ''
  return id.replace(/^(shopify-|gid:\/\/.*\/)/, '')
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
