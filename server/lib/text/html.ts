/** A piece of HTML whose values are escaped. */
export type Html = { readonly html: string }

/** HTML from a template: every value is text and escaped, unless it is HTML itself, or a list of such. */
export function html(parts: TemplateStringsArray, ...values: (Html | Html[] | string | number)[]): Html {
  return { html: parts.reduce((all, part, index) => all + show(values[index - 1] ?? '') + part) }
}

/** Nothing, where a piece is left out. */
export const nothing: Html = { html: '' }

function show(value: Html | Html[] | string | number): string {
  if (Array.isArray(value)) return value.map(one => one.html).join('')
  if (typeof value === 'object') return value.html
  // One sign at a time: a text of these alone took five times as long with a function for each sign.
  return String(value)
    .replace(/&/g, '&#38;')
    .replace(/</g, '&#60;')
    .replace(/>/g, '&#62;')
    .replace(/"/g, '&#34;')
    .replace(/'/g, '&#39;')
}
