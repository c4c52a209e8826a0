// The panel of /demo/configure: shows the chosen options immediately, and as HTML to copy.
import { elementMarkup, scriptMarkup, styleMarkup } from '/demo/markup.js'

const form = document.getElementById('options')
const preview = document.getElementById('preview')
const html = document.getElementById('html')
const copy = document.getElementById('copy')
const { storeId, storeKey } = document.documentElement.dataset

function show() {
  const name = form.elements.widget.value
  for (const set of form.querySelectorAll('fieldset[data-for]'))
    set.hidden = !set.dataset.for.split(' ').includes(name)
  const chosen = [...form.elements].filter(isChosen)
  const attributes = chosen.filter(({ name: key }) => !key.startsWith('--'))
  const styles = chosen.filter(({ name: key }) => key.startsWith('--'))
  const element = document.createElement(name)
  for (const { name: key, value } of attributes) element.setAttribute(key, value)
  for (const field of styles) element.style.setProperty(field.name, cssValue(field))
  preview.replaceChildren(element)
  html.textContent = source(name, attributes, styles)
}

// An option at its default needs no attribute. The product is always included.
function isChosen(field) {
  if (!field.name || field.name === 'widget' || field.closest('fieldset[hidden]')) return false
  const standard = field.options ? field.options[0].value : field.defaultValue
  return field.name === 'data-product-id' || field.value !== standard
}

function cssValue(field) {
  return field.value + (field.dataset.unit ?? '')
}

function source(name, attributes, styles) {
  const chosen = Object.fromEntries(attributes.map(({ name: key, value }) => [key, value]))
  const variables = Object.fromEntries(styles.map(field => [field.name, cssValue(field)]))
  return [
    scriptMarkup(new URL('/widgets/v1/widgets.js', location.href).href),
    elementMarkup(name, { 'data-store-id': storeId, 'data-store-key': storeKey, ...chosen }),
    styleMarkup([name], variables),
  ]
    .filter(Boolean)
    .join('\n')
}

form.addEventListener('input', show)
form.addEventListener('submit', event => event.preventDefault())
copy.addEventListener('click', async () => {
  await navigator.clipboard.writeText(html.textContent)
  const before = copy.textContent
  copy.textContent = '✓'
  setTimeout(() => {
    copy.textContent = before
  }, 1500)
})
show()
