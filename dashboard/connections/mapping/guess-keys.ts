/** What keys of dates are made of, in English, Portuguese and Spanish. */
export const delivery = /deliver|entreg/i
export const shipping = /ship|dispatch|sent|postad|envi|despach|embarque/i
/** Days that were announced, and may pass. */
export const planned = /estim|expected|prevista|prometid|compromis|due/i
export const cancelled = /^(is_?)?(cancell?ed|cancelad[oa]|anulad[oa])(_?(at|on|en|em))?$/i
export const stateKey = /^(status|state|estado|estatus|situacao|situacion)$/i
/** Keys inside the object of a state: `{ "code": "shipped", "name": "On its way" }`. */
export const ofState = /^(code|value|name|slug|key)$/i

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A path in JSONata: keys that are no names are quoted. */
export function expressionOf(path: string[]): string {
  return path.map(key => (/^[a-z_]\w*$/i.test(key) ? key : `\`${key}\``)).join('.')
}

/** JSONata that finds out whether the word of a state means "cancelled". */
export const cancelledIn = (state: string) => `$contains($lowercase($string(${state})), "cancel")`
