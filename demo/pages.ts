import { languagesOf } from '../texts/catalogues.ts'
import { nativeNames } from '../texts/names.ts'
import { catalogue, type DemoProduct } from './catalogue.ts'
import { type Language, languageNames, words } from './words.ts'

const languages = languagesOf('widgets')

/** What a visitor sees, and what of it they chose: choices are kept in the query. */
export type View = { language: Language; chosen: { language?: Language; theme?: 'light' | 'dark' } }

export type ShopKeys = { store_id: string; store_key: string }

/** The shop's first page: all products with their ratings. */
export function listPage(keys: ShopKeys, view: View): string {
  const text = words[view.language]
  const cards = catalogue.map(
    product => `<li>
<a class="card" href="/demo/p/${product.sku}${query(view)}">
<img src="/demo/pictures/${product.sku}.svg" alt="" width="400" height="400">
<span class="name">${product.name[view.language]}</span>
<rw-rating data-product-id="${product.product_id}"></rw-rating>
<span class="price">${price(product, view.language)}</span>
</a></li>`,
  )
  return page(keys, view, '/demo', 'Café da Serra', [
    `<section class="hero"><h1>${text.tagline}</h1><p>${text.intro}</p></section>`,
    `<h2 class="hidden">${text.all}</h2><ul class="grid">${cards.join('')}</ul>`,
  ])
}

/** A product with all three widgets. */
export function productPage(keys: ShopKeys, view: View, product: DemoProduct): string {
  const text = words[view.language]
  const name = product.name[view.language]
  return page(keys, view, `/demo/p/${product.sku}`, name, [
    `<nav class="crumbs"><a href="/demo${query(view)}">← ${text.all}</a></nav>`,
    `<section class="product">
<img src="/demo/pictures/${product.sku}.svg" alt="" width="400" height="400">
<div>
<h1>${name}</h1>
<rw-rating data-product-id="${product.product_id}"></rw-rating>
<p class="price">${price(product, view.language)}</p>
<p>${text.about[product.kind]}</p>
<button type="button" class="buy">${text.buy}</button>
<p class="quiet">${text.delivery}</p>
</div>
</section>`,
    `<section><h2>${text.reviews}</h2>
<rw-reviews data-product-id="${product.product_id}" data-header-type="histogram" data-items-per-page="6"></rw-reviews></section>`,
    `<section><rw-questions data-product-id="${product.product_id}"><h2 slot="heading">${text.questions}</h2></rw-questions></section>`,
  ])
}

/** Every option of every widget, with the HTML to copy. configure.js renders it. */
export function configurePage(keys: ShopKeys, view: View): string {
  const { options } = words[view.language]
  const choose = (name: string, label: string, values: string[], names: Record<string, string> = {}) =>
    select(name, label, values, { '': options.standard, ...names })
  const products = catalogue.map(
    ({ product_id, name }) => `<option value="${product_id}">${name[view.language]}</option>`,
  )
  return page(
    keys,
    view,
    '/demo/configure',
    words[view.language].configure,
    [
      `<h1>${words[view.language].configure}</h1>
<div class="configure">
<form id="options" autocomplete="off">
${choose('widget', options.widget, ['rw-reviews', 'rw-rating', 'rw-questions'])}
<label>${options.product}<select name="data-product-id">${products.join('')}</select></label>
<fieldset data-for="rw-reviews">
${choose('data-header-type', options.header, ['default', 'histogram', 'compact', 'minimal', 'centered'])}
${choose('data-list-type', options.list, ['grid', 'list'])}
<label>${options.perPage}<input name="data-items-per-page" type="number" min="1" max="100" value="10"></label>
</fieldset>
<fieldset data-for="rw-rating">
${choose('data-theme', options.theme, ['', 'compact'])}
<label>${options.starColor}<input name="data-star-color" type="color" value="#ffc107"></label>
</fieldset>
<fieldset data-for="rw-questions">
${choose('data-enable-new-questions', options.newQuestions, ['true', 'false'])}
</fieldset>
${choose('lang', options.language, ['', ...languages], nativeNames(languages))}
<fieldset>
<label>${options.primary}<input name="--rw-primary-color" type="color" value="#1f6f54"></label>
<label>${options.radius}<input name="--rw-border-radius" type="range" min="0" max="24" value="8" data-unit="px"></label>
</fieldset>
</form>
<div class="preview">
<div id="preview"></div>
<h2>${options.html}</h2>
<pre><code id="html"></code></pre>
<button type="button" id="copy" class="buy">${options.copy}</button>
</div>
</div>`,
    ],
    '<script type="module" src="/demo/configure.js"></script>',
  )
}

function page(keys: ShopKeys, view: View, path: string, title: string, parts: string[], script = ''): string {
  const text = words[view.language]
  const to = (chosen: View['chosen']) => path + query({ ...view, chosen: { ...view.chosen, ...chosen } })
  const languages = (Object.keys(words) as Language[]).filter(language => language !== view.language)
  return `<!doctype html>
<html lang="${text.tag}" class="${view.chosen.theme ?? ''}" data-store-id="${keys.store_id}" data-store-key="${keys.store_key}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="/demo/pictures/MOKA-6.svg" type="image/svg+xml">
<link rel="stylesheet" href="/demo/storefront.css">
<script type="module" src="/widgets/v1/widgets.js"></script>${script}
</head>
<body>
<header class="top">
<a class="brand" href="/demo${query(view)}">Café da Serra</a>
<nav>
<a href="/demo/configure${query(view)}">${text.configure}</a>
<a class="to-dark" href="${to({ theme: 'dark' })}">${text.dark}</a>
<a class="to-light" href="${to({ theme: 'light' })}">${text.light}</a>
${languages.map(language => `<a href="${to({ language })}" lang="${words[language].tag}">${languageNames[language]}</a>`).join('\n')}
</nav>
</header>
<main>${parts.join('\n')}</main>
<footer class="quiet">${text.note}</footer>
</body>
</html>
`
}

function select(name: string, label: string, values: string[], names: Record<string, string>): string {
  const options = values.map(value => `<option value="${value}">${names[value] ?? value}</option>`)
  return `<label>${label}<select name="${name}">${options.join('')}</select></label>`
}

function query({ chosen: { language, theme } }: View): string {
  const parts = [language && `lang=${language}`, theme && `theme=${theme}`].filter(Boolean)
  return parts.length > 0 ? `?${parts.join('&amp;')}` : ''
}

function price({ price: reais }: DemoProduct, language: Language): string {
  return new Intl.NumberFormat(words[language].tag, {
    style: 'currency',
    currency: 'BRL',
    currencyDisplay: 'narrowSymbol',
  }).format(reais)
}
