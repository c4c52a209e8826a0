import type { Field } from '../formats/format.ts'
import { guessColumns, plainName } from '../reading/guess.ts'
import type { Survey } from '../reading/survey.ts'

/**
 * The column whose name suggests a field of orders. For what names the order or the product, a column that is filled on
 * every line goes before one that is not: a shop's own id of the order is often only on its first line.
 */
export function guessOrderColumn(field: Field, free: string[], survey: Survey): string | undefined {
  const found = guessColumns(field, free)
  const filled = found
    .filter(name => survey.rows === 0 || filledIn(survey, name) > 0)
    .filter(name => !dates.includes(field) || maySayWhen(survey, name))
  if (field !== 'order_id' && field !== 'product_id')
    return filled[0] ?? found.find(name => filledIn(survey, name) === 0)
  const complete = filled.filter(name => isOnEveryLine(survey, name))
  const likeliest = complete.length > 0 ? complete : filled
  // Shopify's name of the order: its id is on every line only while no order of a file has two.
  const isShopify = survey.header.some(name => plainName(name) === 'lineitem_name')
  const name =
    isShopify && field === 'order_id' ? likeliest.find(one => plainName(one) === 'name') : undefined
  return name ?? likeliest[0] ?? found[0]
}

const dates: Field[] = ['order_date', 'delivery_date']

/** Whether a cell has a digit: in some files the column "Delivery" has the country. */
function maySayWhen({ columns }: Survey, name: string): boolean {
  const { values } = columns.find(one => one.name === name) ?? {}
  return !values || values.size === 0 || [...values.keys()].some(value => /\d/.test(value))
}

type Planned = { field: Field; column: string | null; by: 'format' | 'guess' | 'choice' | null }

/**
 * Without a column for the product's id, products are known by their SKU if every line has one, else by their name: never
 * by both.
 */
export function withProductColumn<One extends Planned>(planned: One[], survey: Survey): One[] {
  const columnOf = (field: Field) => planned.find(one => one.field === field)?.column ?? undefined
  const [sku, name] = [columnOf('product_sku'), columnOf('product_name')]
  const column = sku !== undefined && isOnEveryLine(survey, sku) ? sku : (name ?? sku)
  return planned.map(one =>
    one.field === 'product_id' && one.by === null && column !== undefined
      ? { ...one, column, by: 'guess' }
      : one,
  )
}

/** A column "name" is that of the product, where a product has an id or SKU and the buyer's name has another column. */
export function withProductName<One extends Planned>(planned: One[], { header }: Survey): One[] {
  const has = (field: Field) => planned.some(one => one.field === field && one.column !== null)
  const name = header.find(one => plainName(one) === 'name')
  const isFree = name !== undefined && !planned.some(one => one.column === name)
  if (!isFree || !has('customer_name') || !(has('product_id') || has('product_sku'))) return planned
  return planned.map(one =>
    one.field === 'product_name' && one.by === null ? { ...one, column: name, by: 'guess' } : one,
  )
}

function filledIn({ columns }: Survey, name: string): number {
  return Math.max(0, ...columns.filter(one => one.name === name).map(({ filled }) => filled))
}

/** Whether a column is filled on every line that is not empty. */
export function isOnEveryLine(survey: Survey, name: string): boolean {
  return filledIn(survey, name) >= linesIn(survey)
}

function linesIn({ columns }: Survey): number {
  return columns.reduce((most, { filled }) => Math.max(most, filled), 0)
}

/** On how many lines a column is empty. */
export function emptyIn(survey: Survey, name: string): number {
  return linesIn(survey) - filledIn(survey, name)
}
