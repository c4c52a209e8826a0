import { languagesOf } from '../texts/catalogues.ts'
import { nativeNames } from '../texts/names.ts'
import { catalogue } from './catalogue.ts'
import { pageOf, type ShopKeys, type View } from './layout.ts'
import { nameOf } from './pages.ts'
import { wordsIn } from './words.ts'

const languages = languagesOf('widgets')

const elements = [
  'rw-reviews',
  'rw-rating',
  'rw-questions',
  'rw-gallery',
  'rw-carousel',
  'rw-badge',
  'rw-store',
]

/** Every option of every widget, with the HTML to copy. configure.js renders it. */
export function configurePage(keys: ShopKeys, view: View): string {
  const { options, products: names, configure } = wordsIn(view.language)
  const choose = (name: string, label: string, values: string[], texts: Record<string, string> = {}) =>
    select(name, label, values, { '': options.standard, ...texts })
  const products = catalogue.map(
    product => `<option value="${product.product_id}">${nameOf(names, product)}</option>`,
  )
  const form = `<form id="options" autocomplete="off">
${choose('widget', options.widget, elements)}
<fieldset data-for="rw-reviews rw-rating rw-questions rw-gallery rw-carousel">
<label>${options.product}<select name="data-product-id">${products.join('')}</select></label>
</fieldset>
<fieldset data-for="rw-reviews">
${choose('data-header-type', options.header, ['default', 'histogram', 'compact', 'minimal', 'centered'])}
${choose('data-list-type', options.list, ['grid', 'list'])}
<label>${options.perPage}<input name="data-items-per-page" type="number" min="1" max="100" value="10"></label>
</fieldset>
<fieldset data-for="rw-rating rw-badge" hidden>
${choose('data-theme', options.theme, ['', 'compact'])}
</fieldset>
<fieldset data-for="rw-rating" hidden>
<label>${options.starColor}<input name="data-star-color" type="color" value="#ffc107"></label>
</fieldset>
<fieldset data-for="rw-questions" hidden>
${choose('data-enable-new-questions', options.newQuestions, ['true', 'false'])}
</fieldset>
<fieldset data-for="rw-gallery" hidden>
<label>${options.rows}<input name="data-rows" type="number" min="1" max="6" value="2"></label>
</fieldset>
<fieldset data-for="rw-carousel" hidden>
${choose('data-source', options.source, ['newest', 'pictured', 'pinned'])}
</fieldset>
${choose('lang', options.language, ['', ...languages], nativeNames(languages))}
<fieldset>
<label>${options.primary}<input name="--rw-primary-color" type="color" value="#1f6f54"></label>
<label>${options.radius}<input name="--rw-border-radius" type="range" min="0" max="24" value="8" data-unit="px"></label>
</fieldset>
</form>`
  const preview = `<div class="preview">
<div id="preview"></div>
<h2>${options.html}</h2>
<pre dir="ltr"><code id="html"></code></pre>
<button type="button" id="copy" class="buy">${options.copy}</button>
</div>`
  return pageOf(keys, view, {
    path: '/demo/configure',
    title: configure,
    parts: [`<h1>${configure}</h1><div class="configure">${form}${preview}</div>`],
    script: '<script type="module" src="/demo/configure.js"></script>',
  })
}

function select(name: string, label: string, values: string[], names: Record<string, string>): string {
  const options = values.map(value => `<option value="${value}">${names[value] ?? value}</option>`)
  return `<label>${label}<select name="${name}">${options.join('')}</select></label>`
}
