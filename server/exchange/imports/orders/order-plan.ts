import { FileError } from '../../../foundation/errors/file-errors.ts'
import type { Mapped } from '../reading/columns.ts'
import { guessColumns, plainName } from '../reading/guess.ts'
import { type Note, note } from '../reading/notes.ts'
import type { FilePlan } from '../reading/read-table.ts'
import type { Survey } from '../reading/survey.ts'
import { lastNameColumn } from './buyer-names.ts'
import { emptyIn, isOnEveryLine } from './guess-columns.ts'
import { isItemColumn } from './line-items.ts'
import { findOrderStates, type OrderAnswers, type UnknownStates } from './states/state-columns.ts'
import type { StateRules } from './states/state-of-line.ts'

/** How a file of orders is read as a whole. */
export type OrderPlan = {
  file: FilePlan
  states: StateRules
  /** The states whose meaning a merchant must say. */
  unknown: UnknownStates[]
  /** Products are known by their SKU, and those without one by their name. */
  isKnownBySku: boolean
  /** The column of the buyer's last name, if the name is in two columns. */
  lastName: string | undefined
}

export function planOrders(
  survey: Survey,
  file: FilePlan,
  { orderStates, columns: chosen }: { orderStates?: OrderAnswers; columns?: Mapped },
): OrderPlan {
  const { columns } = file
  const { columns: states, unknown } = findOrderStates(survey, columns, orderStates, chosen)
  const delivery = columns.delivery_date ?? ''
  const read = new Set(states.map(({ name }) => name))
  const lastName = lastNameColumn(survey.header, columns.customer_name)
  const isRead = (name: string) => read.has(name) || name === lastName || isItemOf(name, columns)
  return {
    file: {
      ...file,
      unread: file.unread.filter(name => !isRead(name)),
      notes: [
        ...file.notes,
        ...notesOfOrders(survey, columns),
        ...notesOfProducts(survey, columns),
        ...notesOfDelivery(columns),
        ...notesOfStates(file, read),
      ],
    },
    states: {
      columns: states,
      isDateBefore: delivery === columns.order_date || guessColumns('order_date', [delivery]).length > 0,
    },
    unknown,
    isKnownBySku: isSku(columns),
    lastName,
  }
}

/** Whether the products of orders are read from this column. */
function isItemOf(name: string, { product_id = '' }: FilePlan['columns']): boolean {
  return (isItemColumn(name) || /^line_item /.test(name)) && /^line_item /.test(product_id)
}

/** Throws FileError, with all states that a merchant must say the meaning of. */
export function requireKnown(unknown: UnknownStates[]): void {
  const many = unknown.find(({ states }) => states.length === 0)
  if (many) throw new FileError('order_states_many', [many.column])
  if (unknown.length === 0) return
  const states = [...new Set(unknown.flatMap(one => one.states))]
  throw new FileError('order_states_unknown', [unknown.map(({ column }) => column), states])
}

/** Whether the product's id is read from a column of SKUs. */
function isSku({ product_id, product_sku }: FilePlan['columns']): boolean {
  if (product_id === undefined) return false
  return product_id === product_sku || guessColumns('product_sku', [product_id]).length > 0
}

/** Which column names an order, where others could. */
function notesOfOrders({ header }: Survey, { order_id: column }: FilePlan['columns']): Note[] {
  const taken = header.filter(name => name !== column)
  const others = guessColumns('order_id', taken).map(name => `“${name}”`)
  if (column === undefined || others.length === 0) return []
  return [note('ordersByColumn', { column, others: others.join(', ') })]
}

function notesOfProducts(survey: Survey, columns: FilePlan['columns']): Note[] {
  const { product_id: column, product_sku: sku, product_name: name } = columns
  if (column === undefined) return []
  if (isSku(columns)) {
    const count = emptyIn(survey, column)
    if (isOnEveryLine(survey, column)) return [note('productsBySku', { column })]
    return [
      note('productsBySku', { column }),
      ...(name ? [note('someProductsByName', { count, column, name })] : []),
    ]
  }
  if (column !== name) return []
  if (sku === undefined) return [note('productsByName', { column })]
  return [note('productsByNameNotSku', { column, sku, count: emptyIn(survey, sku) })]
}

/** Shopify's `Fulfilled at`, for one, is when the parcel left. */
function notesOfDelivery({ delivery_date: column }: FilePlan['columns']): Note[] {
  if (column === undefined || !sending.test(plainName(column))) return []
  return [note('sentDates', { column })]
}

const sending = /fulfil|ship|dispatch|despacho|envi(?:ad)?o/

function notesOfStates({ unread }: FilePlan, read: ReadonlySet<string>): Note[] {
  return unread.filter(name => read.has(name)).map(column => note('readAsStates', { column }))
}
