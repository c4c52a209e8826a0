import { logOnce } from './config.ts'

/** The `widget_rating` settings of `init`. */
export type RatingDiscovery = {
  star_color?: string | undefined
  theme?: string | undefined
  /** A CSS selector. Each matching element, now or later, gets a rating. */
  custom_class?: string | undefined
}

const wanted = new Map<string, RatingDiscovery>()
let observer: MutationObserver | undefined

/**
 * Adds a rating to each element that the selector matches, at any depth, also after changes of the page. The product is
 * the element's own data-product-id or data-product-sku.
 */
export function discoverRatings(discovery: RatingDiscovery): void {
  const selector = discovery.custom_class
  if (!selector) return
  try {
    document.querySelector(selector)
  } catch (error) {
    logOnce(`custom_class ${selector}`, error)
    return
  }
  wanted.set(selector, discovery)
  discover()
  observer ??= new MutationObserver(discover)
  observer.observe(document, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ['class', 'id', 'data-product-id', 'data-product-sku'],
  })
}

// Query the whole document each time. It is cheaper than walking added nodes, and also finds elements that only got the
// class now.
function discover(): void {
  for (const [selector, discovery] of wanted) {
    for (const place of document.querySelectorAll<HTMLElement>(selector)) fill(place, discovery)
  }
}

function fill(place: HTMLElement, discovery: RatingDiscovery): void {
  if (place.localName === 'rw-rating') return
  const there = place.querySelector<HTMLElement>(':scope > rw-rating')
  const rating = there ?? document.createElement('rw-rating')
  const values = {
    productId: place.dataset.productId,
    productSku: place.dataset.productSku,
    starColor: discovery.star_color,
    theme: discovery.theme,
  }
  for (const [name, value] of Object.entries(values)) {
    if (value && rating.dataset[name] !== value) rating.dataset[name] = value
  }
  if (!there) place.append(rating)
}
