// Pages of a shop that used another service, written from the marks that its documents name. What stands in the marks is
// ours: it shows where the service would draw.

/** A product page with the marks of one service, and a list of other products. */
export type OldPage = {
  /** As its maker spells it. */
  service: string
  body: string
  /** For `data-map`. */
  map?: string
  /** Whether the service has a mark of its own for questions. */
  hasQuestions?: boolean
  /** Whether its stars name SKUs: S-7001 of product 7001. */
  isBySku?: boolean
}

/** How the shop and the old service look. */
export const styles = `<style>
  body { margin: 0; font: 16px/1.5 "Open Sans", sans-serif; color: #1f2937; background: #fff }
  main { padding: 32px; display: grid; gap: 24px }
  .product { display: grid; grid-template-columns: 220px 1fr; gap: 32px }
  .picture { background: linear-gradient(135deg, #e7e5e4, #a8a29e); border-radius: 8px }
  h1, h2, p, ul { margin: 0; padding: 0; list-style: none }
  a { color: inherit; text-decoration: none }
  .price { font-size: 1.25rem }
  .list { display: grid; grid-template-columns: 220px 1fr; gap: 32px } .list b { display: block }
  .old-stars, .old-reviews h2 { color: #7c2d12 }
  .old-reviews { padding: 16px; background: #fff7ed; border: 1px solid #fdba74; display: grid; gap: 12px }
  footer { padding: 16px 32px; background: #f3f4f6 }
</style>`

/** The products of every page: that of the page, then those of the list. */
const products = ['7001', '7002', '7003'] as const

const names = { 7001: 'Moka pot for six cups', 7002: 'Enamel mug', 7003: 'Travel press' }
const prices = { 7001: 'R$ 189,90', 7002: 'R$ 49,90', 7003: 'R$ 129,90' }

type Product = (typeof products)[number]

type Marks = {
  rating: (product: Product, old: string) => string
  reviews: (product: Product, old: string) => string
  questions?: (product: Product) => string
}

const pageOf = ({ rating, reviews, questions }: Marks): string => {
  const listed = (product: Product) => `<li><b>${names[product]}</b>${rating(product, oldStars)}</li>`
  return `<main>
    <section class="product"><div class="picture"></div><div>
      <h1>${names[7001]}</h1>${rating('7001', oldStars)}<p class="price">${prices[7001]}</p>
      <p>Aluminium, for gas and electric stoves. Heats in four minutes.</p><button>Add to cart</button></div></section>
    <ul class="list">${listed('7002')}${listed('7003')}</ul>
    ${reviews('7001', oldReviews)}${questions?.('7001') ?? ''}</main><footer>Deliveries in three days</footer>`
}

const oldStars = '<span class="old-stars">★★★★☆ 2 reviews</span>'
const oldReviews = `<div class="old-reviews"><h2>Customer reviews</h2>
  <div>★★★★★ <b>Good coffee</b><p>It heats quickly and is easy to clean.</p></div>
  <div>★★★☆☆ <b>Small</b><p>Smaller than I thought.</p></div></div>`

const judgeMe: Marks = {
  rating: (product, old) => `<a href="#judgeme_product_reviews">
    <div style="" class="jdgm-widget jdgm-preview-badge" data-id="${product}" data-template="product">${old}</div></a>`,
  reviews: (product, old) => `<div style="clear:both"></div><div id="judgeme_product_reviews"
    class="jdgm-widget jdgm-review-widget" data-product-title="${names[product]}" data-id="${product}">
    <div class="jdgm-rev-widg" data-average-rating="4.00" data-number-of-reviews="2">${old}</div></div>`,
}

const yotpo2: Marks = {
  rating: (product, old) => `<div class="yotpo bottomLine" data-product-id="${product}">${old}</div>`,
  reviews: (product, old) => `<div class="yotpo yotpo-main-widget" data-product-id="${product}"
    data-name="${names[product]}" data-url="https://shop.example/p/${product}">${old}</div>`,
}

