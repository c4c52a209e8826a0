import { z } from 'zod'

/** The query parameters of reads. All are texts; unknown ones are ignored. */

type Issues = z.core.$ZodRawIssue[]

/** A whole number in digits. */
export function wholeNumber(least: number, most: number, standard: number) {
  return z
    .custom<string>()
    .check(({ value, issues }) => {
      if (!isWhole(value, least, most)) refuse(issues, value, 'whole', [least, most])
    })
    .optional()
    .meta({ type: 'integer', minimum: least, maximum: most, default: standard })
}

/** How many entries a page has at most: 1 to 100. */
export function pageLimit(standard: number) {
  return wholeNumber(1, 100, standard).transform(limit => Number(limit ?? standard))
}

/** A whole number in digits, or the word for a number that the store has saved. */
export function wholeNumberOr(word: string, least: number, most: number, standard: number) {
  const number = { type: 'integer', minimum: least, maximum: most } as const
  return z
    .custom<string>()
    .check(({ value, issues }) => {
      if (value !== word && !isWhole(value, least, most)) refuse(issues, value, 'whole', [least, most])
    })
    .optional()
    .meta({ anyOf: [number, { type: 'string', enum: [word] }], default: standard })
}

/** One of the values. */
export function oneOf<const Values extends readonly string[]>(values: Values, standard?: Values[number]) {
  return z
    .custom<Values[number]>()
    .check(({ value, issues }) => {
      if (!values.includes(value)) refuse(issues, value, 'one_of', [values.join(', ')])
    })
    .optional()
    .meta({ type: 'string', enum: [...values], ...(standard && { default: standard }) })
}

/** Some of the values, separated by commas or the parameter repeated for each. `listed` reads them. */
export function someOf(values: readonly string[]) {
  return z
    .custom<string | string[]>()
    .check(({ value, issues }) => {
      if (!listed(value).every(one => values.includes(one)))
        refuse(issues, value, 'one_of', [values.join(', ')])
    })
    .optional()
    .meta({ type: 'array', items: { type: 'string', enum: [...values] } })
}

/** The values of `someOf`. */
export function listed(value: string | string[] | undefined): string[] {
  return [value ?? []].flat().flatMap(text => text.split(','))
}

/** Whole numbers, the parameter repeated for each. */
export function wholeNumbers(least: number, most: number) {
  return z
    .custom<string | string[]>()
    .check(({ value, issues }) => {
      if (![value].flat().every(one => isWhole(one, least, most)))
        refuse(issues, value, 'whole', [least, most])
    })
    .optional()
    .meta({ type: 'array', items: { type: 'integer', minimum: least, maximum: most } })
}

/** At most `most` texts of 1 to 255 characters, the parameter repeated for each. */
function texts(most: number) {
  const one = { type: 'string', minLength: 1, maxLength: 255 } as const
  return z
    .custom<string | string[]>()
    .check(({ value, issues }) => {
      const given = [value].flat()
      if (given.length > most)
        issues.push({ code: 'too_big', origin: 'array', maximum: most, input: value, inclusive: true })
      if (given.some(one => one === '')) {
        issues.push({ code: 'too_small', origin: 'string', minimum: 1, input: value, inclusive: true })
      }
      // In code points, as in bodies: any id accepted there can be read here.
      if (given.some(one => one.length > 255 && [...one].length > 255)) {
        issues.push({ code: 'too_big', origin: 'string', maximum: 255, input: value, inclusive: true })
      }
      if (given.some(one => one.includes('\0') || !one.isWellFormed())) refuse(issues, value, 'character')
    })
    .optional()
    .meta(most === 1 ? one : { type: 'array', items: one, maxItems: most })
}

/** `product_id` or `product_sku` (also `sku`), never both; `most` of them by repeating. */
export function productParameters(most: number) {
  return {
    product_id: texts(most).describe("The caller's product id"),
    product_sku: texts(most).describe('The SKU of the product, or of several'),
    sku: texts(most).describe('An older name of product_sku'),
  }
}

/** A query, in a check of the whole. */
export type WholeQuery = { value: Record<string, unknown>; issues: Issues }

/** The names of the parameters that give a product. */
export function productsIn(value: Record<string, unknown>): string[] {
  return ['product_id', 'product_sku', 'sku'].filter(name => value[name] !== undefined)
}

/** Reports that two parameters exclude each other. */
export function refuseBoth({ value, issues }: WholeQuery, values: [string, string], path = values[0]): void {
  issues.push({ code: 'custom', message: 'not_both', params: { values }, path: [path], input: value })
}

/** A check of the whole query: the product is given in at most one way. */
export function namesProductOnce(query: WholeQuery): void {
  if (productsIn(query.value).length > 1) refuseBoth(query, ['product_id', 'product_sku'])
}

/** A check of the whole query: a product is given. */
export function namesProduct({ value, issues }: WholeQuery): void {
  if (productsIn(value).length > 0) return
  const names = { values: ['product_id', 'product_sku'] }
  issues.push({ code: 'custom', message: 'either', params: names, path: ['product_id'], input: value })
}

/** The requested products; undefined: all of the store. */
export type ProductFilter = { by: 'product_id' | 'product_sku'; values: string[] } | undefined

export function readProductFilter(query: {
  product_id?: string | string[] | undefined
  product_sku?: string | string[] | undefined
  sku?: string | string[] | undefined
}): ProductFilter {
  const sku = query.product_sku ?? query.sku
  if (query.product_id !== undefined) return { by: 'product_id', values: distinct(query.product_id) }
  return sku === undefined ? undefined : { by: 'product_sku', values: distinct(sku) }
}

/** Sorted, so that equal queries in another order are the same query. */
export function distinct(values: string | string[]): string[] {
  return [...new Set([values].flat())].sort()
}

function isWhole(value: unknown, least: number, most: number): boolean {
  if (typeof value !== 'string' || !/^\d{1,10}$/.test(value)) return false
  return Number(value) >= least && Number(value) <= most
}

function refuse(issues: Issues, input: unknown, message: string, values: (string | number)[] = []): void {
  issues.push({ code: 'custom', message, params: { values }, input })
}
