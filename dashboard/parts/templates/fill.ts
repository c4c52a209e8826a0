import { readPersonName } from '../../../server/foundation/lib/text/person-name.ts'
import { withoutName } from '../../../server/foundation/lib/text/without-name.ts'

/** What the placeholders of a template become. */
export type Filling = {
  /** The name that the author of the review or question gave; it may be empty, or no name. */
  author: string
  product: string | null
  store: string
  /** Of the store: the language of its templates. */
  locale: string
}

const known = ['{name}', '{product}', '{store}']

/** The placeholders of a text that nothing fills. */
export function unknownPlaceholders(text: string): string[] {
  return [...new Set(text.match(/\{\w+\}/g) ?? [])].filter(each => !known.includes(each))
}

/** A template's text for one author and product. Without a first name, {name} is left out with its comma. */
export function fillTemplate(text: string, { author, product, store, locale }: Filling): string {
  const name = firstName(author, locale)
  const values: Record<string, string> = {
    '{name}': name,
    '{product}': product ?? unnamedProduct(locale),
    '{store}': store,
  }
  const addressed = name ? text : withoutName(text, '{name}', locale)
  return addressed.replace(/\{\w+\}/g, each => values[each] ?? each)
}

// An initial, or the dots that hide a name, is nothing to address somebody with.
function firstName(author: string, locale: string): string {
  const { given } = readPersonName(author, locale)
  const isInitial = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]\.?$/u.test(given)
  return isInitial ? '' : given
}

function unnamedProduct(locale: string): string {
  if (/^pt\b/i.test(locale)) return 'seu produto'
  if (/^es\b/i.test(locale)) return 'tu producto'
  return 'your product'
}