const yotpo3: Marks = {
  rating: (product, old) =>
    `<div class="yotpo-widget-instance" data-yotpo-instance-id="12345" data-yotpo-product-id="${product}"
    data-yotpo-name="${names[product]}">${old}</div>`,
  reviews: (product, old) =>
    `<div class="yotpo-widget-instance" data-yotpo-instance-id="12346" data-yotpo-product-id="${product}">${old}</div>`,
  questions: product =>
    `<div class="yotpo-widget-instance" data-yotpo-instance-id="12347" data-yotpo-product-id="${product}"></div>`,
}

// As Yotpo's extensions for other shop systems write them: another attribute, and SKUs.
const yotpoSku: Marks = {
  rating: (product, old) =>
    `<div class="yotpo bottomline" data-yotpo-product-id="SKU/S-${product}">${old}</div>`,
  reviews: (product, old) =>
    `<div class="yotpo yotpo-main-widget" data-yotpo-product-id="${product}">${old}</div>`,
}

const olderJudgeMe: Marks = {
  rating: (product, old) => `<div class="judgeme-preview-badge" data-id="${product}">${old}</div>`,
  reviews: (product, old) => `<div id="judgeme_product_reviews" data-product-id="${product}">${old}</div>`,
}

const loox: Marks = {
  rating: (product, old) =>
    `<div class="loox-rating" data-id="${product}" data-rating="4.0" data-raters="2">${old}</div>`,
  reviews: (product, old) =>
    `<div id="looxReviews" data-product-id="${product}" class="loox-reviews-default">${old}</div>`,
}

const stamped: Marks = {
  rating: (product, old) => `<span class="stamped-product-reviews-badge" data-id="${product}"
    data-product-sku="moka-pot">${old}</span>`,
  reviews: (
    product,
    old,
  ) => `<div id="stamped-main-widget" class="stamped-main-widget" data-widget-style="standard"
    data-product-id="${product}">${old}</div>`,
}

const okendo: Marks = {
  rating: (product, old) =>
    `<div data-oke-star-rating data-oke-reviews-product-id="shopify-${product}">${old}</div>`,
  reviews: (product, old) =>
    `<div data-oke-widget data-oke-reviews-product-id="shopify-${product}">${old}</div>`,
}

const olderOkendo: Marks = {
  rating: (product, old) =>
    `<div data-oke-reviews-product-listing-rating data-oke-reviews-product-id="shopify-${product}">${old}</div>`,
  reviews: (product, old) =>
    `<div data-oke-reviews-widget data-oke-reviews-product-id="shopify-${product}">${old}</div>`,
}

// The place of the reviews around another one, which names the product.
const nestedJudgeMe: Marks = {
  ...olderJudgeMe,
  reviews: (product, old) => `<div id="judgeme_product_reviews" class="jdgm-widget">
    <div class="jdgm-widget jdgm-review-widget" data-id="${product}">${old}</div></div>`,
}

const bazaarvoice: Marks = {
  rating: (product, old) =>
    product === '7001'
      ? `<div data-bv-show="rating_summary" data-bv-product-id="${product}">${old}</div>`
      : `<span data-bv-show="inline_rating" data-bv-productId="${product}">${old}</span>`,
  reviews: (product, old) => `<div data-bv-show="reviews" data-bv-product-id="${product}">${old}</div>`,
  questions: product => `<div data-bv-show="questions" data-bv-product-id="${product}"></div>`,
}

export const oldPages: OldPage[] = [
  { service: 'Judge.me', body: pageOf(judgeMe) },
  { service: 'Yotpo v2', body: pageOf(yotpo2) },
  {
    service: 'Yotpo v3',
    body: pageOf(yotpo3),
    map: '12345=rating, 12346=reviews, 12347=questions',
    hasQuestions: true,
  },
  { service: 'Yotpo with SKUs', body: pageOf(yotpoSku), isBySku: true },
  { service: 'an older Judge.me', body: pageOf(olderJudgeMe) },
  { service: 'a nested Judge.me', body: pageOf(nestedJudgeMe) },
  { service: 'Loox', body: pageOf(loox) },
  { service: 'Stamped', body: pageOf(stamped) },
  { service: 'Okendo', body: pageOf(okendo) },
  { service: 'an older Okendo', body: pageOf(olderOkendo) },
  { service: 'Bazaarvoice', body: pageOf(bazaarvoice), hasQuestions: true },
]
