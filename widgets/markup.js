// The HTML of a page with widgets, as text to copy: the dashboard and the demo's panel write the same. Plain
// JavaScript, because a browser loads it as it is.

/** The script, once for a page. */
export function scriptMarkup(address) {
  return `<script type="module" src="${escaped(address)}"></script>`
}

/**
 * An element, an attribute a line. A value that a shop's template fills in (`{ template: '{{ product.id }}' }`) stands
 * as it is; everything else is escaped.
 */
export function elementMarkup(name, attributes) {
  const lines = Object.entries(attributes).map(([key, value]) => `  ${key}="${valueMarkup(value)}"`)
  return `<${name}\n${lines.join('\n')}></${name}>`
}

/** The variables of CSS that were chosen, for these elements; empty without any. */
export function styleMarkup(names, variables) {
  const css = styleRule(names, variables)
  return css && `<style>\n${css}\n</style>`
}

/** The same without the element around it. */
export function styleRule(names, variables) {
  const lines = Object.entries(variables).map(([name, value]) => `  ${name}: ${value};`)
  return lines.length > 0 ? `${names.join(', ')} {\n${lines.join('\n')}\n}` : ''
}

function valueMarkup(value) {
  return typeof value === 'object' ? value.template : escaped(String(value))
}

function escaped(text) {
  return text.replace(/[&<>"]/g, sign => `&#${sign.charCodeAt(0)};`)
}
