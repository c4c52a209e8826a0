import type { Customer, Order, OrderProduct } from '../../orders/orders.ts'
import type { Field } from '../formats/format.ts'
import type { CsvRow } from '../reading/csv.ts'
import type { RefusedRow, SkippedRow, TableReader } from '../reading/read-table.ts'
import type { OrderLine } from './order-rows.ts'

/** An order to store. `rows` are those in the file; `size` is in characters. */
export type WholeOrder = { order: Order; rows: number[]; size: number }

/** What becomes of an order: it is stored whole, left out because of its state, or each of its rows is refused. */
export type Unit = WholeOrder | { skippedState: string; rows: number[] } | { refused: RefusedRow }

/** An order while its lines are read. */
type Draft = {
  orderId: string
  /** Its rows in the file. */
  rows: number[]
  orderedAt: Date | null
  deliveredAt: Date | null
  customer: Customer | null
  products: Map<string, OrderProduct>
  /** Its rows that cannot be imported. One refuses the whole order. */
  refused: RefusedRow[]
  /** The state for which it is left out, of the first row that says so. */
  skippedState: string | undefined
  /** What it takes of the memory, in characters. */
  size: number
}

/** The orders of a group, by their ids. */
export type OrderGroup = { drafts: Map<string, Draft>; size: number }

/** Adds a row to its order in a group. */
export function addRow(
  reader: TableReader<OrderLine>,
  { drafts, size }: OrderGroup = { drafts: new Map(), size: 0 },
  row: CsvRow,
): OrderGroup {
  const line = reader.read(row)
  if (!line) return { drafts, size }
  const orderId = reader.peek(row, 'order_id')
  const draft = drafts.get(orderId) ?? startDraft(orderId)
  drafts.set(orderId, draft)
  const before = draft.size
  addLine(draft, row.number, line, reader.nameOf)
  return { drafts, size: size + draft.size - before }
}

function startDraft(orderId: string): Draft {
  return {
    ...{ orderId, rows: [], orderedAt: null, deliveredAt: null, customer: null },
    ...{ products: new Map(), refused: [], skippedState: undefined, size: 0 },
  }
}

type NameOf = (field: Field) => string

// The limits of `POST /orders`.
const mostProducts = 500
const mostCharacters = 1024 * 1024

const perRow = 10 // characters: what its number takes
const perLine = 300 // characters: what a line takes besides its texts
const mostRefused = 1_000 // reasons that are listed of one order

/**
 * Adds a line. The first line that says when the order was placed and who placed it counts, and no other may differ.
 * The latest delivery counts. Two lines of one product are one product.
 */
function addLine(draft: Draft, row: number, line: OrderLine | RefusedRow | SkippedRow, nameOf: NameOf): void {
  draft.rows.push(row)
  if ('skippedState' in line) {
    draft.skippedState ??= line.skippedState
    return
  }
  const problem = 'problem' in line ? line : problemOf(draft, row, line, nameOf)
  if (problem && draft.refused.length < mostRefused) draft.refused.push(problem)
  if (draft.refused.length > 0) {
    draft.products.clear()
    draft.size = draft.rows.length * perRow
    return
  }
  const { orderedAt, deliveredAt, customer, product, size } = line as OrderLine
  draft.orderedAt ??= orderedAt
  draft.customer ??= customer
  if (deliveredAt && (!draft.deliveredAt || deliveredAt > draft.deliveredAt)) draft.deliveredAt = deliveredAt
  const isNew = !draft.products.has(product.product_id)
  if (isNew) draft.products.set(product.product_id, product)
  draft.size += isNew ? size + perLine : perRow
}

function problemOf(draft: Draft, row: number, line: OrderLine, nameOf: NameOf): RefusedRow | undefined {
  const { orderedAt, customer, product, size } = line
  const other = `differs from another row of the same order. Give all rows of an order the same one.`
  if (draft.orderedAt && orderedAt && draft.orderedAt.getTime() !== orderedAt.getTime())
    return { row, column: nameOf('order_date'), problem: `The order date ${other}` }
  if (draft.customer && customer && draft.customer.email !== customer.email)
    return { row, column: nameOf('customer_email'), problem: `The customer's address ${other}` }
  if (draft.products.has(product.product_id)) return undefined
  if (draft.products.size === mostProducts)
    return { row, column: nameOf('product_id'), problem: `The order has more than ${mostProducts} products.` }
  if (draft.size + size > mostCharacters)
    return { row, column: null, problem: 'The order has more than 1 MiB of text. Shorten it.' }
  return undefined
}

/** The order, or every row of it if one is refused, so that a report of refused rows has all of the order. */
export function* finishDraft(draft: Draft, nameOf: NameOf): Iterable<Unit> {
  const { orderId, orderedAt, deliveredAt, customer, products, rows, skippedState } = draft
  const row = rows[0] as number
  const missing = (field: Field, what: string) => {
    return { row, column: nameOf(field), problem: `There is no ${what}. Give it in one row of the order.` }
  }
  if (skippedState !== undefined) yield { skippedState, rows }
  else if (draft.refused.length > 0) yield* refuse(rows, draft.refused)
  else if (!orderedAt) yield* refuse(rows, [missing('order_date', 'order date')])
  else if (!deliveredAt) yield* refuse(rows, [missing('delivery_date', 'delivery date')])
  else if (!customer) yield* refuse(rows, [missing('customer_email', 'email address')])
  else {
    const [order_date, delivery_date] = [orderedAt.toISOString(), deliveredAt.toISOString()]
    const lists = { products: [...products.values()], customers: [customer] }
    yield { order: { order_id: orderId, order_date, delivery_date, ...lists }, rows, size: draft.size }
  }
}

/** All rows of an order, those in `refused` with their own problem. */
export function* refuse(rows: number[], refused: RefusedRow[]): Iterable<{ refused: RefusedRow }> {
  const known = new Map(refused.map(one => [one.row, one]))
  const problem = `Row ${refused[0]?.row} of the same order is refused. Correct that row.`
  for (const row of rows) yield { refused: known.get(row) ?? { row, column: null, problem } }
}
