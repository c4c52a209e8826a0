import { catalogue, type DemoProduct } from './catalogue.ts'
import { pageOf, query, type ShopKeys, type View } from './layout.ts'
import { type Language, wordsIn } from './words.ts'

const popular = 8 // products

/** The shop's first page: its products with their ratings, the store's own rating, and what customers say and show. */
export function listPage(keys: ShopKeys, view: View): string {
  const text = wordsIn(view.language)
  const path = '/demo'
  return pageOf(keys, view, {
    path,
    title: 'Café da Serra',
    parts: [
      `<section class="hero"><div><h1>${text.tagline}</h1><p>${text.intro}</p>
<rw-badge data-url="/demo/reviews${query(view)}"></rw-badge></div>
<img src="/demo/scenes/breakfast.webp" alt="" width="960" height="1200" fetchpriority="high"></section>`,
      `<section><h2>${text.popular}</h2>${gridOf(catalogue.slice(0, popular), view)}</section>`,
      `<section><h2>${text.customers}</h2><rw-carousel data-source="pictured"></rw-carousel></section>`,
      `<section><h2>${text.more}</h2>${gridOf(catalogue.slice(popular), view)}</section>`,
      `<section><h2>${text.kitchens}</h2><rw-gallery data-rows="2"></rw-gallery></section>`,
    ],
  })
}

function gridOf(products: DemoProduct[], view: View): string {
  const { products: names } = wordsIn(view.language)
  const cards = products.map(
    product => `<li>
<a class="card" href="/demo/p/${product.sku}${query(view)}">
<img src="/demo/pictures/${product.sku}.svg" alt="" width="400" height="400" loading="lazy">
<span class="name">${nameOf(names, product)}</span>
<rw-rating data-product-id="${product.product_id}"></rw-rating>
<span class="price">${price(product, view.language)}</span>
</a></li>`,
  )
  return `<ul class="grid">${cards.join('')}</ul>`
}

/** A product with its rating, the pictures of its buyers, its reviews and its questions. */
export function productPage(keys: ShopKeys, view: View, product: DemoProduct): string {
  const text = wordsIn(view.language)
  const name = nameOf(text.products, product)
  const id = `data-product-id="${product.product_id}"`
  return pageOf(keys, view, {
    path: `/demo/p/${product.sku}`,
    title: name,
    parts: [
      `<nav class="crumbs"><a href="/demo${query(view)}"><span class="back">←</span> ${text.all}</a></nav>`,
      `<section class="product">
<img src="/demo/pictures/${product.sku}.svg" alt="" width="400" height="400">
<div>
<h1>${name}</h1>
<a class="stars" href="#reviews"><rw-rating ${id}></rw-rating></a>
<p class="price">${price(product, view.language)}</p>
<p>${text.about[product.kind]}</p>
<button type="button" class="buy">${text.buy}</button>
<p class="quiet">${text.delivery}</p>
<rw-badge data-url="/demo/reviews${query(view)}"></rw-badge>
</div>
</section>`,
      `<section class="pictures"><rw-gallery ${id} data-rows="1"></rw-gallery></section>`,
      `<section id="reviews"><h2>${text.reviews}</h2>
<rw-reviews ${id} data-header-type="histogram" data-items-per-page="6" data-topics="true"></rw-reviews></section>`,
      `<section><rw-questions ${id}><h2 slot="heading">${text.questions}</h2></rw-questions></section>`,
    ],
  })
}

/** All reviews, of products and of the store itself. */
export function reviewsPage(keys: ShopKeys, view: View): string {
  const { allReviews } = wordsIn(view.language)
  return pageOf(keys, view, {
    path: '/demo/reviews',
    title: allReviews,
    parts: [`<section><h1>${allReviews}</h1><rw-store></rw-store></section>`],
  })
}

/** The name of a product in a language. */
export function nameOf(names: Record<string, string>, { sku, name }: DemoProduct): string {
  return names[sku] ?? name
}

function price({ price: reais }: DemoProduct, language: Language): string {
  const format = { style: 'currency', currency: 'BRL', currencyDisplay: 'narrowSymbol' } as const
  const text = new Intl.NumberFormat(wordsIn(language).tag, format).format(reais)
  // Beside Arabic, the sign of the currency would be mirrored.
  return `<bdi dir="ltr">${text}</bdi>`
}
