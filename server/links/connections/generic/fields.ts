import jsonata from 'jsonata'
import { quote, type Sentence, sentence } from '../sentences.ts'

/**
 * The fields of a mapping. `orders` finds the orders in a body, `when` and the others are evaluated for each order, and
 * those that begin with `product_` for each of its `products`, or with `parcel_` for each of its `parcels`. docs/reference/mapping.md describes all of them.
 */
export const fields = [
  'orders',
  'when',
  'order_id',
  'ordered_at',
  'changed_at',
  'shipped_at',
  'delivered_at',
  'is_cancelled',
  'customer_email',
  'customer_name',
  'customer_phone',
  'language',
  'currency',
  'products',
  'product_id',
  'product_variant_id',
  'product_sku',
  'product_name',
  'product_price',
  'product_gtin',
  'product_url',
  'product_picture',
  'product_shipped_at',
  'product_delivered_at',
  'product_is_returned',
  'product_is_asked',
  'product_is_gift_card',
  'product_line_id',
  'product_quantity',
  'product_returned_quantity',
  'parcels',
  'parcel_shipped_at',
  'parcel_delivered_at',
  'parcel_lines',
  'parcel_line_id',
  'parcel_quantity',
] as const
export type Field = (typeof fields)[number]

/** Without these no order can be read. */
export const neededFields: readonly Field[] = [
  'order_id',
  'ordered_at',
  'customer_email',
  'products',
  'product_id',
]

/** With `parcels`, these are needed too: which lines are in them. */
export const neededForParcels: readonly Field[] = ['parcel_lines', 'parcel_line_id', 'product_line_id']

/** The expressions among a connection's options. */
export function expressionsOf(options: Record<string, string>): Partial<Record<Field, string>> {
  return Object.fromEntries(fields.flatMap(name => (options[name]?.trim() ? [[name, options[name]]] : [])))
}

const longest = 2000 // characters

/** The problem of an expression; undefined if it is valid JSONata. Does not evaluate it. */
export function expressionProblem(expression: string): Sentence | undefined {
  if (expression.length > longest) return sentence('takesAtMost', { count: longest })
  try {
    jsonata(expression)
    return undefined
  } catch (error) {
    const { message, position } = error as { message?: unknown; position?: unknown }
    const words = typeof message === 'string' ? quote(message) : sentence('brokenExpression')
    return sentence('jsonata', { what: [atCharacter(words, position)] })
  }
}

/** What JSONata says, with the place in the expression if it names one. */
const atCharacter = (what: Sentence, position: unknown): Sentence =>
  typeof position === 'number' ? sentence('at', { what: [what], position }) : what

/** The problem of one field. */
export const inField = (field: string, problem: Sentence): Sentence =>
  sentence('inField', { field, problem: [problem] })
