// The HTML of a page with widgets, as text to copy, for the dashboard and the demo's panel. Plain JavaScript, because
// browsers load it unchanged.

/** The script element, needed once per page. */
export function scriptMarkup(address) {
  return `<script type="module" src="${escaped(address)}"></script>`
}

/**
 * An element with one attribute per line. A template's placeholder (`{ template: '{{ product.id }}' }`) is not escaped;
 * everything else is.
 */
export function elementMarkup(name, attributes) {
  const lines = Object.entries(attributes).map(([key, value]) => `  ${key}="${valueMarkup(value)}"`)
  return `<${name}\n${lines.join('\n')}></${name}>`
}

/** A style element that sets the chosen CSS variables on these elements; empty without any. */
export function styleMarkup(names, variables) {
  const css = styleRule(names, variables)
  return css && `<style>\n${css}\n</style>`
}

/** The same without the style element. */
export function styleRule(names, variables) {
  const lines = Object.entries(variables).map(([name, value]) => `  ${name}: ${value};`)
  return lines.length > 0 ? `${names.join(', ')} {\n${lines.join('\n')}\n}` : ''
}

function valueMarkup(value) {
  return typeof value === 'object' ? value.template : escaped(String(value))
}

/** Text for HTML, also inside quotes. */
export function escaped(text) {
  return text.replace(/[&<>"']/g, sign => `&#${sign.charCodeAt(0)};`)
}
